// Package nonblocking reads and writes sockets by calls that never wait. What a
// system offers for it differs, so each has a file of its own.
package nonblocking

import "errors"

// ErrAgain says that the socket takes or has nothing now.
var ErrAgain = errors.New("not now")
