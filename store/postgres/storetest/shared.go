// The test process's side of the shared cluster: join it, start it when needed.

package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/postgres/embedded"
)

const (
	joinLimit  = 2 * time.Minute // initdb beside several compilers takes its time
	joinPoll   = 50 * time.Millisecond
	queryLimit = time.Minute
)

// folder is where the shared cluster and its locks lie, one for each checkout
// and user.
type folder string

func (f folder) users() string  { return filepath.Join(string(f), "users.lock") }
func (f folder) keeper() string { return filepath.Join(string(f), "keeper.lock") }
func (f folder) url() string    { return filepath.Join(string(f), "url") }
func (f folder) data() string   { return filepath.Join(string(f), "data") }
func (f folder) log() string    { return filepath.Join(string(f), "keeper.log") }

// membership is a process's part in the shared cluster. The file is kept open,
// and so locked, for as long as the process lives.
type membership struct {
	server string
	users  *os.File
}

// join is done once a process.
var join = sync.OnceValues(func() (membership, error) {
	place, err := sharedFolder()
	if err != nil {
		return membership{}, err
	}
	// Waits here while a keeper is just clearing up.
	users, err := lockFile(place.users(), syscall.LOCK_SH)
	if err != nil {
		return membership{}, err
	}
	server, err := place.join()
	return membership{server, users}, err
})

// URL is the DSN, for the server's role, of a fresh, migrated, empty database, dropped
// when the test ends. It fails the test when there is no Postgres on this machine.
func URL(t testing.TB) string {
	t.Helper()
	server := sharedServer(t)
	ctx, cancel := context.WithTimeout(context.Background(), queryLimit)
	defer cancel()
	template, err := ensureTemplate(ctx, server)
	if err != nil {
		t.Fatalf("storetest: template: %v", err)
	}
	return copied(t, server, template)
}

// copied is a copy of a template, dropped when the test ends.
func copied(t testing.TB, server, template string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), queryLimit)
	defer cancel()
	name := randomName("test_")
	if err := copyDatabase(ctx, server, name, template); err != nil {
		t.Fatalf("storetest: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), queryLimit)
		defer cancel()
		if err := onServer(ctx, server, "drop database "+name+" with (force)"); err != nil {
			t.Errorf("storetest: %v", err)
		}
	})
	return asRole(withDatabase(server, name), embedded.ServerRole)
}

// copyDatabase copies files: by way of the log, which is the default, takes twice as long.
func copyDatabase(ctx context.Context, server, name, template string) error {
	return onServer(ctx, server, "create database "+name+" template "+template+" strategy file_copy")
}

// spare are connections to the shared cluster's own database between two statements.
var spare = make(chan *pgx.Conn, 4)

// onServer runs one statement on a spare connection: a new one costs Postgres as much as
// the copy of a database.
func onServer(ctx context.Context, server, sql string) error {
	var conn *pgx.Conn
	select {
	case conn = <-spare:
	default:
		var err error
		if conn, err = pgx.Connect(ctx, server); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	select {
	case spare <- conn:
		return nil
	default:
		return conn.Close(context.WithoutCancel(ctx))
	}
}

// OwnerURL is the DSN for the owner of the database that URL or Private gave.
func OwnerURL(url string) string { return asRole(url, embedded.OwnerRole) }

// Owner gives connections of the owner of a database, made when they are asked for first.
func Owner(t testing.TB, url string) func() *pgxpool.Pool {
	return sync.OnceValue(func() *pgxpool.Pool {
		pool, err := pgxpool.New(context.Background(), OwnerURL(url))
		if err != nil {
			t.Fatalf("storetest: %v", err)
		}
		t.Cleanup(pool.Close)
		return pool
	})
}

// sharedServer is the DSN of the shared cluster's own database.
func sharedServer(t testing.TB) string {
	t.Helper()
	member, err := join()
	if err != nil {
		t.Fatalf("storetest: %v", err)
	}
	return member.server
}

// join returns the cluster's address once it answers. A keeper that was killed
// leaves an address that does not; then this process starts another.
func (f folder) join() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), joinLimit)
	defer cancel()
	for {
		if text, err := os.ReadFile(f.url()); err == nil {
			server := strings.TrimSpace(string(text))
			if command(ctx, server, "select 1") == nil {
				return server, nil
			}
		}
		if err := f.startKeeper(); err != nil {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the shared Postgres does not answer: %w (see %s)", ctx.Err(), f.log())
		case <-time.After(joinPoll):
		}
	}
}

// sharedFolder makes the folder. Postgres's account passes through it when
// tests run as root, so it is open to that and nothing more.
func sharedFolder() (folder, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(root))
	name := fmt.Sprintf("muster-storetest-%d-%s", os.Getuid(), hex.EncodeToString(sum[:])[:8])
	dir := filepath.Join(baseFolder(), name)
	if err := os.Mkdir(dir, 0o711); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if owner := info.Sys().(*syscall.Stat_t).Uid; !info.IsDir() || int(owner) != os.Getuid() {
		return "", fmt.Errorf("%s belongs to somebody else: remove it", dir)
	}
	return folder(dir), os.Chmod(dir, 0o711)
}

// memory is where Linux keeps files in memory, and enoughMemory what has to fit
// there in all. Every process decides alike: it looks at the size, not at what is free.
const (
	memory       = "/dev/shm"
	enoughMemory = 4 << 30
)

// baseFolder is where clusters lie. A database is copied from
// the template ten times as fast in memory (44–64 ms) as on a disk (400–520 ms).
// A TMPDIR is obeyed.
func baseFolder() string {
	var size syscall.Statfs_t
	if err := syscall.Statfs(memory, &size); os.Getenv("TMPDIR") != "" || err != nil || uint64(size.Bsize)*size.Blocks < enoughMemory {
		return os.TempDir()
	}
	return memory
}

func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("tests run outside the module")
		}
		dir = parent
	}
}

// lockFile opens and locks a file; the lock lasts until it is closed or the
// process dies.
func lockFile(path string, how int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(err, file.Close())
		}
	}
}

// startKeeper runs this test binary again as the keeper, in a session of its
// own and without our output, which `go test` waits for. It returns when the
// keeper has started the cluster, found another keeper, or failed.
func (f folder) startKeeper() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	defer reader.Close()
	nowhere, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return errors.Join(err, writer.Close())
	}
	defer nowhere.Close()
	process, err := os.StartProcess(program, []string{program}, &os.ProcAttr{
		Dir:   string(f),
		Env:   append(os.Environ(), keeperVariable+"="+string(f)),
		Files: []*os.File{nowhere, nowhere, nowhere, writer},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	writer.Close()
	if err != nil {
		return err
	}
	if err := process.Release(); err != nil {
		return err
	}
	report, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	if len(report) > 0 {
		return errors.New(string(report))
	}
	return nil
}

// command runs one statement on a connection of its own.
func command(ctx context.Context, server, sql string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, sql)
	return err
}

func withDatabase(server, name string) string {
	u := parse(server)
	u.Path = "/" + name
	return u.String()
}

func asRole(dsn, role string) string {
	u := parse(dsn)
	query := u.Query()
	query.Set("user", role)
	u.RawQuery = query.Encode()
	return u.String()
}

func parse(dsn string) *url.URL {
	u, err := url.Parse(dsn)
	if err != nil {
		panic("storetest: our own DSN: " + err.Error())
	}
	return u
}

// randomName keeps the databases of several processes and runs apart.
func randomName(prefix string) string {
	return prefix + strconv.Itoa(os.Getpid()) + "_" + strings.ToLower(rand.Text()[:12])
}
