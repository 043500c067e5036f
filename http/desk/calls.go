package desk

import (
	"context"
	"time"

	"muster/actors"
	"muster/store/desk"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	chats "muster/store/postgres/chat"
	desks "muster/store/postgres/desk"
	emergencies "muster/store/postgres/emergency"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
)

// Config is what the calls stand on.
type Config struct {
	Desk         *desks.Desk
	Chat         *chats.Chat // of the reports
	People       *members.People
	DB           *postgres.DB               // of the changes by administrators
	Applications *applications.Applications // of what waits
	Emergencies  *emergencies.Messages      // of what waits
	Faces        *faces.Faces
	Hub          Hub
	AuditWords   *AuditWords
	// Redis returns the state of the bus between nodes. Nil: there is only this node.
	Redis func() string
	// AnalyticsAge is how old the analytics of a reply may be; 0 asks every time.
	AnalyticsAge time.Duration
}

// Hub is what the calls use of the hub.
type Hub interface {
	// OnlineCount is the number of people in chat on all nodes.
	OnlineCount() int
	// RoomPeople lists who is in a room on all nodes, by name; "" is the whole chat.
	RoomPeople(ctx context.Context, room string) ([]actors.RoomPerson, error)
	// Present says which of members are in chat on any node.
	Present(ctx context.Context, members []string) (map[string]bool, error)
	// Nodes lists the nodes that were heard of lately, the one that answers first.
	Nodes(ctx context.Context) ([]desk.NodeStatus, error)
}

// calls are the handlers.
type calls struct{ Config }
