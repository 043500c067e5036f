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

// auditEntries selects entries newest first: $1 the text, $2 the actor, $3 the member
// and $4 the id that the entry is about, $5 and $6 from when until when, $7 the id
// before which the page begins, $8 how many, $9 the action or a kind of them;
// the text also means the actions $10 and the subjects $11, and $12 the operator. fold is
// what the text is compared by.
func auditEntries(fold string) string {
	return `
	select a.id, a.at, coalesce(a.actor_id::text, ''), coalesce(actor.username, ''), case when a.actor_id is null then '` + store.Operator + `' else ` + auditName("actor") + ` end, a.action, a.subject,
	       coalesce(case when a.member_id::text = a.subject then coalesce(about.username, ` + auditName("about") + `) end, place.display_name, sent.name, nullif(applied.full_name, ''), ''),
	       coalesce(a.member_id::text, ''), coalesce(about.username, ''), ` + auditName("about") + `,
	       coalesce(a.detail->>'room', ''), coalesce(came.address, seen.address, ''), coalesce(seen.device, ''),
	       ` + auditDetail("before") + `, ` + auditDetail("after") + `,
	       (select array_agg(v.value #>> '{}' order by v.number)
	           from jsonb_path_query(jsonb_build_array(a.detail->'after', a.detail->'before'), 'strict $.** ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') with ordinality v(value, number))
	from audit a
	left join members actor on actor.id = a.actor_id
	left join members about on about.id = a.member_id
	left join rooms place on place.id = a.subject
	left join campaigns sent on sent.id = ` + auditID("a.subject") + `
	left join applications applied on applied.id = ` + auditID("a.subject") + `
	left join session_seen seen on seen.session_id = (a.detail->>'session')::uuid
	left join audit_addresses came on came.audit_id = a.id
	where ($7::bigint = 0 or a.id < $7)
	  and ($2::uuid is null or a.actor_id = $2)
	  and ($4 = '' or a.member_id = $3 or a.subject = $4 or a.detail->>'room' = $4)
	  and ($5::timestamptz is null or a.at >= $5) and ($6::timestamptz is null or a.at < $6)
	  and ($9 = '' or a.action = $9 or $9 = '` + store.AuditChanges + `' and a.action !~ ` + viewActions + ` or $9 = '` + store.AuditViews + `' and a.action ~ ` + viewActions + `)
	  and ($1 = '' or a.action = any($10) or a.subject = any($11) or $12 and a.actor_id is null or strpos(` + fold + `(concat_ws(' ', a.action, replace(a.action, '_', ' '), a.subject, case when a.actor_id is null then '` + store.Operator + `' end, actor.username, actor.name, about.username, about.name, place.display_name, applied.full_name,
	       a.detail->>'room', a.detail->>'before', a.detail->>'after')), (select ` + fold + `($1))) > 0)
	order by a.id desc limit $8`
}

// Audit reads a page of the audit log, newest first; next is where the next one
// begins, 0 at the end. Who or what is not known has no entries.
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
	fold := `lower` // costs half as much, and knows the capitals of ASCII alone
	if strings.ContainsFunc(q.Text, func(r rune) bool { return r > unicode.MaxASCII }) {
		fold = `user_fold`
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
		rows, err := tx.Query(ctx, auditEntries(fold), q.Text, actor, member, subject, postgres.NullTime(q.From), postgres.NullTime(q.To), q.Before, q.Limit+1, q.Action,
			q.Meant.Actions, q.Meant.Subjects, q.Meant.Operator)
		if err != nil {
			return err
		}
		var ids [][]string // that are in each entry
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e store.AuditEntry, err error) {
			var in []string
			err = row.Scan(&e.ID, &e.At, &e.Actor.ID, &e.Actor.Username, &e.Actor.Name, &e.Action, &e.Subject, &e.SubjectName,
				&e.Member.ID, &e.Member.Username, &e.Member.Name, &e.Room, &e.Address, &e.Device, &e.Before, &e.After, &in)
			ids = append(ids, in)
			return e, err
		})
		if err != nil {
			return err
		}
		return addListed(ctx, tx, page, ids)
	})
	if len(page) > q.Limit {
		page = page[:q.Limit]
		next = page[q.Limit-1].ID
	}
	return page, next, err
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
