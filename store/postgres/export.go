// The copy of a member's data: a zip of JSON files, and of the member's own pictures
// and recordings.

package postgres

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
)

// exportFiles are the files of an export that this package knows. What others said and what administrators noted is not the member's
// (notExported).
var exportFiles = []ExportFile{
	{Name: "account.json", About: "who you are here", Query: `select id, name, email, phone, username, username_at, is_creator, created_at, updated_at, erase_at from members where id = $1`},
	{Name: "profile.json", About: "what you show of yourself", Query: `select public_bio, show_rank_public, profile_private, skills_tags, badge_tags, views, updated_at from profiles where member_id = $1`},
	{Name: "username-changes.json", About: "your usernames", Query: `select old_username, new_username, at from username_changes where member_id = $1 order by at`},
	{Name: "sessions.json", About: "where you signed in", Query: `select s.created_at, s.expires_max, s.revoked_at, seen.last_seen_at, seen.device, seen.address
		from sessions s left join session_seen seen on seen.session_id = s.id where s.person_id = $1 order by s.created_at`},
	{Name: "messages.json", About: "what you wrote", Query: `select id, room_id, kind, body, media_url, reply_to, created_at, edited_at, deleted_at from messages where sender_id = $1 order by created_at, id`},
	{Name: "message-edits.json", About: "earlier texts of messages you edited", Query: `select e.message_id, e.body, e.at from message_edits e join messages m on m.id = e.message_id where m.sender_id = $1 order by e.at`},
	{Name: "reactions.json", About: "your reactions", Query: `select message_id, emoji from reactions where member_id = $1`},
	{Name: "pins.json", About: "messages you pinned", Query: `select room_id, message_id, at from room_pins where pinned_by = $1`},
	{Name: "uploads.json", About: "files you sent; the files themselves are in the folder files", Query: `select id, room_id, kind, content_type, size, metadata, created_at, message_id from uploads where owner_id = $1 and decrypt_id is null and deleted_at is null`},
	{Name: "reading.json", About: "how far you have read", Query: `select room_id, seq from room_reads where member_id = $1`},
	{Name: "standing.json", About: "your rights here", Query: `select is_admin, chat_enabled, banned_until, sign_in_disabled from member_standing where member_id = $1`},
	{Name: "mentions.json", About: "messages in which others named you", Query: `select message_id, room_id, at from message_mentions where member_id = $1 order by at`},
	{Name: "notices.json", About: "what you were told about reports", Query: `select kind, detail, at from notices where member_id = $1 order by at`},
}

// notExported are the tables about members that an export leaves out, and why.
var notExported = map[string]string{
	"audit": "what administrators did, kept for the community",

	"member_directory": "an index of what account.json and points.json say",
	"badge_holdings":   "an index of what profile.json says",
	"member_places":    "an index of what sessions.json and points.json say",
	"member_search":    "an index of what account.json says",
	"usernames":        "names that you have held: in username-changes.json",
	"sends":            "numbers of messages that guard against sending twice",
	"room_events":      "the order of what happened in rooms: your part is in the other files",
	"room_pace":        "when you wrote last in a room: in messages.json",
	"profile_views":    "who looked at a profile; their number is in profile.json",
	"profile_pictures": "earlier pictures, which are removed; the one you show is in the file picture",
	"exports":          "when you asked for copies like this one",
}

// MakeExport makes an export that was asked for and stores it. It does nothing for one
// that is ready or not wanted any more.
func (d *MyData) MakeExport(ctx context.Context, export string, files store.ExportFiles) error {
	id, ok := ParseID(export)
	if !ok {
		return nil
	}
	var member pgtype.UUID
	err := d.db.pool.QueryRow(ctx, `select member_id from exports where id = $1 and ready_at is null and expires_at is null`, id).Scan(&member)
	if NoRow(err) {
		return nil
	}
	if err != nil {
		return Fault(err)
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
			where id = $1 and ready_at is null and expires_at is null`, id, store.ExportAge)
		return err
	})
}

// writeExport writes the zip of a member's data as one snapshot.
func (d *MyData) writeExport(ctx context.Context, to io.Writer, member pgtype.UUID, files store.ExportFiles) error {
	z := zip.NewWriter(to)
	var uploads []string
	var picture string
	err := pgx.BeginTxFunc(ctx, d.db.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = '5min'`); err != nil {
			return err
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now(), coalesce((select picture_id::text from profiles where member_id = $1), '')`, member).Scan(&now, &picture); err != nil {
			return err
		}
		more, err := d.subjectFiles(ctx, tx, member)
		if err != nil {
			return err
		}
		parts := slices.Concat(exportFiles, more)
		if err := writeReadme(z, now, parts, d.db.leftOut()); err != nil {
			return err
		}
		for _, part := range parts {
			if part.Query == "" {
				err = part.write(z)
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
		return Fault(err)
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

func writeReadme(z *zip.Writer, now time.Time, files []ExportFile, leftOut map[string]string) error {
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
func (d *MyData) writeQuery(ctx context.Context, tx pgx.Tx, z *zip.Writer, f ExportFile, member pgtype.UUID) error {
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
func copyFile(ctx context.Context, z *zip.Writer, files store.ExportFiles, name, upload string) error {
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
// is not found is looked for again for store.MissingFileAge.
func (d *MyData) SweepExports(ctx context.Context, files store.MediaFiles) error {
	rows, err := d.db.pool.Query(ctx, `select id::text from exports where removed_at is null and expires_at <= muster_now() order by expires_at limit $1`, sweepBatch)
	if err != nil {
		return Fault(err)
	}
	ended, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return Fault(err)
	}
	for _, export := range ended {
		found, err := files.Remove(ctx, export)
		if err != nil {
			return err
		}
		if _, err := d.db.pool.Exec(ctx, `update exports set removed_at = muster_now()
			where id = $1 and ($2 or ready_at is null or expires_at <= muster_now() - $3::interval)`, export, found, store.MissingFileAge); err != nil {
			return Fault(err)
		}
	}
	return nil
}
