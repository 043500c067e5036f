package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/subjects"
)

// Verdict is what a check has found. A backup without faults can be restored.
type Verdict struct {
	Header   Header
	Manifest Manifest
	Totals   map[string]int64 // by what is counted
	Upgraded bool             // the scratch database was brought up to this program's schema
	Faults   []string
}

// Check restores a backup into a scratch database (newScratch) and compares it with what
// was backed up. What is wrong with the backup is in the verdict; an error says that it
// could not be judged. Nothing of a live community is touched, and the scratch is removed.
func Check(ctx context.Context, path, server string, logger *slog.Logger) (v Verdict, err error) {
	sweepTemporary()
	dump, err := lockedTemp("", readPrefix)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, dump.Close(), os.Remove(dump.Name())) }()
	r, err := readArchive(path, dump, known, func(string, store.MediaVariant, io.Reader) error { return nil })
	v.Header, v.Manifest = r.Header, r.Manifest
	var fault damaged
	if errors.As(err, &fault) {
		v.Faults = []string{fault.what}
		return v, nil
	}
	if err != nil {
		return v, err
	}
	v.Faults = r.faults()
	if r.dump != r.Manifest.Dump {
		return v, nil // there is no use in restoring it
	}
	s, err := newScratch(ctx, server, logger)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.remove()) }()
	// Not in the scratch database, which is removed.
	ctx, stop := whileAnswering(ctx, cmp.Or(server, s.url))
	defer stop()
	return v, reason(ctx, v.restored(ctx, s.url, dump.Name()))
}

// known refuses a backup of a newer version before anything is restored.
func known(h Header) error {
	if newest := postgres.KnownSchema(); h.Schema > newest {
		return damaged{fmt.Sprintf("the backup is of a newer version of Muster (schema %d, this program knows %d): use that version, or a newer one", h.Schema, newest)}
	}
	return nil
}

// restored restores the dump and judges the database.
func (v *Verdict) restored(ctx context.Context, url, dump string) error {
	if err := load(ctx, url, dump, v.Header); err != nil {
		var why untried
		if ctx.Err() != nil || errors.As(err, &why) {
			return err
		}
		v.Faults = append(v.Faults, "the database cannot be restored: "+err.Error())
		return nil
	}
	if err := v.judge(ctx, url, false); err != nil {
		return err
	}
	if v.Header.Schema == postgres.KnownSchema() {
		return v.judge(ctx, url, true)
	}
	// An older backup must be one that this program can start on.
	if err := postgres.Migrate(ctx, url); err != nil {
		if ctx.Err() != nil || postgres.NoSpace(err) {
			return err
		}
		v.Faults = append(v.Faults, "the restored database cannot be brought up to this version: "+store.AsError(err).Error())
		return nil
	}
	v.Upgraded = true
	return v.judge(ctx, url, true)
}

// judge compares the restored database with the manifest, or, once it is of this
// program's schema, with itself and the stored files.
func (v *Verdict) judge(ctx context.Context, url string, itself bool) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if !itself {
			contents, err := postgres.ReadContents(ctx, tx)
			if err == nil {
				contents.Sequences, err = postgres.ReadSequences(ctx, tx)
			}
			if err == nil {
				v.Faults = append(v.Faults, v.Manifest.Contents.Compare(contents)...)
			}
			return err
		}
		totals, problems, err := postgres.CheckSoundness(ctx, tx, subjects.All())
		if err != nil {
			return err
		}
		v.Totals, v.Faults = totals, append(v.Faults, problems...)
		if !v.Header.Media {
			return nil
		}
		files, err := postgres.StoredFiles(ctx, tx, subjects.All())
		for _, f := range files {
			name := f.Upload + "/" + string(f.Variant)
			if _, there := v.Manifest.Media[name]; !there && !slices.Contains(v.Manifest.Gone, name) && !slices.Contains(v.Manifest.Missing, name) {
				v.Faults = append(v.Faults, "the stored file "+name+" is not in the backup")
			}
		}
		return err
	})
}

// noSpace is what a system says of a disk that is full, in the lines of Postgres's programs too,
// and in those of a server that speaks English.
const noSpace = "No space left on device"

// isFull says whether the server of a database has no space left for some 8 MB. It answers by a
// code, whatever language it speaks; its programs do not give on the code of a failure.
func isFull(ctx context.Context, conn *pgx.Conn) bool {
	_, err := conn.Exec(ctx, `create temporary table space_left on commit drop as select n, md5(n::text) from generate_series(1, 120000) n`)
	return postgres.NoSpace(err)
}

// untried says why a dump was not restored, which says nothing about the dump.
type untried struct{ error }

// load restores a dump of a backup into an empty database.
func load(ctx context.Context, url, dump string, h Header) (err error) {
	conn, err := connect(ctx, url)
	if err != nil {
		return untried{fmt.Errorf("the database cannot be reached: %s", cannotReach(err))}
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	var server int
	if err := conn.QueryRow(ctx, `select current_setting('server_version_num')::int / 10000`).Scan(&server); err != nil {
		return err
	}
	if server < h.Postgres {
		return untried{fmt.Errorf("it needs PostgreSQL %d or newer, this is %d", h.Postgres, server)}
	}
	program, err := tool(ctx, "pg_restore", h.Postgres)
	if err != nil {
		return untried{err}
	}
	for _, section := range []string{"pre-data", "data", "post-data"} {
		err := run(ctx, program, url, "--exit-on-error", "--no-owner", "--no-privileges", "--no-password", "--jobs=2", "--section="+section, dump)
		switch {
		case err == nil:
		case strings.Contains(err.Error(), noSpace) || isFull(ctx, conn):
			return untried{fmt.Errorf("no space is left where the database is restored: %w", err)}
		case conn.Ping(ctx) != nil:
			return untried{fmt.Errorf("the database that is restored into was lost: %w", err)}
		default:
			return err
		}
		if section == "pre-data" {
			if err := postgres.MakeRestorable(ctx, conn, h.Schema); err != nil {
				return err
			}
		}
	}
	return nil
}
