package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"muster/store"
	"muster/store/blob"
	"muster/store/postgres"
	"muster/store/postgres/subjects"
)

// Source is what a backup is made of.
type Source struct {
	URL     string        // of the database
	Media   *blob.Storage // nil: the stored files are not in the backup
	Version string        // of this program
}

// snapshot holds one state of the database for as long as the backup reads it.
type snapshot struct {
	conn *pgx.Conn
	tx   pgx.Tx
	id   string
}

func openSnapshot(ctx context.Context, url string) (*snapshot, error) {
	conn, err := connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("the database cannot be reached: %s", cannotReach(err))
	}
	s := &snapshot{conn: conn}
	s.tx, err = conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err == nil {
		_, err = s.tx.Exec(ctx, `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
	}
	if err == nil {
		err = s.tx.QueryRow(ctx, `select pg_export_snapshot()`).Scan(&s.id)
	}
	if err != nil {
		s.close(ctx)
		return nil, err
	}
	return s, nil
}

// connectPatience is how long a server may take to let this program in.
var connectPatience = 10 * time.Second

// connect is pgx.Connect to a server that may be frozen: a backup of the night would never end,
// and nobody would be mailed that it failed. The address may give another connect_timeout.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectPatience
	}
	return pgx.ConnectConfig(ctx, config)
}

// close ends the snapshot; nothing was written.
func (s *snapshot) close(ctx context.Context) { _ = s.conn.Close(context.WithoutCancel(ctx)) }

// cannotReach says why, without the names in the address.
func cannotReach(err error) string {
	if reason := postgres.Refusal(err); reason != "" {
		return reason
	}
	return postgres.Unreached(err)
}

// Make writes a backup to path, which must not exist, and gives what is in it. The
// file appears under its name once it is whole. Members go on meanwhile: nothing is
// locked but changes of the schema.
func Make(ctx context.Context, from Source, path string) (header Header, m Manifest, err error) {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return header, m, fmt.Errorf("%s is there already", path)
	case !errors.Is(err, os.ErrNotExist): // its folder may be closed to this user
		return header, m, fmt.Errorf("the backup cannot be written: %w", err)
	}
	ctx, stop := whileAnswering(ctx, from.URL)
	defer func() {
		err = reason(ctx, err)
		stop()
	}()
	s, err := openSnapshot(ctx, from.URL)
	if err != nil {
		return header, m, err
	}
	defer s.close(ctx)
	if header, err = s.header(ctx, from); err != nil {
		return header, m, err
	}
	sweepFolder(filepath.Dir(path), path+partEnd)
	part, err := os.OpenFile(path+partEnd, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return header, m, fmt.Errorf("%s is there: another backup is being made under that name, or it is something else, which you may move away", path+partEnd)
	}
	if err != nil {
		return header, m, err
	}
	lock(part)
	defer func() {
		err = errors.Join(err, part.Close())
		if err == nil {
			err = os.Rename(part.Name(), path)
		} else {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	w := writer{tar.NewWriter(part), header.Made}
	if err := w.addJSON(headerName, header); err != nil {
		return header, m, err
	}
	if err := s.dump(ctx, from, w, filepath.Dir(path), header.Postgres, &m); err != nil {
		return header, m, err
	}
	if from.Media != nil {
		files, err := postgres.StoredFiles(ctx, s.tx, subjects.All())
		if err != nil {
			return header, m, err
		}
		m.Media = map[string]File{}
		for _, f := range files {
			if err := s.store(ctx, from, w, f, &m); err != nil {
				return header, m, err
			}
		}
	}
	if err := w.addJSON(manifestName, m); err != nil {
		return header, m, err
	}
	return header, m, errors.Join(w.tar.Close(), part.Sync())
}

func (s *snapshot) header(ctx context.Context, from Source) (h Header, err error) {
	h = Header{Format: format, Version: from.Version, Media: from.Media != nil}
	if h.Schema, err = postgres.ReadSchema(ctx, s.tx); err != nil {
		return h, err
	}
	err = s.tx.QueryRow(ctx, `select clock_timestamp(), current_setting('server_version_num')::int / 10000`).Scan(&h.Made, &h.Postgres)
	h.Made = h.Made.UTC().Truncate(time.Second)
	return h, err
}

// dump adds the dump of the snapshot, and reads the contents meanwhile.
func (s *snapshot) dump(ctx context.Context, from Source, w writer, folder string, server int, m *Manifest) error {
	program, err := tool(ctx, "pg_dump", server)
	if err != nil {
		return err
	}
	file, err := lockedTemp(folder, dumpPrefix)
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	path, err := filepath.Abs(file.Name())
	if err != nil {
		return err
	}
	sequences, err := postgres.ReadSequences(ctx, s.tx)
	if err != nil {
		return err
	}
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error {
		return run(workCtx, program, from.URL, "--format=custom", "--no-owner", "--no-privileges", "--no-password", "--snapshot="+s.id, "--file="+path)
	})
	work.Go(func() (err error) {
		m.Contents, err = postgres.ReadContents(workCtx, s.tx)
		m.Contents.Sequences = sequences
		return err
	})
	if err := work.Wait(); err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	m.Dump, err = w.add(dumpName, size, file)
	return err
}

// store adds a stored file. One whose row was deleted after the snapshot was taken is
// no loss.
func (s *snapshot) store(ctx context.Context, from Source, w writer, f postgres.StoredFile, m *Manifest) error {
	name := f.Upload + "/" + string(f.Variant)
	file, err := from.Media.Get(ctx, f.Upload, f.Variant)
	if store.CodeOf(err) == store.NotFound {
		now, err := connect(ctx, from.URL)
		if err != nil {
			return err
		}
		defer func() { _ = now.Close(context.WithoutCancel(ctx)) }()
		there, err := postgres.StillStored(ctx, now, subjects.All(), f.Upload)
		if there {
			m.Missing = append(m.Missing, name)
		} else {
			m.Gone = append(m.Gone, name)
		}
		return err
	}
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	m.Media[name], err = w.add(mediaFolder+name, size, file)
	return err
}
