//go:build unix

// Homes that nobody comes back to.

package embedded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// RemoveLostHomes removes the homes in the system's state folder whose data directory was
// below one of temporary folders and is gone, when no process runs their cluster. Any other
// home may be an operator's who will come back to it.
func RemoveLostHomes(temporary ...string) error {
	homes, err := os.ReadDir(stateFolder)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	var failed []error
	for _, entry := range homes {
		h := home{dir: filepath.Join(stateFolder, entry.Name())}
		if !h.lost(temporary) {
			continue
		}
		lock, err := h.acquire()
		if err != nil {
			if !errors.Is(err, ErrInUse) {
				failed = append(failed, err)
			}
			continue
		}
		failed = append(failed, os.RemoveAll(h.dir), unlock(lock))
	}
	return errors.Join(failed...)
}

func (h home) lost(temporary []string) bool {
	text, err := os.ReadFile(filepath.Join(h.dir, belongsName))
	if err != nil {
		return false
	}
	dataDir := strings.TrimSpace(string(text))
	below := false
	for _, folder := range temporary {
		below = below || strings.HasPrefix(dataDir, filepath.Clean(folder)+string(filepath.Separator))
	}
	if !below {
		return false
	}
	_, err = os.Lstat(dataDir)
	return errors.Is(err, fs.ErrNotExist)
}
