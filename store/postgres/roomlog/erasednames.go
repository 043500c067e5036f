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

// RenameMentionsIn writes the new name where others have mentioned the member by one of
// its names, or the member itself, which counts as no mention, and says whether anywhere. until
// is when somebody else took the names, zero for nobody. They are of letters, digits and _ only.
func RenameMentionsIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID, names []string, until time.Time, username string) (renamed bool, err error) {
	pattern := `@(` + strings.Join(names, "|") + `)` + afterName
	for _, statement := range []string{
		`update messages m set body = regexp_replace(body, $2, '@' || $3, 'gi') from message_mentions x
			where x.member_id = $1 and m.id = x.message_id and m.body ~* $2 and m.created_at < coalesce($4, timestamptz 'infinity')`,
		`update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where sender_id = $1 and body ~* $2 and created_at < coalesce($4, timestamptz 'infinity')`,
		`update message_edits e set body = regexp_replace(body, $2, '@' || $3, 'gi') from message_mentions x
			where x.member_id = $1 and e.message_id = x.message_id and e.body ~* $2 and x.at < coalesce($4, timestamptz 'infinity')`,
	} {
		tag, err := tx.Exec(ctx, statement, id, pattern, username, postgres.NullTime(until))
		if err != nil {
			return renamed, err
		}
		renamed = renamed || tag.RowsAffected() > 0
	}
	return renamed, nil
}

// How long the messages with a name may be searched for, and how many are changed at once.
const (
	nameSearchTime  = 20 * time.Second
	nameSearchBatch = 500
)

// RenameWords writes username for @name in texts since a time that mention nobody by it: the
// member had given the name up, and was called so nevertheless. Each transaction that changes
// some runs announce.
func RenameWords(ctx context.Context, db *postgres.DB, name string, since time.Time, username string, announce func(context.Context, pgx.Tx) error) error {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
	if len(words) == 0 {
		return nil
	}
	pattern := `(?<![[:alnum:]_])@` + name + afterName
	var found []pgtype.UUID
	err := db.Analyze(ctx, nameSearchTime, func(ctx context.Context, tx pgx.Tx) error {
		// The index of words, however many messages the planner expects to have a name.
		if _, err := tx.Exec(ctx, `set local enable_seqscan = off`); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			select id from messages where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ $1::text::tsquery
				and created_at >= $2 and body ~* $3
			union select message_id from message_edits where at >= $2 and body ~* $3`, `'`+strings.Join(words, `' & '`)+`'`, since, pattern)
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
