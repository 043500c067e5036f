package postgres_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/store/postgres"
)

// Every table with a column about a member is in the copy of a member's data, or is
// named with the reason why it is not. Columns like granted_by name who acted: that
// stands in the audit.
func TestExportKnowsEveryTableAboutMembers_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tables := strings.Fields(one[string](w, `
		select string_agg(distinct c.table_name, ' ' order by c.table_name) from information_schema.columns c
		join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
		where c.table_schema = 'public' and c.column_name ~ '^(member|person|owner|sender|viewer|reporter|subject|ignored|user|actor|applicant)_id$'`))
	if len(tables) < 20 {
		t.Fatalf("only %v", tables)
	}
	// Those of subjects in packages of their own, whose tests prove their part.
	owned := ownedBySubjects()
	tables = slices.DeleteFunc(tables, func(table string) bool { return slices.Contains(owned, table) })
	queries := strings.Join(postgres.ExportQueries(), "\n")
	for _, table := range tables {
		asked := regexp.MustCompile(`\b(from|join) ` + table + `\b`).MatchString(queries)
		why := postgres.NotExported[table]
		if asked == (why != "") {
			t.Errorf("%s: in the export %v, left out because %q", table, asked, why)
		}
	}
	for table := range postgres.NotExported {
		if !slices.Contains(tables, table) {
			t.Errorf("%s is left out, and there is no such table", table)
		}
	}
}
