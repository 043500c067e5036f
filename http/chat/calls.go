package chat

import (
	"context"
	"log/slog"

	"muster/actors"
	"muster/store"
	"muster/store/blob"
	"muster/store/chat"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	communities "muster/store/postgres/community"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// Config is what the calls stand on.
type Config struct {
	DB          *postgres.DB
	Log         *logs.Log
	Chat        *chats.Chat
	People      *members.People
	Community   *communities.Community
	Media       *blob.Storage
	Links       store.MediaLinks
	DefaultRoom string
	GIFs        roomlog.GIFProvider // nil: GIF support is not configured
	PushKey     string              // public key of push; "": push is off
	FaceGate    bool                // chat is open only to sessions in which a face was recognised
	// PublicHost says whether a host may be a push service's.
	PublicHost func(ctx context.Context, host string) bool
	Hub        Hub
	Logger     *slog.Logger
}

// Hub is what the calls use of the hub.
type Hub interface {
	// OnlineCount is the number of people in chat on all nodes.
	OnlineCount() int
	// RoomPeople lists who is in a room on all nodes, by name; "" is the whole chat.
	RoomPeople(ctx context.Context, room string) ([]actors.RoomPerson, error)
	// RoomCounts is how many people are in each of rooms on all nodes.
	RoomCounts(ctx context.Context, rooms []string) (map[string]int, error)
	// ReadChanged is called after a member's mark in a room has moved.
	ReadChanged(roomlog.ReadState)
	// Broadcast is called with what this node has just committed for everybody to see.
	Broadcast(values ...store.Broadcast)
	// FlagChanged is called after the flag of a message was set or taken off.
	FlagChanged(f chat.Flag)
	// Announce is called after this node has committed a room event.
	Announce(e roomlog.Event)
}

// calls are the handlers.
type calls struct{ Config }

// maxUploadBody is the most bytes of an upload: the largest file, the poster of a video,
// and what else a browser says.
const maxUploadBody = store.MaxVideoBytes + store.MaxPosterBytes + 64<<10

// maxWordsBody is the most bytes of words beside media: the longest captions, each byte of
// them escaped as JSON may escape it.
const maxWordsBody = 6*store.MaxCaptions + 1<<10
