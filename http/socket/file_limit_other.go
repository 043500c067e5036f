//go:build !unix

package socket

// openFileLimit is 0: there is none that is known.
func openFileLimit() int { return 0 }
