package application_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	applications "muster/store/postgres/application"
	"muster/store/postgres/storetest"
)

// invites makes an invitation.
func (w *world) invites(by store.Caller, n rules.NewInvitation) rules.Invitation {
	w.t.Helper()
	made, err := w.Invite(ctx, by, n)
	w.must(err)
	return made
}

// begins tries to begin an application with an invitation, in a browser with a cookie or
// in a new one.
func (w *world) begins(cookie, email, invitation string) (applications.Started, error) {
	return w.Start(ctx, applications.Proof{Cookie: cookie, Address: "192.0.2.7", Invitation: invitation}, mail(email))
}

// used is how often an invitation was used.
func (w *world) used(i rules.Invitation) int {
	w.t.Helper()
	return one[int](w, `select used from application_invitations where id = $1`, i.ID)
}

// Closed, nobody begins an application; whoever has begun one goes on with it.
func TestClosedIntake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	_, err := ann.proves(mail("ann@example.org"))
	w.must(err)
	closed := rules.IntakeRules{Intake: rules.IntakeClosed, Text: "Back in spring."}
	w.SetIntake(closed)
	invitation := w.invites(w.chief("chief"), rules.NewInvitation{Uses: 5})
	for _, code := range []string{"", invitation.Code} {
		_, err = w.begins("", "bob@example.org", code)
		w.wants(err, store.Forbidden, "intake_closed")
	}
	if err.Error() == "" || store.AsError(err).Message != "Back in spring." {
		t.Error(err)
	}
	// Another browser is no proof that the application is its own, and learns nothing.
	_, err = w.begins("", "ann@example.org", "")
	w.wants(err, store.Forbidden, "intake_closed")
	again, err := w.begins(ann.cookie, "ann@example.org", "")
	if err != nil || !again.Resumed || again.ID != ann.id {
		t.Errorf("%+v, %v", again, err)
	}
	// The draft of a browser stays when another start is refused.
	w.SetIntake(rules.IntakeRules{Intake: rules.IntakeOpen})
	bob := w.starts("bob@example.org")
	w.SetIntake(closed)
	_, err = w.begins(bob.cookie, "other@example.org", "")
	w.wants(err, store.Forbidden, "intake_closed")
	if again, err = w.begins(bob.cookie, "bob@example.org", ""); err != nil || again.ID != bob.id {
		t.Errorf("%+v, %v", again, err)
	}
	if n := one[int](w, `select count(*)::int from applications`); n != 2 || w.used(invitation) != 0 {
		t.Errorf("%d applications", n)
	}
}

// A hundred at once with one use left: exactly one begins an application.
func TestLastUseOfAnInvitationIsUsedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.SetIntake(rules.IntakeRules{Intake: rules.IntakeInvitation})
	invitation := w.invites(w.chief("chief"), rules.NewInvitation{Uses: 1})
	var in atomic.Int32
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			switch _, err := w.begins("", "ann@example.org", invitation.Code); {
			case err == nil:
				in.Add(1)
			case store.AsError(err).Reason != "invitation_invalid":
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := one[int](w, `select count(*)::int from applications`); in.Load() != 1 || n != 1 || w.used(invitation) != 1 {
		t.Errorf("%d began, %d applications, %d uses", in.Load(), n, w.used(invitation))
	}
}

// A reload, another address in the same browser and a draft that gives way take no second
// use; what was submitted keeps its own.
func TestInvitationIsUsedByOnePersonOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	w.SetIntake(rules.IntakeRules{Intake: rules.IntakeInvitation})
	invitation := w.invites(chief, rules.NewInvitation{Uses: 2, Note: "for the fair"})
	ann := &browser{world: w}
	for _, email := range []string{"anne@example.org", "anne@example.org", "ann@example.org"} {
		made, err := w.begins(ann.cookie, email, " "+invitation.Code+" ")
		w.must(err)
		ann.cookie, ann.id = made.Cookie, made.ID
		if n := w.used(invitation); n != 1 {
			t.Fatalf("%d uses", n)
		}
	}
	ann.submits("ann@example.org", "+15551234567")
	// The same person in another browser: the draft's use is given back.
	made, err := w.begins("", "ann@example.org", invitation.Code)
	w.must(err)
	other := &browser{world: w, cookie: made.Cookie, id: made.ID}
	if n := w.used(invitation); n != 2 {
		t.Fatalf("%d uses", n)
	}
	_, err = other.proves(mail("ann@example.org"))
	w.must(err)
	if n := w.used(invitation); n != 1 || other.id != ann.id {
		t.Errorf("%d uses", n)
	}
	list, _, err := w.Invitations(ctx, 50, "")
	if err != nil || len(list) != 1 || list[0].Note != "for the fair" || list[0].CreatedBy != chief.Member.ID ||
		len(list[0].Brought) != 1 || list[0].Brought[0].ID != ann.id || list[0].Brought[0].Status != "pending" {
		t.Errorf("%+v, %v", list, err)
	}
	page, err := w.List(ctx, "", "", 1)
	if err != nil || page.Applications[0].Invitation != invitation.Code {
		t.Errorf("%+v, %v", page, err)
	}
	// An application that was submitted keeps its use when it is deleted.
	w.must(ann.EraseOwn(ctx, ann.proof(), ann.id))
	if n := w.used(invitation); n != 1 {
		t.Errorf("%d uses", n)
	}
}

