package application_test

import (
	"testing"
	"time"

	"muster/store"
	rules "muster/store/application"
	"muster/store/money"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

const day = 24 * time.Hour

// deletes runs the retention and wants so many deleted.
func (w *world) deletes(keep rules.Keep, want int) {
	w.t.Helper()
	if n, err := w.DeleteDue(ctx, keep); n != want || err != nil {
		w.t.Errorf("%d deleted, want %d: %v", n, want, err)
	}
}

// What was rejected goes after its time, and what was left unsubmitted after its own:
// with the key, the photo's files, the proofs and the applicant's sign-in. A payment stays
// without the person. Nothing goes a day early, and what is pending, on hold or accepted
// not at all.
func TestRetention_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	payments := w.takes(newCashier())
	keep := rules.Keep{Rejected: 180 * day, Abandoned: 30 * day}
	all := map[string]*browser{}
	for i, name := range []string{"pending", "rejected", "on_hold", "accepted", "reapply", "left"} {
		b := w.starts(name + "@example.org")
		all[name] = b
		if name == "left" {
			_, err := b.proves(mail(name + "@example.org"))
			w.must(err)
			b.shows()
			continue
		}
		b.submits(name+"@example.org", "+1555123456"+string(rune('0'+i)))
		if name != "pending" {
			_, err := w.Decide(ctx, chief, b.id, rules.Decision{Status: rules.Status(name)})
			w.must(err)
		}
	}
	draft := w.starts("draft@example.org")
	session := draft.goesToPay()
	w.must(second(payments.Notify(ctx, paidNotice("evt_1", money.Checkout{ID: session, Paid: true, Status: money.CheckoutComplete, Amount: 50_00, Currency: "usd", PaymentID: "pi_1", Purpose: money.ForExpedite}))))
	applicant := one[string](w, `select applicant_id::text from applications where id = $1`, all["rejected"].id)
	token, _, err := members.New(w.DB).CreateSession(ctx, store.ApplicantSession, applicant, "", "")
	w.must(err)
	gone := func(b *browser) bool {
		return one[int](w, `select count(*)::int from applications where id = $1`, b.id) == 0
	}

	storetest.MoveClock(t, w.url, 29*day)
	w.deletes(keep, 0)
	// What is changed begins anew.
	w.must(all["reapply"].saves(step(rules.Identification, "reapply@example.org", "+15551234564")))
	storetest.MoveClock(t, w.url, 31*day)
	w.deletes(rules.Keep{}, 0)
	w.deletes(keep, 2)
	if !gone(draft) || !gone(all["left"]) {
		t.Error("a draft is still there")
	}
	storetest.MoveClock(t, w.url, 179*day)
	w.deletes(keep, 0)
	storetest.MoveClock(t, w.url, 181*day)
	w.deletes(keep, 1)
	if !gone(all["rejected"]) {
		t.Error("the rejected one is still there")
	}
	storetest.MoveClock(t, w.url, 210*day)
	w.deletes(keep, 1)
	if !gone(all["reapply"]) {
		t.Error("the one that was sent back is still there")
	}
	storetest.MoveClock(t, w.url, 4000*day)
	w.deletes(keep, 0)
	w.counted()
	w.must(w.AddUpCounts(ctx))
	w.counted()
	if n := storetest.Applicants(t, w.owner()); n != 3 {
		t.Errorf("%d applicants", n)
	}
	for sql, want := range map[string]int{
		`select count(*)::int from applications`: 3, `select count(*)::int from application_proofs`: 6,
		`select count(*)::int from application_photos`: 3, `select count(*)::int from river_job where kind = 'media_removal'`: 3,
		`select count(*)::int from application_payments where application_id is null and status = 'completed'`: 1,
	} {
		if n := one[int](w, sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	if _, err := members.New(w.DB).Authenticate(ctx, token); store.CodeOf(err) != store.Unauthorized {
		t.Error("the deleted applicant's session lives", err)
	}
}

// An applicant's own copy has everything and no administrator; the applicant alone erases
// the application, with key, photo and sign-in, unless it made a member.
func TestApplicantsOwnData_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	provider := newCashier()
	payments := w.takes(provider)
	ann, bob := w.starts("ann@example.org"), w.starts("bob@example.org")
	w.must(second(payments.Notify(ctx, paidNotice("evt_1", provider.pay(ann.goesToPay())))))
	ann.submits("ann@example.org", "+15551234567")
	_, err := w.Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Rejected, Reason: "too short"})
	w.must(err)
	mine, err := w.MyData(ctx, ann.proof())
	w.must(err)
	if len(mine) != 1 || mine[0].Person.BirthDate != "1990-05-06" || len(mine[0].History) != 1 || mine[0].History[0].Reason != "too short" ||
		mine[0].History[0].DecidedBy+mine[0].History[0].Name+mine[0].ReviewedBy+mine[0].ReviewedByName != "" || len(mine[0].Payments) != 1 || mine[0].Payments[0].Amount != 50_00 {
		t.Errorf("%+v", mine)
	}
	nobody := &browser{world: w}
	_, err = w.MyData(ctx, nobody.proof())
	w.wants(err, store.NotFound, "application_not_found")
	for _, thief := range []*browser{bob, nobody} {
		w.wants(w.EraseOwn(ctx, thief.proof(), ann.id), store.NotFound, "application_not_found")
	}
	_, err = w.Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Accepted})
	w.must(err)
	w.wants(w.EraseOwn(ctx, ann.proof(), ann.id), store.Conflict, "application_of_member")
	bob.submits("bob@example.org", "+15557654321")
	w.must(w.EraseOwn(ctx, bob.proof(), bob.id))
	w.wants(w.EraseOwn(ctx, bob.proof(), bob.id), store.NotFound, "application_not_found")
	if n := storetest.Applicants(t, w.owner()); n != 1 {
		t.Errorf("%d applicants", n)
	}
	for sql, want := range map[string]int{
		`select count(*)::int from applications`: 1, `select count(*)::int from application_browsers`: 1,
		`select count(*)::int from application_photos`: 1, `select count(*)::int from river_job where kind = 'media_removal'`: 1,
	} {
		if n := one[int](w, sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	for range 60 {
		if _, err = w.MyData(ctx, ann.proof()); err != nil {
			break
		}
	}
	if store.CodeOf(err) != store.Limited {
		t.Errorf("never limited: %v", err)
	}
}
