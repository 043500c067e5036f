//go:build !unix

package blob

// freeSpace is not known here.
func freeSpace(string) (left int64, ok bool) { return 0, false }
