//go:build unix

// The home: the folder that holds the cluster, its lock and Postgres's log.

package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

const (
	homeName     = "postgres"          // under the data directory
	pointerName  = "postgres.location" // beside it, when the home had to be in another place
	clusterName  = "data"
	lockName     = "lock"
	belongsName  = "belongs-to" // the data directory of a home in the state folder
	unfinished   = "initdb-"    // a cluster in the making; anything so named is waste
	hashedLength = 12
)

var (
	// ErrInUse says that another process runs the data directory's cluster.
	ErrInUse = errors.New("another process runs the postgres of this data directory")
	// ErrForeignVersion says that no installed PostgreSQL is of the major
	// version that made the data. The data is left as it is.
	ErrForeignVersion = errors.New("the database was made by another PostgreSQL")
)

// stateFolder is where a home goes when the account cannot enter the data
// directory; a variable so that a test can put it in another place.
var stateFolder = map[bool]string{true: "/var/db/muster", false: "/var/lib/muster"}[runtime.GOOS == "darwin"]

type home struct {
	dir     string
	account account
}

func (h home) cluster() string { return filepath.Join(h.dir, clusterName) }

// openHome finds the home of a data directory or makes an empty one. A folder
// that the account cannot enter (a checkout under root's 0700 home) is replaced
// by one in the system's state folder, and a file in the data directory says
// where it is: removing the data directory then still means a fresh start.
func openHome(dataDir string) (home, error) {
	if dataDir == "" {
		return home{}, errors.New("embedded postgres: no data directory given")
	}
	dataDir, err := filepath.Abs(dataDir)
	if err != nil {
		return home{}, err
	}
	mode := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o711 // the lent account has to pass through
	}
	if err := os.MkdirAll(dataDir, mode); err != nil {
		return home{}, err
	}
	if dataDir, err = filepath.EvalSymlinks(dataDir); err != nil {
		return home{}, err
	}
	pointer := filepath.Join(dataDir, pointerName)
	if place, err := os.ReadFile(pointer); err == nil {
		return existingHome(strings.TrimSpace(string(place)))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return home{}, err
	}
	dir := filepath.Join(dataDir, homeName)
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return existingHome(dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return home{}, err
	}
	return newHome(dir, pointer)
}

func existingHome(dir string) (home, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return home{}, fmt.Errorf("home of the database: %w", err)
	}
	a, err := accountOf(dir)
	if err != nil {
		return home{}, err
	}
	if h := (home{dir, a}); h.usable() {
		return h, nil
	}
	return home{}, fmt.Errorf("the database lies in %s, where user %s may not write: open the folders above it (chmod a+x)", dir, a.name)
}

func newHome(dir, pointer string) (home, error) {
	a, err := ownAccount()
	if err != nil {
		return home{}, err
	}
	h := home{dir, a}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return home{}, err
	}
	if err := a.give(dir); err != nil {
		return home{}, err
	}
	if h.usable() {
		return h, nil
	}
	if err := os.Remove(dir); err != nil {
		return home{}, err
	}
	return h.inStateFolder(dir, pointer)
}

// inStateFolder makes the home in the state folder and leaves the pointer to it.
// The pointer is linked into place, so that of two first starts one wins.
func (h home) inStateFolder(wanted, pointer string) (home, error) {
	if err := os.MkdirAll(stateFolder, 0o711); err != nil {
		return home{}, err
	}
	dir, err := os.MkdirTemp(stateFolder, hashed(wanted)+"-")
	if err != nil {
		return home{}, err
	}
	h.dir = dir
	if err := os.WriteFile(filepath.Join(dir, belongsName), []byte(filepath.Dir(pointer)+"\n"), 0o644); err != nil {
		return home{}, err
	}
	if err := h.account.give(dir); err != nil {
		return home{}, err
	}
	if !h.usable() {
		return home{}, errors.Join(fmt.Errorf("user %s can write neither %s nor %s", h.account.name, wanted, stateFolder), os.Remove(dir))
	}
	draft := filepath.Join(filepath.Dir(pointer), filepath.Base(dir)+".tmp")
	if err := os.WriteFile(draft, []byte(dir+"\n"), 0o600); err != nil {
		return home{}, err
	}
	defer os.Remove(draft)
	if err := os.Link(draft, pointer); errors.Is(err, fs.ErrExist) {
		if err := os.Remove(dir); err != nil {
			return home{}, err
		}
		place, err := os.ReadFile(pointer)
		if err != nil {
			return home{}, err
		}
		return existingHome(strings.TrimSpace(string(place)))
	} else if err != nil {
		return home{}, err
	}
	return h, nil
}

func (h home) usable() bool { return h.account.may("-x", h.dir) && h.account.may("-w", h.dir) }

// acquire takes the home's lock, held until unlock or the end of the process.
// Whoever holds it may treat a live postmaster as an orphan.
func (h home) acquire() (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(h.dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w (%s)", ErrInUse, h.dir)
		}
		return nil, fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	return file, nil
}

// unlock frees a lock of acquire. Closing the file is not enough: a process that another
// goroutine is just forking has a copy of it until it runs its program.
func unlock(lock *os.File) error {
	return errors.Join(syscall.Flock(int(lock.Fd()), syscall.LOCK_UN), lock.Close())
}

// clusterMajor is the major version that made the cluster, 0 when there is
// none yet. A folder that holds something else is refused, not emptied.
func (h home) clusterMajor() (int, error) {
	text, err := os.ReadFile(filepath.Join(h.cluster(), "PG_VERSION"))
	if err == nil {
		whole, _, _ := strings.Cut(strings.TrimSpace(string(text)), ".")
		major, err := strconv.Atoi(whole)
		if err != nil || major == 0 {
			return 0, fmt.Errorf("%w: PG_VERSION in %s is unreadable", ErrForeignVersion, h.cluster())
		}
		return major, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	entries, err := os.ReadDir(h.cluster())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	if len(entries) > 0 {
		return 0, fmt.Errorf("%w: %s is neither empty nor a PostgreSQL data directory", ErrForeignVersion, h.cluster())
	}
	return 0, nil
}

func hashed(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])[:hashedLength]
}
