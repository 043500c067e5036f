package roomlog_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// enters answers one entry.
func (w *world) enters(e roomlog.AdmissionRequest) roomlog.AdmissionDecision {
	w.T.Helper()
	out, err := w.AdmitBatch(context.Background(), []roomlog.AdmissionRequest{e})
	w.Must(err)
	return out[0]
}

// Many are answered by one query, each in its place and by
// its own status; the same one twice too.
func TestManyEnterAtOnce_P21_WS1_ROOM10(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cyd := w.Join("ann"), w.Join("bob"), w.Join("cyd")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "den", bob.ID, roomlog.RoomMember, ""))
	w.Must(w.SetChatAccess(ctx, cyd.ID, false, nil))
	applies, err := w.AddApplicant(ctx, "new@example.org", "")
	w.Must(err)
	applicant, _, err := w.CreateSession(ctx, store.ApplicantSession, applies.ID, "", "")
	w.Must(err)
	closed, banned, ended := roomlog.ErrNoRoomAccess(), roomlog.ErrBanned(), store.ErrSessionEnded()
	cases := []struct {
		entry  roomlog.AdmissionRequest
		member string
		err    error
		door   error
	}{
		{roomlog.AdmissionRequest{Token: ann.Token, Room: "general"}, ann.ID, nil, nil},
		{roomlog.AdmissionRequest{Token: ann.Token, Room: "general"}, ann.ID, nil, nil},
		{roomlog.AdmissionRequest{Token: ann.Token, Room: "den"}, ann.ID, nil, closed},
		{roomlog.AdmissionRequest{SessionID: bob.Session, Room: "den"}, bob.ID, nil, nil},
		{roomlog.AdmissionRequest{SessionID: bob.Session, Room: "absent"}, bob.ID, nil, closed},
		{roomlog.AdmissionRequest{SessionID: bob.Session, Room: "No room!"}, bob.ID, nil, closed},
		{roomlog.AdmissionRequest{SessionID: bob.Session}, bob.ID, nil, nil},
		{roomlog.AdmissionRequest{Token: cyd.Token, Room: "general"}, cyd.ID, nil, banned},
		{roomlog.AdmissionRequest{SessionID: cyd.Session}, cyd.ID, nil, banned},
		{roomlog.AdmissionRequest{Token: applicant}, "", nil, nil},
		{roomlog.AdmissionRequest{Token: store.NewToken(), Room: "general"}, "", ended, nil},
		{roomlog.AdmissionRequest{Token: "no token"}, "", ended, nil},
		{roomlog.AdmissionRequest{SessionID: "no id"}, "", ended, nil},
		{roomlog.AdmissionRequest{SessionID: ann.ID}, "", ended, nil},
		{roomlog.AdmissionRequest{}, "", ended, nil},
	}
	var entries []roomlog.AdmissionRequest
	for _, c := range cases {
		entries = append(entries, c.entry)
	}
	got, err := w.AdmitBatch(ctx, entries)
	w.Must(err)
	for i, c := range cases {
		x := got[i]
		if x.Caller.Member.ID != c.member || word(x.Err) != word(c.err) || word(x.DenyReason) != word(c.door) {
			t.Errorf("%d %+v: %+v", i, c.entry, x)
		}
		if c.member != "" {
			c, err := w.Authenticate(ctx, map[string]string{ann.ID: ann.Token, bob.ID: bob.Token, cyd.ID: cyd.Token}[c.member])
			w.Must(err)
			want := store.Caller{
				Session: store.Session{ID: c.Session.ID, Kind: c.Session.Kind, PersonID: c.Session.PersonID, ExpiresAt: c.Session.ExpiresAt},
				Member:  store.Member{ID: c.Member.ID, Username: c.Member.Username, IsAdmin: c.Member.IsAdmin, Status: c.Member.Status},
			}
			if want != x.Caller {
				t.Errorf("%d: %+v, by Authenticate %+v", i, x.Caller, want)
			}
		}
	}
	if none, err := w.AdmitBatch(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("nobody: %v %v", none, err)
	}
}

func word(err error) string {
	if err == nil {
		return ""
	}
	return store.AsError(err).ReasonOrCode()
}

// Who comes by token is to be noted as seen at most once a minute, who only
// stays is not; many nodes that note the same sessions at once never wait for each
// other in a circle.
func TestEnteringIsNoted_AUTH37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	var people []storetest.Person
	var there, back []roomlog.AdmissionRequest
	for i := range 20 {
		people = append(people, w.Join(fmt.Sprint("soldier_", i)))
	}
	for i, p := range people {
		there = append(there, roomlog.AdmissionRequest{Token: p.Token, Room: "general"})
		back = append(back, roomlog.AdmissionRequest{Token: people[len(people)-1-i].Token, Room: "general"})
	}
	seen := func() time.Time {
		return one[time.Time](w, `select min(last_seen_at) from session_seen`)
	}
	made := seen()
	enter := func(entries []roomlog.AdmissionRequest) {
		got, err := w.AdmitBatch(ctx, entries)
		for i := range got {
			if err == nil {
				err = got[i].Err
			}
		}
		if err == nil {
			err = w.NoteSeen(ctx, storetest.Unnoted(got))
		}
		if err != nil {
			t.Error(err)
		}
	}
	enter(there)
	if !seen().Equal(made) {
		t.Error("noted within the minute")
	}
	for minute := 2; minute < 12; minute += 2 {
		storetest.MoveClock(t, w.URL, time.Duration(minute)*time.Minute)
		before := seen()
		enter([]roomlog.AdmissionRequest{{SessionID: people[0].Session}})
		if !seen().Equal(before) {
			t.Error("who stays was noted as seen")
		}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { enter([][]roomlog.AdmissionRequest{there, back}[i%2]) })
		}
		all.Wait()
		now := seen()
		if now.Sub(before) < time.Minute {
			t.Errorf("minute %d: seen %v, before %v", minute, now, before)
		}
		// A report that comes late changes nothing that is known by then.
		w.Must(w.NoteSeen(ctx, []roomlog.SeenSession{{SessionID: people[0].Session, At: before}, {SessionID: people[1].Session, At: made}}))
		if !seen().Equal(now) {
			t.Errorf("minute %d: a late note took %v back to %v", minute, now, seen())
		}
	}
}

