// What test runs that were killed have left behind.

package storetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"muster/store/postgres/embedded"
)

// sweep empties the folders of other checkouts beside f of which no process lives: neither
// a test nor a keeper holds the locks. The locks stay, so that whoever starts there at this
// moment finds what it waits for. It removes what embedded servers have left, too.
func (f folder) sweep() error {
	mine := filepath.Base(string(f))
	prefix := mine[:strings.LastIndexByte(mine, '-')+1]
	others, err := filepath.Glob(filepath.Join(filepath.Dir(string(f)), prefix+"*"))
	if err != nil {
		return err
	}
	var failed []error
	for _, other := range others {
		if other != string(f) {
			failed = append(failed, folder(other).removeUnowned())
		}
	}
	return errors.Join(append(failed, embedded.RemoveLost(os.TempDir(), memory))...)
}

func (f folder) removeUnowned() error {
	for _, lock := range []string{f.users(), f.keeper()} {
		held, err := lockFile(lock, syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return nil
		}
		if err != nil {
			return err
		}
		defer held.Close()
	}
	return errors.Join(os.RemoveAll(f.url()), os.RemoveAll(f.data()), os.RemoveAll(f.stopped()))
}
