// The comparison of a backup with its source: the contents of every table.

package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// TableSum is the contents of one table: how many rows, and a checksum of all of them
// in whatever order.
type TableSum struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	Sum  string `json:"sum"`
}

// Contents is what is in a database.
type Contents struct {
	Schema    int64            `json:"schema"`   // number of its last migration
	Postgres  int              `json:"postgres"` // major version of its server
	Tables    []TableSum       `json:"tables"`   // by name
	Objects   []string         `json:"objects"`  // indexes, constraints, triggers, functions and views, by name
	Sequences map[string]int64 `json:"sequences"`
}

// errNoMuster says that a database holds no tables of Muster.
var errNoMuster = store.NewErrorReason(store.NotFound, "no_muster", "the database holds no Muster")

// ReadSchema reads the number of the last migration; errNoMuster without any.
func ReadSchema(ctx context.Context, on Querier) (schema int64, err error) {
	var there bool
	if err := on.QueryRow(ctx, `select to_regclass('public.goose_db_version') is not null`).Scan(&there); err != nil {
		return 0, err
	}
	if !there {
		return 0, errNoMuster
	}
	err = on.QueryRow(ctx, `select max(version_id) from public.goose_db_version where is_applied`).Scan(&schema)
	return schema, err
}

// KnownSchema is the number of the newest migration of this program.
func KnownSchema() (newest int64) {
	files, err := Migrations.ReadDir("migrations")
	if err != nil {
		panic("postgres: " + err.Error()) // they are embedded
	}
	for _, file := range files {
		var number int64
		if _, err := fmt.Sscanf(file.Name(), "%d_", &number); err == nil {
			newest = max(newest, number)
		}
	}
	return newest
}

// restorable is the migration since which a dump can be restored as it is.
const restorable, restorableFile = 38, "migrations/0038_restorable.sql"

// MakeRestorable corrects a database of which the tables of an older schema were restored
// without their rows and indexes: its functions, which the indexes are built with, find
// each other only by a search path.
func MakeRestorable(ctx context.Context, conn *pgx.Conn, schema int64) error {
	if schema >= restorable {
		return nil
	}
	sql, err := Migrations.ReadFile(restorableFile)
	if err != nil {
		return err
	}
	var there bool
	if err := conn.QueryRow(ctx, `select to_regproc('public.search_text') is not null`).Scan(&there); err != nil || !there {
		return err
	}
	_, err = conn.Exec(ctx, string(sql))
	return err
}

// ReadContents reads every table whole, and no sequence. The transaction should be one of REPEATABLE READ.
func ReadContents(ctx context.Context, tx pgx.Tx) (c Contents, err error) {
	if c.Schema, err = ReadSchema(ctx, tx); err != nil {
		return c, err
	}
	// The text of a row depends on these.
	if _, err := tx.Exec(ctx, `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
		set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
		set local idle_in_transaction_session_timeout = 0`); err != nil {
		return c, err
	}
	if err := tx.QueryRow(ctx, `select current_setting('server_version_num')::int / 10000`).Scan(&c.Postgres); err != nil {
		return c, err
	}
	// A standby has no rows of unlogged tables, so they are in no dump of it.
	unlogged, err := texts(ctx, tx, `select c.relname from pg_class c where pg_is_in_recovery() and c.relpersistence = 'u' and c.relkind = 'r'`)
	if err != nil {
		return c, err
	}
	names, err := texts(ctx, tx, `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname collate "C"`)
	if err != nil {
		return c, err
	}
	for _, name := range names {
		t := TableSum{Name: name, Sum: "0"}
		if slices.Contains(unlogged, name) {
			c.Tables = append(c.Tables, t)
			continue
		}
		// Sums of the first 60 bits of each row's hash: the order of rows does not matter.
		err := tx.QueryRow(ctx, `select count(*), coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text
			from public.`+pgx.Identifier{name}.Sanitize()+` t`).Scan(&t.Rows, &t.Sum)
		if err != nil {
			return c, fmt.Errorf("table %s: %w", name, err)
		}
		c.Tables = append(c.Tables, t)
	}
	if c.Objects, err = texts(ctx, tx, `
		select * from (
			select 'index ' || indexname from pg_indexes where schemaname = 'public'
			union all select 'constraint ' || conrelid::regclass || ' ' || conname || case when convalidated then '' else ' not valid' end
				from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
			union all select 'trigger ' || tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
			union all select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' from pg_proc p where pronamespace = 'public'::regnamespace
				and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
			union all select 'view ' || viewname from pg_views where schemaname = 'public'
			union all select 'extension ' || extname from pg_extension
		) o(name) order by name collate "C"`); err != nil {
		return c, err
	}
	return c, nil
}

// ReadSequences reads how far every sequence is. A snapshot does not hold them back, so whoever
// dumps one reads them first: those of the dump have gone as far or further then.
func ReadSequences(ctx context.Context, tx pgx.Tx) (map[string]int64, error) {
	rows, err := tx.Query(ctx, `select sequencename, coalesce(last_value, 0) from pg_sequences where schemaname = 'public'`)
	if err != nil {
		return nil, err
	}
	all := map[string]int64{}
	var name string
	var value int64
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		all[name] = value
		return nil
	})
	return all, err
}

// texts reads one column of texts.
func texts(ctx context.Context, tx pgx.Tx, sql string) ([]string, error) {
	rows, err := tx.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Compare lists in what restored contents differ from those that were backed up.
func (c Contents) Compare(restored Contents) (differences []string) {
	note := func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	if c.Schema != restored.Schema {
		note("the schema is %d and was %d", restored.Schema, c.Schema)
	}
	tables := map[string]TableSum{}
	for _, t := range restored.Tables {
		tables[t.Name] = t
	}
	for _, t := range c.Tables {
		got, there := tables[t.Name]
		delete(tables, t.Name)
		switch {
		case !there:
			note("table %s is missing", t.Name)
		case got.Rows != t.Rows:
			note("table %s has %d rows and had %d", t.Name, got.Rows, t.Rows)
		case got.Sum != t.Sum:
			note("table %s has other contents than it had", t.Name)
		}
	}
	for name := range tables {
		note("table %s was not there", name)
	}
	objects := map[string]bool{}
	for _, o := range restored.Objects {
		objects[o] = true
	}
	for _, o := range c.Objects {
		if !objects[o] {
			note("%s is missing", o)
		}
	}
	for name, value := range c.Sequences {
		if got := restored.Sequences[name]; got < value {
			note("sequence %s stands at %d, behind %d", name, got, value)
		}
	}
	return differences
}

// Rows is the number of rows of all tables.
func (c Contents) Rows() (n int64) {
	for _, t := range c.Tables {
		n += t.Rows
	}
	return n
}
