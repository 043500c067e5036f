//go:build unix

package space

import "golang.org/x/sys/unix"

// Free is the number of bytes that can be written in a folder; ok is false
// when that is not known.
func Free(folder string) (left int64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
