package postgres_test

import (
	"slices"
	"testing"

	"muster/store/postgres/subjects"
)

// ownedBySubjects are the tables of the subjects.
func ownedBySubjects() (tables []string) {
	for _, subject := range subjects.ByName {
		for table := range subject.Tables() {
			tables = append(tables, table)
		}
	}
	return tables
}

// A table belongs to one subject, and is there.
func TestTablesBelongToOneSubject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owned := ownedBySubjects()
	slices.Sort(owned)
	for i, table := range owned {
		if i > 0 && owned[i-1] == table {
			t.Errorf("%s has two owners", table)
		}
		if !one[bool](w, `select to_regclass($1) is not null`, table) {
			t.Errorf("there is no %s", table)
		}
	}
}
