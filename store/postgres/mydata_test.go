package postgres_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres/subjects"
)

// Every table with a column about a member belongs to a subject, and is in that subject's
// part of the copy of a member's data or is named with the reason why it is not. Columns
// like granted_by name who acted: that stands in the audit log, which the copy leaves out.
func TestExportKnowsEveryTableAboutMembers_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	about := strings.Fields(one[string](w, `
		select string_agg(distinct c.table_name, ' ' order by c.table_name) from information_schema.columns c
		join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
		where c.table_schema = 'public' and c.column_name ~ '^(member|person|owner|sender|viewer|reporter|subject|ignored|user|actor|applicant)_id$'`))
	if len(about) < 20 {
		t.Fatalf("only %v", about)
	}
	owned := append(ownedBySubjects(), "audit")
	for _, table := range about {
		if !slices.Contains(owned, table) {
			t.Errorf("%s belongs to no subject", table)
		}
	}
	// The parts that are queries; those of rows are tested where they are made.
	for _, name := range []string{"chat", "people", "roomlog"} {
		files, err := subjects.ByName[name].Export(t.Context(), nil, store.Member{})
		w.Must(err)
		queries := ""
		for _, file := range files {
			queries += file.Query + "\n"
		}
		for table, why := range subjects.ByName[name].Tables() {
			asked := regexp.MustCompile(`\b(from|join) ` + table + `\b`).MatchString(queries)
			if asked && why != "" || slices.Contains(about, table) && !asked && why == "" {
				t.Errorf("%s of %s: in the copy %v, left out because %q", table, name, asked, why)
			}
		}
	}
}
