package desk

import (
	"muster/store"
	"muster/store/roomlog"
	"slices"
	"strings"
	"time"
)

// ActivityKind says what happened. The kinds of chat are named like the frames that
// announce it.
type ActivityKind string

// Kinds beside those of room events (EventKind).
const (
	ActivityJoined     ActivityKind = "user_joined"      // came into chat
	ActivityLeft       ActivityKind = "user_left"        // left chat on all nodes
	ActivityJoinedRoom ActivityKind = "user_joined_room" // entered a room
	ActivityLeftRoom   ActivityKind = "user_left_room"   // left a room
	ActivitySignIn     ActivityKind = "sign_in"
	ActivityMember     ActivityKind = "member_added"
	ActivityRenamed    ActivityKind = "username_changed"
	ActivityCheckIn    ActivityKind = "check_in"
	ActivityPayment    ActivityKind = "payment" // also "refund", "dispute" and "dispute_won"
	ActivityEmergency  ActivityKind = "emergency"
	ActivityReport     ActivityKind = "report"
	ActivityDecrypt    ActivityKind = "decrypt"
	ActivityApplied    ActivityKind = "application_submitted" // by an applicant, who is nobody's name yet
	ActivityBan        ActivityKind = "ban"
	ActivityUnban      ActivityKind = "unban"
	ActivityBadge      ActivityKind = "badge_assigned" // also "badge_removed"
	ActivityAdmin      ActivityKind = "admin_action"   // whatever else an administrator changed
)

// Limits of activity.
const (
	ActivityPage        = 50                     // the feed
	ActivityKindsMost   = 40                     // kinds of one filter
	ActivityWindow      = 250 * time.Millisecond // activities sent in one frame
	ActivityPerWindow   = 10                     // of one filter and node that are sent; the others are counted
	ActivityLeaseEvery  = 2 * time.Second        // between two notices of a node that somebody watches there
	ActivityLease       = 6 * time.Second        // how long such a notice holds
	ActivityFiltersMost = 32                     // different filters of one node
)

// ActivityPerson is somebody in an activity. Username is "" for a person who has none;
// then Name is shown, where it is known.
type ActivityPerson struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Name     string `json:"name,omitempty"`
}

