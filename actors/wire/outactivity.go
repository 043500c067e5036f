package wire

import "time"

// ActivityPerson is somebody in an activity. Username is empty for a person who has none;
// then Name is shown, where it is known.
type ActivityPerson struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Name     string `json:"name,omitempty"`
}

// ActivityDetail is what else is known of an activity, by its kind: never the text of a
// message.
type ActivityDetail struct {
	Member      *ActivityPerson `json:"member,omitempty"` // to whom it was done
	MessageID   string          `json:"messageId,omitempty"`
	MessageType string          `json:"messageType,omitempty"`
	Reaction    string          `json:"reaction,omitempty"`
	Points      int             `json:"points,omitempty"`
	Amount      float64         `json:"amount,omitempty"` // dollars, negative for what went back
	Purpose     string          `json:"purpose,omitempty"`
	Priority    string          `json:"priority,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	Action      string          `json:"action,omitempty"` // of the audit log
	Until       *time.Time      `json:"until,omitempty"`  // of a ban that ends
	Before      string          `json:"before,omitempty"` // the username before
	After       string          `json:"after,omitempty"`  // the username after
}

// ActivityBody is what happened in the community. ID is the same over the socket and in
// the calls of the back office, and missing for what is stored nowhere. The actor is
// empty for the operator.
type ActivityBody struct {
	ID     string         `json:"id,omitempty"`
	At     time.Time      `json:"at"`
	Kind   string         `json:"kind"`
	Actor  ActivityPerson `json:"actor"`
	RoomID string         `json:"roomId,omitempty"`
	Detail ActivityDetail `json:"detail"`
}

// Activity brings to an administrator's socket what happened.
type Activity struct{ ActivityBody }

// ActivityWatched answers watch_activity with what is sent from now on.
type ActivityWatched struct {
	Kinds  []string `json:"kinds"`
	UserID string   `json:"userId,omitempty"`
	RoomID string   `json:"roomId,omitempty"`
}

// ActivityLeftOut counts what was selected and not sent: too much happened, or the
// browser does not keep up.
type ActivityLeftOut struct {
	Count int `json:"count"`
}

func (Activity) Type() string        { return "activity" }
func (ActivityWatched) Type() string { return "activity_watched" }
func (ActivityLeftOut) Type() string { return "activity_left_out" }
