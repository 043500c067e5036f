// The two roles of a database: the owner's, which migrates, and the server's, which
// reads and writes rows and can change neither the tables nor the audit log.

package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// usualRights are the server's role's on a table.
const usualRights = "SELECT INSERT UPDATE DELETE"

// rights are its rights on the tables of which it has fewer: what was done and seen, by
// whom and from where, is added to and read. Rows with which such rows would go by a
// cascade are not deleted. The clock and the retention decide what may be trimmed.
var rights = map[string]string{
	"audit":            "SELECT INSERT",
	"audit_addresses":  "SELECT INSERT",
	"audit_retention":  "SELECT",
	"clock_offset":     "SELECT",
	"goose_db_version": "SELECT",
	"member_notes":     "SELECT INSERT", // of which the audit log names the versions
	"members":          "SELECT INSERT UPDATE",
	"session_seen":     "SELECT INSERT", // and when it was seen last
	"sessions":         "SELECT INSERT UPDATE",
}

// rightsWrong says whether the role $1 has other rights than it should; $2 are tables,
// $3 the rights on them, $4 those on all others.
const rightsWrong = `
	select exists (select from pg_class c left join unnest($2::text[], $3::text[]) r(name, rights) on r.name = c.relname
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
		  and exists (select from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
			where has_table_privilege($1::name, c.oid, p) <> (p = any(string_to_array(coalesce(r.rights, $4), ' ')))))`

// grants give a role %[1]s its rights, also on tables of later migrations: a node of
// this version has to be able to go on when they are made.
const grants = `
	revoke create on schema public from public, %[1]s;
	revoke all on all tables in schema public from %[1]s;
	grant usage on schema public to %[1]s;
	grant select, insert, update, delete on all tables in schema public to %[1]s;
	grant usage, select on all sequences in schema public to %[1]s;
	alter default privileges in schema public grant select, insert, update, delete on tables to %[1]s;
	alter default privileges in schema public grant usage, select on sequences to %[1]s;
	revoke execute on function trim_audit(interval, integer), erase_traces(uuid), lock_session_seen() from public;
	grant execute on function trim_audit(interval, integer), erase_traces(uuid), lock_session_seen() to %[1]s;`

// Prepare has the owner's role at url, on a migrated database, give the server's role
// its rights and note how long the audit log is kept (0: for ever; nil: as is noted). It
// does nothing where all is so already. Tests prepare their templates by it: a node has its
// database do so, which knows whether another server has replaced its own.
func Prepare(ctx context.Context, url, server string, auditKept *time.Duration) error {
	return prepare(ctx, url, server, auditKept, newTimeline())
}

// Prepare is Prepare of this database. It does nothing to a server that another one has replaced.
func (db *DB) Prepare(ctx context.Context, url, server string, auditKept *time.Duration) error {
	return prepare(ctx, url, server, auditKept, db.timeline)
}

func prepare(ctx context.Context, url, server string, auditKept *time.Duration, line *timeline) error {
	conn, err := line.connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// One at a time: two would write the same rows of the catalogue.
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext('muster roles'))`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update audit_retention set kept = $1 where kept <> $1`, auditKept); err != nil {
			return err
		}
		var one, wrong bool
		if err := tx.QueryRow(ctx, `select current_user = $1`, server).Scan(&one); err != nil || one {
			return err
		}
		if err := tx.QueryRow(ctx, rightsWrong, append([]any{server}, rightsArguments()...)...).Scan(&wrong); err != nil || !wrong {
			return err
		}
		_, err := tx.Exec(ctx, grantsTo(server))
		return err
	})
	var answer *pgconn.PgError
	if errors.As(err, &answer) && answer.Code == "42501" {
		return store.NewErrorReason(store.Invalid, "not_owner",
			"the role of DATABASE_OWNER_URL does not own the tables of Muster: give there the role that made them")
	}
	return err
}

// grantsTo are the statements that give a role its rights.
func grantsTo(role string) string {
	role = pgx.Identifier{role}.Sanitize()
	var all strings.Builder
	for table, kept := range rights {
		for right := range strings.FieldsSeq(usualRights) {
			if !slices.Contains(strings.Fields(kept), right) {
				fmt.Fprintf(&all, "revoke %s on %s from %s;\n", right, table, role)
			}
		}
	}
	return fmt.Sprintf(grants, role) + "\n" + all.String() + "grant update (last_seen_at) on session_seen to " + role
}

func rightsArguments() []any {
	var tables, kept []string
	for table, r := range rights {
		tables, kept = append(tables, table), append(kept, r)
	}
	return []any{tables, kept, usualRights}
}

// AuditKept is how long the audit log is kept by the owner's word; 0: for ever.
func (db *DB) AuditKept(ctx context.Context) (kept time.Duration, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select kept from audit_retention`).Scan(&kept)
	})
	return kept, err
}

// Role is what a node's own role may do.
type Role struct {
	Name     string
	Migrates bool // it owns the tables, or there are none yet and it may make them
	Audits   bool // it could change the audit log, or become a role that could
}

// Role reads what the role of DATABASE_URL may do.
func (db *DB) Role(ctx context.Context) (r Role, err error) {
	err = db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			select current_user,
			       coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('public.goose_db_version')),
			         has_schema_privilege(current_user, 'public', 'create')),
			       coalesce((select bool_or(pg_has_role(current_user, relowner, 'member') or has_table_privilege(current_user, oid, 'UPDATE, DELETE, TRUNCATE'))
			                 from pg_class where oid in (to_regclass('public.audit'), to_regclass('public.audit_addresses'))), true)`).
			Scan(&r.Name, &r.Migrates, &r.Audits)
	})
	return r, err
}

// CheckSchema fails with Invalid when the database is not of this program's schema, or its role may
// not read it.
func (db *DB) CheckSchema(ctx context.Context) error {
	return db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			schema, err := ReadSchema(ctx, tx)
			var answer *pgconn.PgError
			switch known := KnownSchema(); {
			case errors.Is(err, errNoMuster):
				return store.NewErrorReason(store.Invalid, "older_schema",
					"the database of DATABASE_URL holds no tables of Muster yet: run muster migrate with DATABASE_URL and DATABASE_OWNER_URL, the role that is to own them")
			case errors.As(err, &answer) && answer.Code == "42501": // the rights are in no backup
				return store.NewErrorReason(store.Invalid, "no_rights",
					"the role of DATABASE_URL has no rights on the tables of Muster, as after a restore: run muster migrate with DATABASE_URL and DATABASE_OWNER_URL")
			case err != nil:
				return err
			case schema > known:
				return newerSchema(schema, known)
			case schema < known:
				return store.NewErrorReason(store.Invalid, "older_schema", fmt.Sprintf(
					"the database of DATABASE_URL is of an older version of Muster (schema %d, this program needs %d): run muster migrate with DATABASE_OWNER_URL", schema, known))
			}
			return nil
		})
	})
}
