package systemtest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres/subjects"
)

// A node asks every subject for its part when a member is erased or its data copied: a
// subject that is not joined while the node is wired would be left out without a word.
func TestNodeAsksEverySubject_SEC5(t *testing.T) {
	t.Parallel()
	n := harness.Start(t, 0, 0)
	owned := []string{"audit"} // kept, and in no copy
	joined := map[reflect.Type]bool{}
	for _, subject := range n.DB.Subjects() {
		joined[reflect.TypeOf(subject)] = true
		for table := range subject.Tables() {
			owned = append(owned, table)
		}
	}
	for name, subject := range subjects.ByName {
		if !joined[reflect.TypeOf(subject)] {
			t.Errorf("the node does not ask %s", name)
		}
	}
	if len(joined) != len(subjects.ByName) {
		t.Errorf("%d subjects are joined, %d listed", len(joined), len(subjects.ByName))
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
