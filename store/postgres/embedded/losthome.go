//go:build unix

// What servers of killed tests leave: homes that nobody comes back to, and folders of
// sockets on which nobody listens.

package embedded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// RemoveLost removes the homes in the system's state folder whose data directory was below
// one of temporary folders and is gone, when no process runs their cluster; any other home
// may be an operator's who will come back to it. It removes the sockets' folders, too, that
// no postmaster has used for an hour. Tests call it (store/postgres/storetest): it stands here
// because it knows how homes and sockets are laid out.
func RemoveLost(temporary ...string) error {
	return errors.Join(removeLostHomes(temporary), removeLostSockets(os.TempDir()))
}

func removeLostHomes(temporary []string) error {
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

// socketsLost is the age of a folder of sockets that no server is just about to use.
const socketsLost = time.Hour

func removeLostSockets(parent string) error {
	dirs, err := filepath.Glob(filepath.Join(parent, socketsName+"*"))
	if err != nil {
		return err
	}
	var failed []error
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < socketsLost || socketsInUse(dir) {
			continue
		}
		if err := os.RemoveAll(dir); err != nil && !errors.Is(err, fs.ErrPermission) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// socketsInUse says whether the postmaster lives that locked the socket in a folder, also
// when that cannot be known.
func socketsInUse(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, ".s.PGSQL."+port+".lock"))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	return err == nil && alive(pid)
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
