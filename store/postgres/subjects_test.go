package postgres_test

import (
	"slices"
	"testing"

	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	chats "muster/store/postgres/chat"
	desks "muster/store/postgres/desk"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
)

// subjects are those with a package of their own, by its name.
var subjects = map[string]postgres.Subject{
	"application": (*applications.Applications)(nil),
	"campaign":    (*campaigns.Campaigns)(nil),
	"chat":        (*chats.Chat)(nil),
	"desk":        (*desks.Desk)(nil),
	"emergency":   (*emergencies.Messages)(nil),
	"encrypted":   (*messages.Messages)(nil),
	"face":        (*faces.Faces)(nil),
	"money":       (*payments.Payments)(nil),
	"people":      (*members.People)(nil),
	"rank":        (*ranks.Points)(nil),
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
