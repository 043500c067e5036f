package postgres_test

import (
	"slices"
	"testing"

	"muster/store/postgres"
	"muster/store/postgres/application"
	"muster/store/postgres/campaign"
	"muster/store/postgres/chat"
	"muster/store/postgres/desk"
	"muster/store/postgres/emergency"
	"muster/store/postgres/encrypted"
	"muster/store/postgres/face"
	"muster/store/postgres/money"
	"muster/store/postgres/people"
	"muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
)

// subjects are those with a package of their own, by its name.
var subjects = map[string]postgres.Subject{
	"application": (*application.Applications)(nil),
	"campaign":    (*campaign.Campaigns)(nil),
	"chat":        (*chat.Chat)(nil),
	"desk":        (*desk.Desk)(nil),
	"emergency":   (*emergency.Messages)(nil),
	"encrypted":   (*encrypted.Messages)(nil),
	"face":        (*face.Faces)(nil),
	"money":       (*money.Payments)(nil),
	"people":      (*people.People)(nil),
	"rank":        (*rank.Points)(nil),
	"roomlog":     (*logs.Log)(nil),
}

// ownedBySubjects are the tables of the subjects.
func ownedBySubjects() (tables []string) {
	for _, subject := range subjects {
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