// ActivityDetail is what else is known of an activity, by its kind. It never holds the
// text of a message, a code or an address.
type ActivityDetail struct {
	Member      *ActivityPerson `json:"member,omitempty"` // to whom it was done
	MessageID   string          `json:"messageId,omitempty"`
	MessageType string          `json:"messageType,omitempty"`
	Reaction    string          `json:"reaction,omitempty"`
	Points      int             `json:"points,omitempty"`
	Amount      float64         `json:"amount,omitempty"` // dollars; below 0 for what went back
	Purpose     string          `json:"purpose,omitempty"`
	Priority    string          `json:"priority,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	Action      string          `json:"action,omitempty"` // of the audit log
	Until       *time.Time      `json:"until,omitempty"`  // of a ban that ends
	Before      string          `json:"before,omitempty"` // an old username
	After       string          `json:"after,omitempty"`  // a new username
}

// Activity is something that happened in the community, as administrators watch it.
type Activity struct {
	// ID is the same in every frame and list; "" for what is stored nowhere.
	ID     string         `json:"id,omitempty"`
	At     time.Time      `json:"at"`
	Kind   ActivityKind   `json:"kind"`
	Actor  ActivityPerson `json:"actor"` // zero for the operator
	Room   string         `json:"roomId,omitempty"`
	Detail ActivityDetail `json:"detail"`
}

// ActivityOf is a room event as an activity.
func ActivityOf(e roomlog.Event) Activity {
	a := Activity{
		At: e.At, Kind: ActivityKind(e.Kind), Actor: ActivityPerson{ID: e.ActorID, Username: e.ActorName}, Room: e.Room,
		Detail: ActivityDetail{MessageID: e.MessageID, Reaction: e.Reaction},
	}
	if m := e.Message; m != nil {
		a.ID, a.Actor = m.ID, ActivityPerson{ID: m.SenderID, Username: m.SenderName}
		a.Detail = ActivityDetail{MessageID: m.ID, MessageType: string(m.Kind)}
	}
	return a
}

// ActivityFilter selects activities; zero fields select all.
type ActivityFilter struct {
	Kinds  []ActivityKind `json:"kinds,omitempty"`
	Member string         `json:"member,omitempty"` // who did it, or to whom it was done
	Room   string         `json:"room,omitempty"`
}

// Check gives the filter in its one form. It fails with Invalid.
func (f ActivityFilter) Check() (ActivityFilter, error) {
	bad := func(what string) (ActivityFilter, error) {
		return ActivityFilter{}, store.NewErrorf(store.Invalid, "filter_invalid", "The filter's %s is not valid", what)
	}
	if len(f.Kinds) > ActivityKindsMost {
		return bad("list of kinds")
	}
	for _, k := range f.Kinds {
		if k == "" || len(k) > 64 {
			return bad("kind")
		}
	}
	f.Kinds = slices.Compact(slices.Sorted(slices.Values(f.Kinds)))
	if f.Member != "" {
		id, ok := store.CanonicalID(f.Member)
		if !ok {
			return bad("userId")
		}
		f.Member = id
	}
	if f.Room != "" && !store.ValidRoomID(f.Room) {
		return bad("roomId")
	}
	return f, nil
}

// Key is the same for filters that select the same.
func (f ActivityFilter) Key() string {
	var b strings.Builder
	for _, k := range f.Kinds {
		b.WriteString(string(k))
		b.WriteByte(' ')
	}
	return b.String() + "|" + f.Member + "|" + f.Room
}

// Selects says whether a filter selects what somebody did in a room, or outside rooms.
// about is to whom it was done, "" for nobody.
func (f *ActivityFilter) Selects(kind ActivityKind, actor, about, room string) bool {
	if f.Room != "" && f.Room != room || f.Member != "" && f.Member != actor && f.Member != about {
		return false
	}
	return len(f.Kinds) == 0 || slices.Contains(f.Kinds, kind)
}

// About is the id of the member to whom something was done, "" for nobody.
func (a Activity) About() string {
	if a.Detail.Member == nil {
		return ""
	}
	return a.Detail.Member.ID
}

// ActivityWatch says what is watched on a node. Other nodes believe it for
// ActivityLease. Nodes of other builds read it: fields may be added.
type ActivityWatch struct {
	Node    string           `json:"node"`
	Filters []ActivityFilter `json:"filters,omitempty"` // none: nobody watches there
}

// ActivityBatch is what happened on a node within a moment. LeftOut counts, by the key
// of each filter, the activities that were not sent. Nodes of other builds read it.
type ActivityBatch struct {
	Activities []Activity     `json:"activities,omitempty"`
	LeftOut    map[string]int `json:"leftOut,omitempty"`
}

// RecentMessage is a message as the feed of activity shows it.
type RecentMessage struct {
	ID             string
	Room, RoomName string
	SenderID       string
	Username       string
	Kind           string
	Text           string // at most UserPreview characters
	At             time.Time
}

// ActiveFor is how long somebody who was seen counts as active.
const ActiveFor = 5 * time.Minute

// ActiveMember is a member who was seen lately.
type ActiveMember struct {
	ID, Username string
	Name         string // of who has no username; else ""
	LastSeen     time.Time
}

// ActivityCursor is how far the stored activities were read. The zero cursor is the
// beginning.
type ActivityCursor struct {
	Audit, Points, Payments, Names int64     // ids
	At                             time.Time // of the kinds that have no number
}

// NodeStatus is one node as an operator sees it. Nodes of other builds read it: fields
// may be added.
type NodeStatus struct {
	ID        string    `json:"id"`
	Host      string    `json:"host,omitempty"`
	Build     string    `json:"build,omitempty"`
	StartedAt time.Time `json:"startedAt"`
	Sockets   int       `json:"sockets"`
	People    int       `json:"people"` // in chat on this node
	Rooms     int       `json:"rooms"`  // live
	// LagMs is how late the hub was at its worst since the last status: the time that a
	// message waited for it.
	LagMs int64 `json:"lagMs"`
	// LogAgeMs is the time since the log last answered; -1 before the first answer.
	LogAgeMs int64     `json:"logAgeMs"`
	At       time.Time `json:"at"` // when it was heard
}
