//go:build !unix

package nonblocking

import "errors"

// Without calls that never wait every connection is written as a wrapped one.

// Supported is whether the calls of this package can be made here.
const Supported = false

// Send fails.
func Send(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

// Receive fails.
func Receive(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

// Peek fails.
func Peek(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

// Discard does nothing.
func Discard(uintptr, []byte) {}
