package systemtest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/backup"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres"
)

// A node asks every subject for its part when a member is erased or its data copied: a
// subject that is not joined while the node is wired would be left out without a word.
func TestNodeAsksEverySubject_SEC5(t *testing.T) {
	t.Parallel()
	n := harness.Start(t, 0, 0)
	owned := []string{"audit"} // kept, and in no copy
	for _, subject := range n.DB.Subjects() {
		if !slices.ContainsFunc(backup.Subjects, func(s postgres.Subject) bool { return reflect.TypeOf(s) == reflect.TypeOf(subject) }) {
			t.Errorf("a backup does not ask %T", subject)
		}
		for table := range subject.Tables() {
			owned = append(owned, table)
		}
	}
	rows, err := n.DB.Pool().Query(t.Context(), `
		select distinct c.relname::text from pg_class c join pg_namespace s on s.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid
		where s.nspname = 'public' and c.relkind = 'r'
		  and a.attname ~ '^(member|person|owner|sender|viewer|reporter|subject|ignored|user|actor|applicant)_id$'`)
	if err != nil {
		t.Fatal(err)
	}
	about, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(about) < 20 {
		t.Fatalf("%v %v", about, err)
	}
	for _, table := range about {
		if !slices.Contains(owned, table) {
			t.Errorf("the node asks nobody for %s", table)
		}
	}
}
