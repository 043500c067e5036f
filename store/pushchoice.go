// Whom a room's new messages are told, and which of them.

package store

import (
	"slices"
	"time"
)

// PushPause is how long what is said in a room waits after a member was told of it, to
// be told as one: a busy room is two notifications a minute, not sixty, and who sees one
// is still in time to answer. What names or answers the member does not wait.
const PushPause = 30 * time.Second

// PushCandidate is a member with a browser, as a search for what is to be told
// sees the member in one room that the member may enter.
type PushCandidate struct {
	MemberID      string
	Notifications RoomNotifications
	Settings      PushSettings
	Read          int64    // the member's mark in the room
	Ignored       []string // members
	Subscriptions []string // ids
	// When the member was told of the room last, zero when no pause holds, and up to
	// which number.
	PushedAt  time.Time
	PushedSeq int64
}

// SaidMessage is a message as a search for what is to be told sees it.
type SaidMessage struct {
	Message
	Answered string // the member whom it answers
}

// names says that the message names everybody, or the member and is not of somebody
// whom the member ignores.
func (c PushCandidate) names(m SaidMessage) bool {
	return m.MentionsAll || !slices.Contains(c.Ignored, m.SenderID) && slices.Contains(m.Mentions, c.MemberID)
}

// Wants says whether the member is to be told of a message at now, and whether at once,
// since the message names or answers the member. An @all counts from ignored members
// too. Of an edit only those are told whom it names.
func (c PushCandidate) Wants(m SaidMessage, now time.Time) (wants, atOnce bool) {
	named, ignored := c.names(m), slices.Contains(c.Ignored, m.SenderID)
	switch {
	case m.SenderID == c.MemberID, m.Seq <= c.Read, !m.DeletedAt.IsZero(), now.Sub(m.CreatedAt) > PushAge,
		c.Notifications.MutedUntil.After(now), c.Notifications.Level == NotifyNone,
		c.Notifications.Level == NotifyMentions && !named, !m.EditedAt.IsZero() && !named, ignored && !named, c.Settings.Quiet(now):
		return false, false
	}
	return true, named || m.Answered == c.MemberID
}

// PushDue is one message and the browsers that are to be told of it.
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

// PushSent is a member who is told of a room's messages up to a number, with whom a
// pause begins.
type PushSent struct {
	MemberID string
	Seq      int64
}

// ChoosePushes decides who is to be told of a room's messages: fresh ones, which no
// search has seen, and recent ones, the newest since the oldest pause that is over now.
// Both are in order. A member is told of one message at most: the newest that names or
// answers the member, or else, unless a pause holds, the newest, which stands for all
// since the member was told last. The candidates are not in the room now.
func ChoosePushes(fresh, recent []SaidMessage, candidates []PushCandidate, now time.Time) (due []PushDue, told []PushSent) {
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
			told = append(told, PushSent{c.MemberID, upTo})
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
	return due, told
}

// urgent gives the newest message that the member is to be told of at once: one that
// names the member before one that answers; nil for none.
func (c PushCandidate) urgent(messages []SaidMessage, now time.Time) (newest *SaidMessage) {
	for i := range messages {
		m := &messages[i]
		if wants, atOnce := c.Wants(*m, now); wants && atOnce && (newest == nil || c.names(*m) || !c.names(*newest)) {
			newest = m
		}
	}
	return newest
}

// gather gives the newest message that waits for the member, and for how many it
// stands, 0 for itself alone; nil for none. Those that did not wait count among the
// others and are not told again.
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
