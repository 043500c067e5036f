// The names of members who were erased, in what others have written.

package roomlog

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
)

// afterName is what stands behind a whole name.
const afterName = `(?![A-Za-z0-9_])`

// The texts of mentions "x", and those that edits replaced, with the pattern $2. "offset 0" has the
// pattern compared with these alone: it was planned as a comparison with everybody's.
const (
	mentions  = `select message_id, at from message_mentions where member_id = $1::uuid`
	mentioned = `(select m.id, m.body from x join messages m on m.id = x.message_id offset 0) m where m.body ~* $2`
	before    = `(select e.message_id, e.body from x join message_edits e on e.message_id = x.message_id offset 0) e where e.body ~* $2`
)

// own are the texts that the member $1 wrote itself, as the index of words finds them.
const own = `messages where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ ('''@' || $1::uuid::text || '''')::tsquery
	and sender_id = $1::uuid`

// endOfOwn gives the end of a window of $3 of them after $2: windows of everybody's messages are many.
const endOfOwn = `with x as materialized (select created_at from ` + own + `)
	select created_at from x where created_at > $2 order by created_at offset $3 limit 1`

// mentionOf is the pattern of a mention by one of the names, which are of letters, digits and _ only.
func mentionOf(names []string) string { return `@(` + strings.Join(names, "|") + `)` + afterName }

// RenameMentionsIn writes the new name where others have mentioned the member by one of its
// names, or the member itself, which counts as no mention. It looks at the last 500 mentions and at
// 500 texts of the member: all of them may take a transaction too long. RenameMentions does the others.
func RenameMentionsIn(ctx context.Context, tx pgx.Tx, id pgtype.UUID, names []string, username string) error {
	last := `with x as materialized (` + mentions + ` order by at desc limit $4) `
	for _, statement := range []string{
		last + `update messages set body = regexp_replace(body, $2, '@' || $3, 'gi') where id in (select m.id from ` + mentioned + `)`,
		last + `update message_edits set body = regexp_replace(body, $2, '@' || $3, 'gi') where body ~* $2 and message_id in (select e.message_id from ` + before + `)`,
	} {
		if _, err := tx.Exec(ctx, statement, id, mentionOf(names), username, nameBatch); err != nil {
			return err
		}
	}
	written, err := findWritten(ctx, tx, `select id from `+own+` limit $2`, id, nameBatch)
	if err != nil {
		return err
	}
	return rename(ctx, tx, written, mentionOf(names), username)
}

// mentionSearches find where a text mentions the member by one of the names, and where the member
// has written them itself.
func mentionSearches(member string, names []string) []nameSearch {
	pattern := mentionOf(names)
	return []nameSearch{{
		key: "@mentions", pattern: pattern, args: []any{member, pattern},
		end: `select at from message_mentions where member_id = $1 and at > $2 order by at offset $3 limit 1`, of: []any{member}, size: mentionWindow,
		found: `with x as materialized (` + mentions + ` and at > $3 and at <= $4)
			select m.id from ` + mentioned + ` union select e.message_id from ` + before,
	}, {
		key: "@own", pattern: pattern, args: []any{member, pattern},
		end: endOfOwn, of: []any{member}, size: messageWindow,
		found: `select id from ` + own + ` and body ~* $2 and created_at > $3 and created_at <= $4`,
	}}
}

// RenameMentions writes the new name where a text mentions the member by one of the names, which
// nobody else has taken, or where the member has written them.
func (r Renaming) RenameMentions(ctx context.Context, member string, names []string) error {
	for _, s := range mentionSearches(member, names) {
		if err := r.run(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// RenameWords writes the new name for @name in texts since a time that mention nobody by it: the
// member had given the name up, and was called so nevertheless.
func (r Renaming) RenameWords(ctx context.Context, name string, since time.Time) error {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
	if len(words) == 0 {
		return nil
	}
	pattern := `(?<![[:alnum:]_])@` + name + afterName
	return r.run(ctx, nameSearch{
		key: name, pattern: pattern, args: []any{`'` + strings.Join(words, `' & '`) + `'`, pattern},
		// A text that was written before may have been edited since.
		from: since.Add(-2 * editLimit),
		end:  endOfMessages, size: messageWindow,
		found: `select id from messages where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ $1::text::tsquery
				and created_at > $3 and created_at <= $4 and created_at >= $5 and body ~* $2
			union select e.message_id from (
				select e.message_id, e.body, e.at from messages m join message_edits e on e.message_id = m.id
				where m.created_at > $3 and m.created_at <= $4 offset 0) e where e.at >= $5 and e.body ~* $2`,
		more: []any{since},
	})
}

// RenameAhead writes the member's username for a name that it had until somebody else took it, in
// texts from before, in short transactions for as long as the member is to be erased now: the
// erasure then finds it there. Stopped at any time, it goes on where progress says.
func RenameAhead(ctx context.Context, db *postgres.DB, m store.Member, name string, until time.Time, progress SearchProgress) error {
	for _, s := range mentionSearches(m.ID, []string{name}) {
		s.key, s.until = s.key+":"+name, until
		err := s.each(ctx, db, progress.from(s), func(found []pgtype.UUID, until time.Time) error {
			err := inSteps(ctx, db, m, found, func(ctx context.Context, tx pgx.Tx, some []pgtype.UUID) error {
				return rename(ctx, tx, some, s.pattern, m.Username)
			})
			if err != nil {
				return err
			}
			return progress.saveDone(ctx, s, until)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
