//go:build unix

package backup

import (
	"os"
	"syscall"
)

// lock keeps a file or folder from being swept while it is open. Where it cannot be locked it
// cannot be swept either.
func lock(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// removeUnlocked removes what nobody has locked, as far as it may.
func removeUnlocked(path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	if syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = os.RemoveAll(path) // what is left is found by the next sweep
	}
}
