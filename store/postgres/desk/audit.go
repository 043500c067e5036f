// The audit log as administrators read it.

package desk

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// auditTime is how long a page of the log may take to read.
const auditTime = 4 * time.Second

// A search of the log looks at so many entries at a time, and goes on for so long. To look
// at all entries for a rare word took longer than a call may.
const (
	auditStretchLength = 10_000
	auditSearchTime    = time.Second
)

// auditDetail reads one side of a change; versions of notes are read with their text.
func auditDetail(side string) string {
	return `case when a.action = 'notes_changed' then (select jsonb_build_object('notes', n.text) from member_notes n
		where n.id = (a.detail->'` + side + `'->>'note')::bigint) else a.detail->'` + side + `' end`
}

// auditName is what the log calls a member without a username.
func auditName(table string) string {
	return strings.ReplaceAll(`coalesce(nullif(m.name, ''), m.email, m.phone, '')`, "m.", table+".")
}

// auditID is a text as an id, null for one that is none.
func auditID(text string) string {
	return `case when ` + text + ` ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (` + text + `)::uuid end`
}

// viewActions are the names of what only looks, as an index has them.
const viewActions = `'(_viewed|_exported)$'`

// auditSource is where entries are found: $7 is the id that they are about, of the member
// $6 where there is one, "" for any. Each part has an index in the order of the log; one
// condition of all of them had the whole log read.
func auditSource(subject string) string {
	if subject == "" {
		return `(select * from audit where $6::uuid is null and $7 = '')`
	}
	return `(select * from audit where member_id = $6
		union all select * from audit where subject = $7 and coalesce(member_id <> $6, true)
		union all select * from audit where detail->>'room' = $7 and subject <> $7 and coalesce(member_id <> $6, true))`
}

// auditFilter is true of the entries "a" of a page whatever their text: $1 is the actor,
// $2 and $3 from when until when, $4 the id before which the page begins, $5 the action or a
// kind of them.
const auditFilter = `
	($4::bigint = 0 or a.id < $4) and ($1::uuid is null or a.actor_id = $1)
	and ($2::timestamptz is null or a.at >= $2) and ($3::timestamptz is null or a.at < $3)
	and ($5 = '' or a.action = $5 or $5 = '` + store.AuditChanges + `' and a.action !~ ` + viewActions + ` or $5 = '` + store.AuditViews + `' and a.action ~ ` + viewActions + `)`

// auditStretch is how far back the next $8 entries go that may have the text, and how many
// there are.
func auditStretch(subject string) string {
	return `select coalesce(min(id), 0), count(*) from (select a.id from ` + auditSource(subject) + ` a where ` + auditFilter + ` order by a.id desc limit $8) s`
}

// auditEntries selects entries newest first, down to the id $9: $10 is the text, $8 how
// many; the text also means the actions $11 and the subjects $12, and $13 the operator. fold
// is what the text is compared by. Of each entry that is looked at only that is read: to
// read whatever a page shows took four times as long.
func auditEntries(subject, fold string) string {
	return `
	select a.id, a.at, coalesce(a.actor_id::text, ''), coalesce(actor.username, ''), case when a.actor_id is null then '` + store.Operator + `' else ` + auditName("actor") + ` end, a.action, a.subject,
	       coalesce(case when a.member_id::text = a.subject then coalesce(about.username, ` + auditName("about") + `) end, place.display_name, sent.name, nullif(applied.full_name, ''), ''),
	       coalesce(a.member_id::text, ''), coalesce(about.username, ''), ` + auditName("about") + `,
	       coalesce(a.detail->>'room', ''), coalesce(came.address, seen.address, ''), coalesce(seen.device, ''),
	       ` + auditDetail("before") + `, ` + auditDetail("after") + `,
	       (select array_agg(v.value #>> '{}' order by v.number)
	           from jsonb_path_query(jsonb_build_array(a.detail->'after', a.detail->'before'), 'strict $.** ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') with ordinality v(value, number))
	from (
		select a.* from ` + auditSource(subject) + ` a
		left join members actor on actor.id = a.actor_id
		left join members about on about.id = a.member_id
		left join rooms place on place.id = a.subject
		left join applications applied on applied.id = ` + auditID("a.subject") + `
		where a.id >= $9 and ` + auditFilter + `
		  and ($10 = '' or a.action = any($11) or a.subject = any($12) or $13 and a.actor_id is null or strpos(` + fold + `(concat_ws(' ', a.action, replace(a.action, '_', ' '), a.subject, case when a.actor_id is null then '` + store.Operator + `' end, actor.username, actor.name, about.username, about.name, place.display_name, applied.full_name,
		       a.detail->>'room', a.detail->>'before', a.detail->>'after')), (select ` + fold + `($10))) > 0)
		order by a.id desc limit $8
	) a
	left join members actor on actor.id = a.actor_id
	left join members about on about.id = a.member_id
	left join rooms place on place.id = a.subject
	left join campaigns sent on sent.id = ` + auditID("a.subject") + `
	left join applications applied on applied.id = ` + auditID("a.subject") + `
	left join session_seen seen on seen.session_id = (a.detail->>'session')::uuid
	left join audit_addresses came on came.audit_id = a.id
	order by a.id desc`
}

