package subjects

import (
	"maps"
	"slices"

	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	chats "muster/store/postgres/chat"
	communities "muster/store/postgres/community"
	desks "muster/store/postgres/desk"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	factors "muster/store/postgres/secondfactor"
)

// ByName is every subject by the name of its package. They have no database: only what they
// say of their tables may be asked (Tables, ActivityQuery, BackupPart).
var ByName = map[string]postgres.Subject{
	"application":  (*applications.Applications)(nil),
	"campaign":     (*campaigns.Campaigns)(nil),
	"chat":         (*chats.Chat)(nil),
	"community":    (*communities.Community)(nil),
	"desk":         (*desks.Desk)(nil),
	"emergency":    (*emergencies.Messages)(nil),
	"encrypted":    (*messages.Messages)(nil),
	"face":         (*faces.Faces)(nil),
	"money":        (*payments.Payments)(nil),
	"people":       (*members.People)(nil),
	"rank":         (*ranks.Points)(nil),
	"roomlog":      (*logs.Log)(nil),
	"secondfactor": (*factors.Factors)(nil),
}

// All is every subject in the order of their names.
func All() []postgres.Subject {
	all := make([]postgres.Subject, 0, len(ByName))
	for _, name := range slices.Sorted(maps.Keys(ByName)) {
		all = append(all, ByName[name])
	}
	return all
}
