//go:build unix

package openfiles

import "syscall"

// Limit is how many files the process may have open; 0 when unknown or
// without limit.
func Limit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || uint64(limit.Cur) > 1<<30 {
		return 0
	}
	return int(limit.Cur)
}
