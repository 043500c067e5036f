package backup

import (
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

// Subjects are asked for their part of a backup.
var Subjects = []postgres.Subject{
	(*applications.Applications)(nil), (*campaigns.Campaigns)(nil), (*chats.Chat)(nil), (*desks.Desk)(nil),
	(*emergencies.Messages)(nil), (*faces.Faces)(nil), (*logs.Log)(nil), (*members.People)(nil),
	(*messages.Messages)(nil), (*payments.Payments)(nil), (*ranks.Points)(nil),
}