// Audit reads a page of the audit log, newest first; next is where the next one
// begins, 0 at the end. A search that has gone on for long ends before it has found a
// whole page, and next is how far it came. Who or what is not known has no entries.
func (d *Desk) Audit(ctx context.Context, q store.AuditQuery) (page []store.AuditEntry, next int64, err error) {
	var actor, member pgtype.UUID
	if q.Actor != "" {
		if actor, err = d.auditPerson(ctx, q.Actor); err != nil || !actor.Valid {
			return nil, 0, err
		}
	}
	if q.Subject != "" {
		if member, err = d.auditPerson(ctx, q.Subject); err != nil {
			return nil, 0, err
		}
	}
	subject := q.Subject
	if _, ok := postgres.ParseID(subject); ok {
		subject = member.String() // as it is written in the log
	}
	err = d.db.Analyze(ctx, auditTime, func(ctx context.Context, tx pgx.Tx) error {
		if q.Before != 0 {
			// The entries up to a cursor may be beyond the retention by now.
			if err := postgres.IsRow(ctx, tx, `select from audit where id = $1 union all select where $1 < (select min(id) from audit)`, q.Before); err != nil {
				return err
			}
		}
		// Every table is joined by its key: to look for a better order took 30 ms of each page.
		if _, err := tx.Exec(ctx, `set local join_collapse_limit = 1`); err != nil {
			return err
		}
		var ids [][]string // that are in each entry
		page, ids, next = nil, nil, q.Before
		for begun := time.Now(); ; {
			filter := []any{actor, postgres.NullTime(q.From), postgres.NullTime(q.To), next, q.Action, member, subject}
			var until int64
			last := true
			if q.Text != "" {
				var found int
				if err := tx.QueryRow(ctx, auditStretch(subject), append(filter, d.auditStretch)...).Scan(&until, &found); err != nil {
					return err
				}
				last = found < d.auditStretch
			}
			more, in, err := readAudit(ctx, tx, q, append(filter, q.Limit+1-len(page), until))
			if err != nil {
				return err
			}
			page, ids, next = append(page, more...), append(ids, in...), until
			if last {
				next = 0
			}
			if last || len(page) > q.Limit || time.Since(begun) >= d.auditSearch {
				break
			}
		}
		if len(page) > q.Limit {
			page, ids = page[:q.Limit], ids[:q.Limit]
			next = page[q.Limit-1].ID
		}
		return addListed(ctx, tx, page, ids)
	})
	return page, next, err
}

// readAudit reads the entries of a stretch of the log, and the ids that are in each.
func readAudit(ctx context.Context, tx pgx.Tx, q store.AuditQuery, args []any) (page []store.AuditEntry, ids [][]string, err error) {
	fold := `lower` // costs half as much, and knows the capitals of ASCII alone
	if strings.ContainsFunc(q.Text, func(r rune) bool { return r > unicode.MaxASCII }) {
		fold = `user_fold`
	}
	rows, err := tx.Query(ctx, auditEntries(q.Subject, fold), append(args, q.Text, q.Meant.Actions, q.Meant.Subjects, q.Meant.Operator)...)
	if err != nil {
		return nil, nil, err
	}
	page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e store.AuditEntry, err error) {
		var in []string
		err = row.Scan(&e.ID, &e.At, &e.Actor.ID, &e.Actor.Username, &e.Actor.Name, &e.Action, &e.Subject, &e.SubjectName,
			&e.Member.ID, &e.Member.Username, &e.Member.Name, &e.Room, &e.Address, &e.Device, &e.Before, &e.After, &in)
		ids = append(ids, in)
		return e, err
	})
	return page, ids, err
}

// addListed names the members whose ids are in each entry of a page, in their order. They
// are looked up once: who reads the users page by page has fifty in every entry.
func addListed(ctx context.Context, tx pgx.Tx, page []store.AuditEntry, ids [][]string) error {
	rows, err := tx.Query(ctx, `select m.id, coalesce(m.username, ''), `+auditName("m")+` from members m where m.id = any($1::text[]::uuid[])`, slices.Concat(ids...))
	if err != nil {
		return err
	}
	people := map[string]store.AuditPerson{}
	var p store.AuditPerson
	if _, err := pgx.ForEachRow(rows, []any{&p.ID, &p.Username, &p.Name}, func() error { people[p.ID] = p; return nil }); err != nil {
		return err
	}
	for i := range page {
		in := map[string]bool{}
		for _, id := range ids[i] {
			if p, ok := people[id]; ok && !in[id] {
				in[id] = true
				page[i].Listed = append(page[i].Listed, p)
			}
		}
	}
	return nil
}

// AuditActions lists the actions that are in the audit log, by name.
func (d *Desk) AuditActions(ctx context.Context) (actions []string, err error) {
	err = d.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		// From one to the next by the index: there are many entries of each.
		rows, err := conn.Query(ctx, `
			with recursive kinds as (
				(select action from audit order by action limit 1)
				union all
				select (select action from audit where action > k.action order by action limit 1) from kinds k where k.action is not null
			) select action from kinds where action is not null`)
		if err != nil {
			return err
		}
		actions, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return actions, err
}

// auditPerson is the id that is meant by an id, a username, an e-mail address or a
// phone; not valid when nobody is.
func (d *Desk) auditPerson(ctx context.Context, raw string) (pgtype.UUID, error) {
	if id, ok := postgres.ParseID(raw); ok {
		return id, nil
	}
	m, err := members.New(d.db).FindNamed(ctx, raw)
	if store.CodeOf(err) == store.NotFound {
		return pgtype.UUID{}, nil
	}
	id, _ := postgres.ParseID(m.ID)
	return id, err
}
