package blob

import (
	"io"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"syscall"
)

// LimitSpace makes a folder behave as a disk on which limit bytes fit, temporary
// files among them, so that a test can fill it on any machine. It is called before
// anything is received.
func (s *Storage) LimitSpace(limit int64) { s.disk = &smallDisk{folder: s.folder, limit: limit} }

// smallDisk counts what is written; nil is the real disk.
type smallDisk struct {
	folder  string
	limit   int64
	spooled atomic.Int64 // bytes of open temporary files, which have no name
}

// left is the number of bytes that can still be written.
func (d *smallDisk) left() int64 {
	left := d.limit - d.spooled.Load()
	filepath.WalkDir(d.folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			left -= info.Size()
		}
		return nil
	})
	return left
}

// through writes to w what fits; spooled says that w is a temporary file.
func (d *smallDisk) through(w io.Writer, spooled bool) io.Writer {
	if d == nil {
		return w
	}
	return &smallDiskWriter{d, w, spooled}
}

// release gives back the space of a temporary file.
func (d *smallDisk) release(size int64) { d.spooled.Add(-size) }

type smallDiskWriter struct {
	disk    *smallDisk
	to      io.Writer
	spooled bool
}

// Write implements io.Writer.
func (w *smallDiskWriter) Write(p []byte) (int, error) {
	if int64(len(p)) > w.disk.left() {
		return 0, syscall.ENOSPC
	}
	n, err := w.to.Write(p)
	if w.spooled {
		w.disk.spooled.Add(int64(n))
	}
	return n, err
}