// Whoever acts in an open session uses it, from the moment of the act by the
// database's clock: also when the act is reported after the session would have run out,
// never for longer than sessions live at most, and not in a session that was
// ended. A session once ran out under a member who talked all the time.
func TestActingIsNoted_AUTH37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	const idle, longest = 168 * time.Hour, 720 * time.Hour // which are the usual limits
	ann, bob := w.Join("ann"), w.Join("bob")
	made := one[time.Time](w, `select created_at from sessions where id = $1`, ann.Session)
	seen := func() time.Duration {
		return one[time.Time](w, `select last_seen_at from session_seen where session_id = $1`, ann.Session).Sub(made).Round(time.Minute)
	}
	for _, step := range []struct {
		at, acted, seen, ends time.Duration // ends 0: the session has run out
	}{
		{at: time.Hour, ends: idle},
		{at: time.Hour, acted: time.Nanosecond, seen: time.Hour, ends: time.Hour + idle},
		{at: 100 * time.Hour, acted: 98 * time.Hour, seen: 2 * time.Hour, ends: 2*time.Hour + idle},
		{at: 100 * time.Hour, acted: 99 * time.Hour, seen: 2 * time.Hour, ends: 2*time.Hour + idle}, // another socket, less lately
		{at: 170 * time.Hour, seen: 2 * time.Hour},
		{at: 171 * time.Hour, acted: 2 * time.Hour, seen: 169 * time.Hour, ends: 169*time.Hour + idle},
		{at: 300 * time.Hour, acted: time.Hour, seen: 299 * time.Hour, ends: 299*time.Hour + idle},
		{at: 460 * time.Hour, acted: time.Hour, seen: 459 * time.Hour, ends: 459*time.Hour + idle},
		{at: 719 * time.Hour, acted: 119 * time.Hour, seen: 600 * time.Hour, ends: longest},
		{at: 721 * time.Hour, acted: 2 * time.Hour, seen: 600 * time.Hour},
	} {
		storetest.MoveClock(t, w.URL, step.at)
		x := w.enters(roomlog.AdmissionRequest{SessionID: ann.Session, ActedAgo: step.acted})
		ends := x.Caller.Session.ExpiresAt.Sub(made).Round(time.Minute)
		if (x.Err == nil) != (step.ends != 0) || x.Err == nil && ends != step.ends || seen() != step.seen {
			t.Errorf("%+v: seen %v, ends %v, %v", step, seen(), ends, x.Err)
		}
	}
	storetest.MoveClock(t, w.URL, 0)
	// Many sockets of one session report at once: the last act counts.
	var many []roomlog.AdmissionRequest
	for i := range 30 {
		many = append(many, roomlog.AdmissionRequest{SessionID: bob.Session, ActedAgo: time.Duration((i*7)%30+1) * time.Hour})
	}
	storetest.MoveClock(t, w.URL, 150*time.Hour)
	_, err := w.AdmitBatch(ctx, many)
	w.Must(err)
	if at := one[time.Time](w, `select last_seen_at from session_seen where session_id = $1`, bob.Session); at.Sub(made).Round(time.Minute) != 149*time.Hour {
		t.Errorf("bob was seen after %v", at.Sub(made))
	}
	w.Must(w.EndSession(ctx, bob.Session, bob.ID))
	if x := w.enters(many[0]); store.CodeOf(x.Err) != store.Unauthorized {
		t.Errorf("an act brought an ended session back: %v", x.Err)
	}
}

// Where sessions live unused for a minute only, a call or an act each
// half minute keeps one alive: what is noted at most once a minute came too late.
func TestShortSessionsAreNotedInTime_AUTH37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: w.URL, MaxConns: 2, SessionLimits: store.SessionLimits{Idle: time.Minute}})
	w.Must(err)
	defer db.Close()
	caller, comer, talker := w.Join("caller"), w.Join("comer"), w.Join("talker")
	for i := range 10 {
		storetest.MoveClock(t, w.URL, time.Duration(i+1)*30*time.Second)
		_, called := members.New(db).Authenticate(ctx, caller.Token)
		in, err := logs.New(db).AdmitBatch(ctx, []roomlog.AdmissionRequest{{Token: comer.Token}, {SessionID: talker.Session, ActedAgo: time.Second}})
		w.Must(err)
		if called != nil || in[0].Err != nil || in[1].Err != nil {
			t.Fatalf("half minute %d: %v %v %v", i+1, called, in[0].Err, in[1].Err)
		}
	}
}
