//go:build unix

// Postgres's own log: a file in the home, the last run's kept beside it. A pipe
// to this process would break when the process is killed.

package embedded

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	logName   = "log"
	tailBytes = 2048
)

func (h home) logPath() string { return filepath.Join(h.dir, logName) }

// turnLog puts the last run's log aside.
func (h home) turnLog() error {
	err := os.Rename(h.logPath(), h.logPath()+".old")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (h home) openLog() (*os.File, error) {
	return os.OpenFile(h.logPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
}

// logTail is the end of the log, for an error message.
func (h home) logTail() string {
	file, err := os.Open(h.logPath())
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > tailBytes {
		if _, err := file.Seek(-tailBytes, io.SeekEnd); err != nil {
			return ""
		}
	}
	tail, err := io.ReadAll(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(tail))
}
