package people_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// A session ends 168 h after it was last seen, 720 h after it was
// made, and when it is ended; being seen is written at most once a minute.
func TestSessionLives_AUTH37(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	authenticate := func(at time.Duration) (store.Caller, error) {
		storetest.MoveClock(t, w.URL, at)
		return w.Authenticate(ctx, ann.Token)
	}
	seen := func() time.Time {
		return one[time.Time](w, `select last_seen_at from session_seen where session_id = $1`, ann.Session)
	}
	made := seen()
	if c, err := authenticate(59 * time.Second); err != nil || c.Member.ID != ann.ID || c.Session.PersonID != ann.ID || c.Session.Device != "Firefox" || !seen().Equal(made) {
		t.Fatalf("within the minute: %+v %v", c, err)
	}
	if _, err := authenticate(2 * time.Minute); err != nil || !seen().After(made) {
		t.Fatalf("after the minute: %v", err)
	}
	for day := 6; day <= 24; day += 6 {
		if c, err := authenticate(time.Duration(day) * 24 * time.Hour); err != nil || c.Session.ExpiresAt.Sub(c.Session.CreatedAt) > 720*time.Hour {
			t.Fatalf("day %d: %+v %v", day, c, err)
		}
	}
	w.Must(w.enters(roomlog.AdmissionRequest{SessionID: ann.Session}).Err)
	if _, err := authenticate(30*24*time.Hour + time.Minute); store.CodeOf(err) != store.Unauthorized {
		t.Fatalf("past the absolute limit: %v", err)
	}
	ann = w.SignIn(ann.Member)
	if _, err := authenticate(37*24*time.Hour + 2*time.Minute); store.CodeOf(err) != store.Unauthorized {
		t.Fatalf("past the idle limit: %v", err)
	}
	if list, err := w.Sessions(ctx, ann.ID); err != nil || len(list) != 0 {
		t.Fatalf("%+v %v", list, err)
	}
	for _, bad := range []string{"", "x", store.NewToken(), ann.Token + "x"} {
		if _, err := w.Authenticate(ctx, bad); store.CodeOf(err) != store.Unauthorized {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Ended sessions no longer work, and their end is announced.
func TestSessionsEnd_AUTH35_AUTH37_AUTH39(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	phone := w.Join("ann")
	laptop, tablet := w.SignIn(phone.Member), w.SignIn(phone.Member)
	bob := w.Join("bob")
	alive := func(p storetest.Person) bool {
		_, err := w.Authenticate(ctx, p.Token)
		comes, stays := w.enters(roomlog.AdmissionRequest{Token: p.Token}), w.enters(roomlog.AdmissionRequest{SessionID: p.Session})
		if store.CodeOf(err) != store.CodeOf(comes.Err) || store.CodeOf(err) != store.CodeOf(stays.Err) {
			t.Fatalf("Authenticate: %v, AdmitBatch: %v by token, %v by id", err, comes.Err, stays.Err)
		}
		return err == nil
	}
	if err := w.EndSession(ctx, phone.Session, bob.ID); store.CodeOf(err) != store.NotFound || !alive(phone) {
		t.Fatalf("somebody else's session: %v", err)
	}
	for range 2 { // twice is harmless
		w.Must(w.EndSession(ctx, phone.Session, phone.ID))
	}
	if alive(phone) || !alive(laptop) {
		t.Fatal("the wrong one ended")
	}
	if list, err := w.Sessions(ctx, phone.ID); err != nil || len(list) != 2 {
		t.Fatalf("%+v %v", list, err)
	}
	if n, err := w.EndSessions(ctx, phone.ID, laptop.Session); err != nil || n != 1 || alive(tablet) || !alive(laptop) {
		t.Fatalf("%d %v", n, err)
	}
	w.Must(w.DisableSignIn(ctx, phone.ID, true))
	if alive(laptop) || !alive(bob) {
		t.Fatal("disabling sign-in ended the wrong sessions")
	}
	if _, _, err := w.CreateSession(ctx, store.MemberSession, phone.ID, "", ""); store.CodeOf(err) != store.Forbidden {
		t.Fatal(err)
	}
	w.Must(w.DisableSignIn(ctx, phone.ID, false))
	if alive(laptop) || !alive(w.SignIn(phone.Member)) {
		t.Fatal("opening sign-in again must not revive sessions")
	}

	var ended []string
	events, err := w.SiteEvents(ctx, 0, 100)
	w.Must(err)
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Fatalf("site event %d has number %d", i+1, e.Seq)
		}
		if e.Kind == store.SessionEnded {
			ended = append(ended, e.SessionID)
		}
	}
	if len(ended) != 3 || ended[0] != phone.Session || ended[1] != tablet.Session || ended[2] != laptop.Session {
		t.Fatalf("%v", ended)
	}
	if last := events[len(events)-1]; last.Kind != store.MemberStatusChanged || last.MemberID != phone.ID || last.At.IsZero() {
		t.Fatalf("%+v", last)
	}
	if _, site, err := w.Heads(ctx, nil); err != nil || site != int64(len(events)) {
		t.Fatalf("site head %d of %d: %v", site, len(events), err)
	}
}

// An id is found in its one written form, of either case, and with any
// other byte where a dash belongs it is nobody's: such ids once did what the real
// ones do.
func TestIDsNeedTheirDashes_ROLE9(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	said := w.Stored(ann.Says("general", "x")).Message.ID
	w.Stored(ann.Says("general", "y"))
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, ""))
	for _, dash := range []string{"x", "'", "\x00", "_", "a", "\xff"} {
		for _, at := range []int{8, 13, 18, 23} {
			odd := func(id string) string { return id[:at] + dash + id[at+1:] }
			_, history := w.ReadHistory(ctx, ann.ID, "general", 50, odd(said))
			_, read := w.MemberByID(ctx, odd(ann.ID))
			for what, err := range map[string]error{
				"a session ended": w.EndSession(ctx, odd(ann.Session), ann.ID),
				"chat access":     w.SetChatAccess(ctx, odd(ann.ID), false, nil),
				"a right":         w.SetAdmin(ctx, odd(ann.ID), true),
				"a room granted":  w.GrantRoom(ctx, "den", odd(ann.ID), roomlog.RoomAdmin, ""),
				"a room revoked":  w.RevokeRoom(ctx, "den", odd(ann.ID)),
				"a page":          history,
				"a member":        read,
			} {
				if store.CodeOf(err) != store.NotFound {
					t.Errorf("%s with %q at %d: %v", what, dash, at, err)
				}
			}
			if x := w.enters(roomlog.AdmissionRequest{SessionID: odd(ann.Session)}); store.CodeOf(x.Err) != store.Unauthorized {
				t.Errorf("entering with %q at %d: %v", dash, at, x.Err)
			}
			w.Refused(ann.Does(roomlog.ReactionAdded, "general", odd(said), "🔥"), roomlog.ErrMessageUnknown())
		}
	}
	if page, err := w.ReadHistory(ctx, strings.ToUpper(ann.ID), "general", 50, strings.ToUpper(w.RoomEvents("general")[1].Message.ID)); err != nil || len(page) != 1 || page[0].ID != said {
		t.Errorf("upper case: %+v %v", page, err)
	}
	w.Must(w.EndSession(ctx, strings.ToUpper(ann.Session), ann.ID))
}

