// The names of members who were erased, in what others have written.

package roomlog

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store/postgres"
)

// afterName is what stands behind a whole name.
const afterName = `(?![A-Za-z0-9_])`

// How long the messages with a name may be searched for, and how many are changed at once.
const (
	nameSearchTime  = 20 * time.Second
	nameSearchBatch = 500
)

// The texts that mention the member $1, or that it wrote itself, with the pattern $2. "offset 0" has
// the pattern compared with these alone, and the index of words finds the member's own: both were
// planned as a comparison with everybody's.
const (
	mentioned = `(select m.id, m.body, m.created_at from message_mentions x join messages m on m.id = x.message_id
		where x.member_id = $1::uuid offset 0) m where m.body ~* $2`
	before = `(select e.message_id, e.body, x.at from message_mentions x join message_edits e on e.message_id = x.message_id
		where x.member_id = $1::uuid offset 0) e where e.body ~* $2`
	own = `messages where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $1::uuid::text || '''')::tsquery
		and sender_id = $1::uuid and body ~* $2`
)

// mentionOf is the pattern of a mention by one of the names, which are of letters, digits and _ only.
func mentionOf(names []string) string { return `@(` + strings.Join(names, "|") + `)` + afterName }

// RenameMentionsIn writes the new name where others have mentioned the member by one of its
// names, or the member itself, which counts as no mention. until is when somebody else took the
// names. Zero is nobody: of many mentions it leaves those that would take a transaction too long
// to RenameMentions.
func RenameMentionsIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID, names []string, until time.Time, username string) error {
	most := pgtype.Int4{Int32: nameSearchBatch, Valid: until.IsZero()}
	for _, statement := range []string{
		`update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where id in (
			select m.id from ` + mentioned + ` and m.created_at < coalesce($4, timestamptz 'infinity') limit $5)`,
		`update message_edits set body = regexp_replace(body, $2, '@' || $3, 'gi') where body ~* $2 and message_id in (
			select e.message_id from ` + before + ` and e.at < coalesce($4, timestamptz 'infinity') limit $5)`,
		`update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where id in (
			select id from ` + own + ` and created_at < coalesce($4, timestamptz 'infinity') limit $5)`,
	} {
		if _, err := tx.Exec(ctx, statement, id, mentionOf(names), username, postgres.NullTime(until), most); err != nil {
			return err
		}
	}
	return nil
}

// RenameMentions writes username where a text mentions the member by one of the names, which
// nobody else has taken, as RenameMentionsIn does. Each transaction that changes some runs announce.
func RenameMentions(ctx context.Context, db *postgres.DB, id pgtype.UUID, names []string, username string, announce func(context.Context, pgx.Tx) error) error {
	return renameFound(ctx, db, `select m.id from `+mentioned+` union select e.message_id from `+before+` union select id from `+own,
		[]any{id, mentionOf(names)}, mentionOf(names), username, announce)
}

// RenameWords writes username for @name in texts since a time that mention nobody by it: the
// member had given the name up, and was called so nevertheless. Each transaction that changes
// some runs announce.
func RenameWords(ctx context.Context, db *postgres.DB, name string, since time.Time, username string, announce func(context.Context, pgx.Tx) error) error {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
	if len(words) == 0 {
		return nil
	}
	pattern := `(?<![[:alnum:]_])@` + name + afterName
	return renameFound(ctx, db, `
		select id from messages where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ $1::text::tsquery
			and created_at >= $2 and body ~* $3
		union select message_id from message_edits where at >= $2 and body ~* $3`,
		[]any{`'` + strings.Join(words, `' & '`) + `'`, since, pattern}, pattern, username, announce)
}

// renameFound writes username for the pattern in the messages that a search finds. Whoever edits
// one of them waits for one batch at most.
func renameFound(ctx context.Context, db *postgres.DB, search string, args []any, pattern, username string, announce func(context.Context, pgx.Tx) error) error {
	var found []pgtype.UUID
	err := db.Analyze(ctx, nameSearchTime, func(ctx context.Context, tx pgx.Tx) error {
		// The index of words, however many messages the planner expects to have a name.
		if _, err := tx.Exec(ctx, `set local enable_seqscan = off`); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, search, args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
		return err
	})
	for len(found) > 0 && err == nil {
		some := found[:min(len(found), nameSearchBatch)]
		err = db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			for _, statement := range []string{
				`update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where id = any($1) and body ~* $2`,
				`update message_edits set body = regexp_replace(body, $2, '@' || $3, 'gi') where message_id = any($1) and body ~* $2`,
			} {
				if _, err := tx.Exec(ctx, statement, some, pattern, username); err != nil {
					return err
				}
			}
			return announce(ctx, tx)
		})
		found = found[len(some):]
	}
	return err
}
