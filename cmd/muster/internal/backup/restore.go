package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"syscall"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/blob"
)

// Restore puts a backup into an empty database and its stored files into a storage, which
// may hold other files. It refuses a database that holds anything, and a backup that is
// damaged, before it writes to the database; the stored files come first, the statistics
// of the tables last.
func Restore(ctx context.Context, file, url string, media *blob.Storage) (h Header, m Manifest, err error) {
	ctx, stop := whileAnswering(ctx, url)
	defer func() {
		err = reason(ctx, err)
		stop()
	}()
	held, err := holdEmpty(ctx, url)
	if err != nil {
		return h, m, err
	}
	defer func() { _ = held.Close(context.WithoutCancel(ctx)) }()
	sweepTemporary()
	dump, err := lockedTemp("", readPrefix)
	if err != nil {
		return h, m, err
	}
	defer func() { err = errors.Join(err, dump.Close(), os.Remove(dump.Name())) }()
	r, err := readArchive(file, dump, known, func(upload string, v store.MediaVariant, from io.Reader) error {
		return cannotWrite(upload+"/"+string(v), media.PutFile(ctx, upload, v, from))
	})
	if err != nil {
		return r.Header, r.Manifest, err
	}
	if r.dump != r.Manifest.Dump {
		return r.Header, r.Manifest, errors.New("the dump of the database is damaged: its checksum differs")
	}
	for name, want := range r.Manifest.Media {
		if r.media[name] != want {
			return r.Header, r.Manifest, fmt.Errorf("the stored file %s is missing or damaged", path.Clean(name))
		}
	}
	if err := reason(ctx, load(ctx, url, dump.Name(), r.Header)); err != nil {
		return r.Header, r.Manifest, fmt.Errorf("%w; drop the database, which may hold a part of it, and create it again before the next try", err)
	}
	return r.Header, r.Manifest, analyze(ctx, url)
}

// cannotWrite names a stored file that a storage does not take, and what its system says of it. A
// backup that ends in the middle of the file is another failure.
func cannotWrite(name string, err error) error {
	var system syscall.Errno
	if errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &system) {
		return err
	}
	return fmt.Errorf("the stored file %s cannot be written: %w", name, system)
}

// analyze collects the statistics of a restored database, which are not in a dump. Until
// Postgres does so by itself, calls run on plans for empty tables.
func analyze(ctx context.Context, url string) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return fmt.Errorf("the database cannot be reached: %s", cannotReach(err))
	}
	_, err = conn.Exec(ctx, `vacuum (analyze)`)
	return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}

// restoreLock is held in a database while it is restored into.
const restoreLock = 0x6d75737465727265

// holdEmpty gives a connection that keeps other restores out of a database for as long as it is
// open. It fails for one that is restored into, that holds tables, or in which the role may make none.
func holdEmpty(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("the database cannot be reached: %s", cannotReach(err))
	}
	var locked, full, makes bool
	err = conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, int64(restoreLock)).Scan(&locked)
	if err == nil {
		err = conn.QueryRow(ctx, `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'),
			has_schema_privilege('public', 'create')`).Scan(&full, &makes)
	}
	switch {
	case err != nil:
	case !locked:
		err = errors.New("another restore into this database is under way, which goes on")
	case full:
		err = errors.New("the database is not empty: a backup is restored into a new one; drop what a restore left that was stopped, and create it again")
	case !makes:
		err = errors.New("this role may make no tables in the database: give DATABASE_OWNER_URL with the role that is to own them")
	default:
		return conn, nil
	}
	return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}