// An applicant has a session and is no member.
func TestApplicantSession_AUTH22(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	id := one[string](w, `insert into applicants (email) values ('new@example.org') returning id::text`)
	token, s, err := w.CreateSession(ctx, store.ApplicantSession, id, "", "")
	w.Must(err)
	c, err := w.Authenticate(ctx, token)
	if err != nil || c.Session.Kind != store.ApplicantSession || c.Session.PersonID != id || c.Member.ID != "" {
		t.Fatalf("%+v %v", c, err)
	}
	command := storetest.Person{Member: store.Member{ID: id}, Session: s.ID}.Says("general", "x")
	w.Refused(command, store.ErrSessionEnded())
	if _, _, err := w.CreateSession(ctx, store.MemberSession, id, "", ""); store.CodeOf(err) != store.NotFound {
		t.Fatal(err)
	}
}

// No session is opened for an applicant who is removed meanwhile: it stayed, with the device and
// its address.
func TestApplicantIsRemovedWhileASessionOpens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	id := one[string](w, `insert into applicants (email) values ('new@example.org') returning id::text`)
	removal := w.Begin()
	storetest.DeleteApplicant(t, removal, id)
	opened := make(chan error, 1)
	go func() {
		opened <- storetest.Third(w.CreateSession(ctx, store.ApplicantSession, id, "Firefox", "192.0.2.7"))
	}()
	storetest.WaitFor(t, w.World, `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')
		or exists (select from sessions where kind = 'application')`)
	w.Must(removal.Commit(ctx))
	if err := <-opened; store.CodeOf(err) != store.NotFound {
		t.Errorf("the session of an applicant who is gone: %v", err)
	}
}
