// The copy of a member's data: a zip of JSON files, and of the member's own pictures
// and recordings.

package people

import (
	"archive/zip"
	"context"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
)

// MakeExport makes an export that was asked for and stores it. It does nothing for one
// that is ready or not wanted any more.
func (d *MyData) MakeExport(ctx context.Context, export string, files people.ExportFiles) error {
	id, ok := postgres.ParseID(export)
	if !ok {
		return nil
	}
	var member pgtype.UUID
	err := d.db.Pool().QueryRow(ctx, `select member_id from exports where id = $1 and ready_at is null and expires_at is null`, id).Scan(&member)
	if postgres.NoRow(err) {
		return nil
	}
	if err != nil {
		return postgres.Fault(err)
	}
	from, to := io.Pipe()
	go func() { to.CloseWithError(d.writeExport(ctx, to, member, files)) }()
	err = files.PutExport(ctx, export, from)
	from.CloseWithError(io.ErrClosedPipe) // the writer ends too when the storage has failed
	if err != nil {
		return err
	}
	return d.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update exports set ready_at = muster_now(), expires_at = muster_now() + $2::interval
			where id = $1 and ready_at is null and expires_at is null`, id, people.ExportAge)
		return err
	})
}

// writeExport writes the zip of a member's data as one snapshot.
func (d *MyData) writeExport(ctx context.Context, to io.Writer, member pgtype.UUID, files people.ExportFiles) error {
	z := zip.NewWriter(to)
	var uploads []string
	var picture string
	err := pgx.BeginTxFunc(ctx, d.db.Pool(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = '5min'`); err != nil {
			return err
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now(), coalesce((select picture_id::text from profiles where member_id = $1), '')`, member).Scan(&now, &picture); err != nil {
			return err
		}
		parts, err := d.subjectFiles(ctx, tx, member)
		if err != nil {
			return err
		}
		if err := writeReadme(z, now, parts, leftOut(d.db)); err != nil {
			return err
		}
		for _, part := range parts {
			if part.Query == "" {
				err = writeRows(z, part)
			} else {
				err = d.writeQuery(ctx, tx, z, part, member)
			}
			if err != nil {
				return err
			}
		}
		rows, err := tx.Query(ctx, `select id::text from uploads where owner_id = $1 and decrypt_id is null and ready_at is not null and deleted_at is null`, member)
		if err != nil {
			return err
		}
		uploads, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return postgres.Fault(err)
	}
	if picture != "" {
		if err := copyFile(ctx, z, files, "picture", picture); err != nil {
			return err
		}
	}
	for _, upload := range uploads {
		if err := copyFile(ctx, z, files, "files/"+upload, upload); err != nil {
			return err
		}
	}
	return z.Close()
}

func writeReadme(z *zip.Writer, now time.Time, files []postgres.ExportFile, leftOut map[string]string) error {
	w, err := z.Create("README.txt")
	if err != nil {
		return err
	}
	text := []byte("This is everything about you in this community, as of " + now.UTC().Format(time.RFC3339) + ".\nEach file is a list of objects in JSON.\n\n")
	for _, file := range files {
		text = append(text, file.Name+": "+file.About+"\n"...)
	}
	text = append(text, "\nNot in here:\n"...)
	for _, table := range slices.Sorted(maps.Keys(leftOut)) {
		text = append(text, "- "+leftOut[table]+"\n"...)
	}
	_, err = w.Write(text)
	return err
}

// writeQuery adds the rows of a file's query to a zip, one by one.
func (d *MyData) writeQuery(ctx context.Context, tx pgx.Tx, z *zip.Writer, f postgres.ExportFile, member pgtype.UUID) error {
	w, err := z.Create(f.Name)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `select to_json(part)::text from (`+f.Query+`) part`, member)
	if err != nil {
		return err
	}
	before := "[\n"
	var row string
	if _, err := pgx.ForEachRow(rows, []any{&row}, func() error {
		_, err := io.WriteString(w, before+row)
		before = ",\n"
		return err
	}); err != nil {
		return err
	}
	if before == "[\n" {
		_, err = io.WriteString(w, "[]\n")
		return err
	}
	_, err = io.WriteString(w, "\n]\n")
	return err
}

// copyFile copies a stored file; one that went meanwhile is left out.
func copyFile(ctx context.Context, z *zip.Writer, files people.ExportFiles, name, upload string) error {
	content, err := files.Get(ctx, upload, store.MediaFile)
	if store.CodeOf(err) == store.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	defer content.Close()
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, content)
	return err
}

// SweepExports removes the files of exports that nobody may have any more. A file that
// is not found is looked for again for store.MissingFileAge; one that was not ready, for
// as long as it may still be under way to the storage. It fails as postgres.EachID does.
func (d *MyData) SweepExports(ctx context.Context, files store.MediaFiles) error {
	const ended = `select id from exports where removed_at is null and expires_at <= muster_now() and id > $1 order by id limit $2`
	return d.db.EachID(ctx, ended, func(export string) error {
		found, err := files.Remove(ctx, export)
		if err != nil {
			return err
		}
		return d.db.Exec(ctx, `update exports set removed_at = muster_now()
			where id = $1 and ($2 or expires_at <= muster_now() - case when ready_at is null then $4::interval else $3::interval end)`,
			export, found, store.MissingFileAge, people.ExportPause)
	})
}
