//go:build !unix

package blob

// freeSpaceOf is not known here.
func freeSpaceOf(string) (left int64, ok bool) { return 0, false }