// Unknown, ended, expired and used up are one answer, and a dead invitation does not hinder
// where none is needed.
func TestDeadInvitations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	w.SetIntake(rules.IntakeRules{Intake: rules.IntakeInvitation})
	fresh := func(uses int) rules.Invitation {
		return w.invites(chief, rules.NewInvitation{Uses: uses, ExpiresAt: time.Now().Add(time.Hour)})
	}
	usedUp, ended, unused, expired := fresh(1), fresh(2), fresh(1), fresh(1)
	for _, i := range []rules.Invitation{usedUp, ended} {
		_, err := w.begins("", "ann@example.org", i.Code)
		w.must(err)
	}
	for _, i := range []rules.Invitation{ended, unused} {
		w.must(w.EndInvitation(ctx, chief, i.ID))
		w.wants(w.EndInvitation(ctx, chief, i.ID), store.NotFound, "invitation_unknown")
	}
	w.wants(w.EndInvitation(ctx, chief, "x"), store.NotFound, "invitation_unknown")
	storetest.MoveClock(t, w.url, 2*time.Hour)
	var first error
	for _, code := range []string{"", "INV-AAAA-AAAA-AAAA-AAAA", "\x00", "nonsense", usedUp.Code, ended.Code, unused.Code, expired.Code} {
		_, err := w.begins("", "bob@example.org", code)
		w.wants(err, store.Forbidden, "invitation_invalid")
		if first == nil {
			first = err
		}
		if err.Error() != first.Error() {
			t.Errorf("%q: %v, %v", code, err, first)
		}
	}
	list, _, err := w.Invitations(ctx, 50, "")
	if err != nil || len(list) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	w.SetIntake(rules.IntakeRules{Intake: rules.IntakeOpen})
	_, err = w.begins("", "bob@example.org", expired.Code)
	w.must(err)
	for _, bad := range []rules.NewInvitation{{Uses: 0}, {Uses: 1001}, {Uses: 1, ExpiresAt: time.Now()}, {Uses: 1, Note: strings.Repeat("x", 201)}} {
		if _, err := w.Invite(ctx, chief, bad); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if n := one[int](w, `select count(*)::int from audit where action like 'application_invitation_%'`); n != 6 {
		t.Errorf("%d audit entries", n)
	}
	if n := one[int](w, `select count(*)::int from audit a where a::text like '%INV-%'`); n != 0 {
		t.Error("the audit log has a code")
	}
}

// The list was cut off after so many, and the others could not be seen or ended. Its pages
// have each invitation once, also where some are of one moment and the last of a page is
// deleted before the next.
func TestInvitationsComeInPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	want := map[string]bool{}
	for range 7 {
		want[w.invites(chief, rules.NewInvitation{Uses: 1}).ID] = true
	}
	w.exec(`update application_invitations set created_at = (select min(created_at) from application_invitations) where id in (select id from application_invitations order by created_at limit 4)`)
	got, cursor := 0, ""
	for {
		page, next, err := w.Invitations(ctx, 2, cursor)
		w.must(err)
		for _, i := range page {
			if !want[i.ID] {
				t.Errorf("%s twice", i.ID)
			}
			delete(want, i.ID)
		}
		if got += len(page); next == "" {
			break
		}
		if cursor == "" {
			w.must(w.EndInvitation(ctx, chief, page[len(page)-1].ID))
		}
		cursor = next
	}
	if got != 7 || len(want) != 0 {
		t.Errorf("%d, without %v", got, want)
	}
	_, _, err := w.Invitations(ctx, 2, "x")
	w.wants(err, store.Invalid, "cursor_invalid")
	if page, _, err := w.Invitations(ctx, -5, ""); err != nil || len(page) != 1 {
		t.Errorf("%d, %v", len(page), err)
	}
}
