package backup

import (
	"io"
	"os"
	"path/filepath"
)

// Names of what is removed when a backup, a check or a restore ends, and by the next one when
// it was killed: each is a whole copy of the community.
const (
	dumpPrefix    = ".muster-dump-" // a dump that is not in its archive yet, beside it
	partEnd       = ".part"         // an archive that is not whole yet
	readPrefix    = "muster-dump-"  // a dump that was read from an archive
	scratchPrefix = "muster-check-" // the folder of a scratch server
)

// sweepFolder removes what killed backups left in the folder of an archive, whose unfinished
// file is part. What others are at work on is locked.
func sweepFolder(folder, part string) {
	sweep(folder, dumpPrefix+"*", func(string) bool { return true })
	sweep(folder, "*"+partEnd, func(path string) bool {
		begins, err := beginning(path)
		return err == nil && (begins == headerName || begins == "" && path == part)
	})
}

// sweepTemporary removes what killed checks and restores left.
func sweepTemporary() {
	for _, prefix := range []string{readPrefix, scratchPrefix} {
		sweep(os.TempDir(), prefix+"*", func(string) bool { return true })
	}
}

func sweep(folder, pattern string, ours func(path string) bool) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // whoever needs the folder says so
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if matches, err := filepath.Match(pattern, entry.Name()); err == nil && matches && ours(path) {
			removeUnlocked(path)
		}
	}
}

// beginning is the first bytes of a file, which are the name of the first file of an archive.
func beginning(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	begins := make([]byte, len(headerName))
	n, err := io.ReadFull(file, begins)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return string(begins[:n]), err
}

// lockedTemp makes a temporary file that no sweep removes while it is open.
func lockedTemp(folder, prefix string) (*os.File, error) {
	file, err := os.CreateTemp(folder, prefix)
	if err == nil {
		lock(file)
	}
	return file, err
}
