// Who is notified of a room's new messages, and of which of them.

package chat

import (
	"muster/store/roomlog"
	"slices"
	"time"
)

// PushPause is the shortest time between two notifications of a room to one member.
// Messages that come within it make one notification: a busy room is two a minute, not
// sixty, and the member is still in time to answer. Messages that name or answer the
// member do not wait.
const PushPause = 30 * time.Second

// PushCandidate is a member with a browser in one room that the member may enter, as
// the search for messages to push sees the member.
type PushCandidate struct {
	MemberID      string
	Notifications roomlog.RoomNotifications
	Settings      PushSettings
	Read          int64    // the member's mark in the room
	Ignored       []string // members
	Subscriptions []string // ids
	// When the member was last notified of the room, zero when no pause holds, and up to
	// which number.
	PushedAt  time.Time
	PushedSeq int64
}

// SaidMessage is a message as the search for messages to push sees it.
type SaidMessage struct {
	roomlog.Message
	Answered string // the member whom it answers
}

// names says that the message names everybody, or the member and is not of somebody
// whom the member ignores.
func (c PushCandidate) names(m SaidMessage) bool {
	return m.MentionsAll || !slices.Contains(c.Ignored, m.SenderID) && slices.Contains(m.Mentions, c.MemberID)
}

// Wants says whether the member is to be notified of a message at now, and whether at
// once because the message names or answers the member. An @all counts from ignored
// members too. An edit notifies only those whom it names.
func (c PushCandidate) Wants(m SaidMessage, now time.Time) (wants, atOnce bool) {
	named, ignored := c.names(m), slices.Contains(c.Ignored, m.SenderID)
	switch {
	case m.SenderID == c.MemberID, m.Seq <= c.Read, !m.DeletedAt.IsZero(), now.Sub(m.CreatedAt) > PushAge,
		c.Notifications.MutedUntil.After(now), c.Notifications.Level == roomlog.NotifyNone,
		c.Notifications.Level == roomlog.NotifyMentions && !named, !m.EditedAt.IsZero() && !named, ignored && !named, c.Settings.Quiet(now):
		return false, false
	}
	return true, named || m.Answered == c.MemberID
}

// PushDue is one message and the browsers to notify of it.
type PushDue struct {
	MessageID string
	To        []PushTarget
}

// PushTarget is one browser in a PushDue.
type PushTarget struct {
	Subscription string `json:"id"`
	Mention      bool   `json:"mention,omitempty"` // the message names the member
	Reply        bool   `json:"reply,omitempty"`   // it answers the member
	Count        int    `json:"count,omitempty"`   // how many messages it stands for, when more than one
}

// PushSent is a member who is notified of a room's messages up to a number. A pause
// begins with it.
type PushSent struct {
	MemberID string
	Seq      int64
}

// ChoosePushes decides who is notified of a room's messages. fresh are those that no
// search has seen; recent are the newest since the start of the oldest pause that is
// over now; both are in order. A member is notified of one message at most: the newest
// that names or answers the member, or else, unless a pause holds, the newest, which
// stands for all since the last notification. The candidates are not in the room now.
func ChoosePushes(fresh, recent []SaidMessage, candidates []PushCandidate, now time.Time) (due []PushDue, sent []PushSent) {
	to := map[string][]PushTarget{}
	var order []string
	for _, c := range candidates {
		paused, waiting := false, fresh
		if !c.PushedAt.IsZero() {
			paused, waiting = now.Sub(c.PushedAt) < PushPause, recent
		}
		var target PushTarget
		m := c.urgent(fresh, now)
		switch {
		case m != nil:
			target.Mention = c.names(*m)
			target.Reply = !target.Mention
		case !paused:
			m, target.Count = c.gather(waiting, now)
		}
		if m == nil {
			continue
		}
		if !paused {
			upTo := m.Seq
			if len(waiting) > 0 {
				upTo = max(upTo, waiting[len(waiting)-1].Seq)
			}
			sent = append(sent, PushSent{c.MemberID, upTo})
		}
		if to[m.ID] == nil {
			order = append(order, m.ID)
		}
		for _, target.Subscription = range c.Subscriptions {
			to[m.ID] = append(to[m.ID], target)
		}
	}
	for _, id := range order {
		due = append(due, PushDue{id, to[id]})
	}
	return due, sent
}

// urgent gives the newest message that the member is notified of at once, nil for none.
// One that names the member goes before one that answers.
func (c PushCandidate) urgent(messages []SaidMessage, now time.Time) (newest *SaidMessage) {
	for i := range messages {
		m := &messages[i]
		if wants, atOnce := c.Wants(*m, now); wants && atOnce && (newest == nil || c.names(*m) || !c.names(*newest)) {
			newest = m
		}
	}
	return newest
}

// gather gives the newest message that waits for the member, nil for none, and how many
// messages it stands for, 0 for itself alone. Those that did not wait are counted and
// not pushed again.
func (c PushCandidate) gather(messages []SaidMessage, now time.Time) (newest *SaidMessage, count int) {
	for i := range messages {
		m := &messages[i]
		wants, atOnce := c.Wants(*m, now)
		if !wants || m.Seq <= c.PushedSeq {
			continue
		}
		count++
		if !atOnce {
			newest = m
		}
	}
	if newest == nil || count == 1 {
		return newest, 0
	}
	return newest, count
}
