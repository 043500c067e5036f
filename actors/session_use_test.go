package actors

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/actors/runtime"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// idleAdmission expires sessions as the database does: idle after they were
// last seen, and at the latest at end.
type idleAdmission struct {
	*memAdmission
	idle time.Duration
	end  time.Time

	mu    sync.Mutex
	seen  map[string]time.Time // by session
	acted []time.Duration      // of each request for a member who has joined
}

func (l *idleAdmission) AdmitBatch(ctx context.Context, entries []roomlog.AdmissionRequest) ([]roomlog.AdmissionDecision, error) {
	out, err := l.memAdmission.AdmitBatch(ctx, entries)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, e := range entries {
		id, now := out[i].Caller.Session.ID, time.Now()
		seen, known := l.seen[id]
		if e.Token == "" {
			l.acted = append(l.acted, e.ActedAgo)
		}
		if e.ActedAgo > 0 && now.Add(-e.ActedAgo).After(seen) {
			seen = now.Add(-e.ActedAgo)
		}
		switch {
		case known && (!now.Before(seen.Add(l.idle)) || !now.Before(l.end)):
			out[i] = roomlog.AdmissionDecision{Err: store.ErrSessionEnded()}
			continue
		case e.Token != "":
			seen = now
		}
		l.seen[id] = seen
		out[i].Caller.Session.ExpiresAt = seen.Add(l.idle)
		if out[i].Caller.Session.ExpiresAt.After(l.end) {
			out[i].Caller.Session.ExpiresAt = l.end
		}
	}
	return out, nil
}

// lastSeen is when a session was last seen.
func (l *idleAdmission) lastSeen(name string) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen["session-"+name]
}

// idling is a bubble whose sessions expire when unused for idle, and at the
// latest after longest.
func idling(t *testing.T, idle, longest time.Duration, f func(*harness, *idleAdmission)) {
	t.Helper()
	var l *idleAdmission
	bubble(t, func(c *Config) {
		l = &idleAdmission{memAdmission: c.Admission.(*memAdmission), idle: idle, end: time.Now().Add(longest), seen: map[string]time.Time{}}
		c.Admission = l
	}, func(r *harness) { f(r, l) })
}

// A session lives as long as somebody talks on its one unbroken socket, but no
// longer than its maximum; a quiet tab of it stays open with it. Only reading
// does not use the session. Members who talked were once signed out as if they
// had been idle.
func TestAUTH37TalkingIsUse(t *testing.T) {
	for _, idle := range []time.Duration{time.Minute, time.Hour, 5 * time.Hour} {
		t.Run(idle.String(), func(t *testing.T) {
			idling(t, idle, 4*idle, func(r *harness, l *idleAdmission) {
				began := time.Now()
				talker, tab, listener := r.inside("ann"), r.inside("ann"), r.inside("bob")
				for i := range 18 { // until 3.6 times idle
					after(idle / 5)
					talker.say(fmt.Sprint("talk ", i))
					equal(t, fmt.Sprint("talker after ", time.Since(began)), talker.closed(), 0)
					equal(t, fmt.Sprint("tab after ", time.Since(began)), tab.closed(), 0)
				}
				equal(t, "listener", listener.closed(), wire.CloseSessionEnded)
				after(4*idle - time.Since(began) - time.Second)
				equal(t, "just before the end", talker.closed(), 0)
				after(time.Second + session.ExpiryRetry)
				equal(t, "talker at most", talker.closed(), wire.CloseSessionEnded)
				equal(t, "tab at most", tab.closed(), wire.CloseSessionEnded)
				// Talking costs a query now and then, not one for each message.
				if n := len(l.acted); n > 60 {
					t.Errorf("%d questions", n)
				}
			})
		})
	}
}

// Sending, reacting, deleting, moving and typing use a session; leaving,
// stopping to type and being refused do not. Admission is informed soon, with the
// time at which it happened.
func TestAUTH37WhatIsUse(t *testing.T) {
	const message = `"messageId":"01957a30-0000-7000-8000-000000000001"`
	for frame, counts := range map[string]bool{
		`{"type":"send_message","message":"x"}`:                         true,
		`{"type":"add_reaction",` + message + `,"reaction":"🔥"}`:        true,
		`{"type":"remove_reaction",` + message + `,"reaction":"🔥"}`:     true,
		`{"type":"delete_message",` + message + `}`:                     true,
		`{"type":"join_room","roomId":"side"}`:                          true,
		`{"type":"typing_start"}`:                                       true,
		`{"type":"typing_stop"}`:                                        false,
		`{"type":"leave_room"}`:                                         false,
		`{"type":"send_message","message":""}`:                          false,
		`{"type":"add_reaction",` + message + `,"reaction":"no emoji"}`: false,
		`{"type":"delete_message",` + message + `,"roomId":"other"}`:    false,
		`{"type":"dance"}`:                                              false,
	} {
		idling(t, time.Hour, 10*time.Hour, func(r *harness, l *idleAdmission) {
			a := r.inside("ann")
			began := time.Now()
			after(20 * time.Minute)
			a.send("%s", frame)
			after(session.ReportLatest)
			noted := l.lastSeen("ann").Sub(began)
			equal(t, frame+" noted", noted, map[bool]time.Duration{true: 20 * time.Minute, false: 0}[counts])
			after(time.Hour - 30*time.Minute)
			equal(t, frame+" after an hour", a.closed(), map[bool]wire.CloseCode{true: 0, false: wire.CloseSessionEnded}[counts])
			after(20*time.Minute + session.ExpiryRetry)
			equal(t, frame+" an hour later", a.closed(), wire.CloseSessionEnded)
		})
	}
}

// Use that could not be reported during an outage counts when Admission answers
// again; activity after the end does not revive a session.
func TestAUTH37UseIsNotedLate(t *testing.T) {
	idling(t, time.Hour, 10*time.Hour, func(r *harness, l *idleAdmission) {
		a, b := r.inside("ann"), r.inside("bob")
		after(50 * time.Minute)
		a.say("still here")
		l.set(func(l *memAdmission) { l.down = runtime.ErrNobodyAnswers() })
		after(11 * time.Minute)
		a.say("and here")
		b.say("too late")
		l.set(func(l *memAdmission) { l.down = nil })
		after(session.ExpiryRetry)
		equal(t, "used in time", a.closed(), 0)
		equal(t, "used too late", b.closed(), wire.CloseSessionEnded)
	})
}

// The audit log says where a deletion came from, also after the session was checked again:
// the answer, which knows nothing of the socket, took the place of its address.
func TestAddressOutlivesARecheck(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		a.say("mistake")
		id := only(a.take(), "message")[0]["id"]
		r.site(store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: "id-ann"})
		a.send(`{"type":"delete_message","messageId":"%s"}`, id)
		equal(t, "deleted", len(only(a.take(), "message_deleted")), 1)
		equal(t, "from where", r.log.deletedFrom, "203.0.113.9")
	})
}
