package actors

import (
	"context"
	"time"

	"muster/actors/admission"
	livecampaign "muster/actors/campaign"
	livedesk "muster/actors/desk"
	"muster/actors/logwriter"
	livemoney "muster/actors/money"
	"muster/actors/poller"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/session"
	"muster/store"
	"muster/store/bus"
	"muster/store/roomlog"
)

// Log is the numbered room logs and the site log (store/postgres).
type Log interface {
	logwriter.Log
	room.Log
	session.Log
	poller.Log
	// ReadStates reads the states that marks name, as they are now.
	ReadStates(ctx context.Context, marks []roomlog.ReadMark) ([]roomlog.ReadState, error)
}

// Ports of the packages beside the hub.
type (
	Costs          = livemoney.Costs
	Contributors   = livemoney.Contributors
	Activities     = livedesk.Activities
	Campaigns      = livecampaign.Store
	CampaignSender = livecampaign.Sender
	SharedLimiter  = ratelimit.Shared
	Admission      = admission.Source
	Session        = session.Session
	Outbox         = session.Outbox
)

// Bus carries messages between nodes (store/redis); the logs are the truth. A
// node without others has none.
//
// The bus carries the event and not its frame: each node encodes the frame once
// for its own sockets. That costs a node 4 µs an event, outside the room's
// actor. Carrying the frame as well would make a message of 264 bytes one of
// 785 (BenchmarkEventFrame and, in store/redis, BenchmarkEvents). It also
// ensures that members are sent what the version of their own node writes.
type Bus = bus.Bus

// MediaLinks makes and reads the links to uploads (store.MediaLinks). A link
// serves one member for some minutes.
type MediaLinks interface {
	// Links gives a member the links to an upload and to its thumbnail, "" for an
	// upload without one.
	Links(member string, u *store.Upload, now time.Time) (media, thumbnail string)
	// PictureLinks gives a member the links to a profile picture, "" and "" for none.
	PictureLinks(member, picture string, now time.Time) (file, thumbnail string)
	// UploadOf is the upload of a link that was made for the member, also after its
	// end.
	UploadOf(member, link string) (upload string, ok bool)
}
