package application_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"muster/store"
	rules "muster/store/application"
	applications "muster/store/postgres/application"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// A hundred acceptances at once on three nodes make one member, one entry and one mail.
func TestAcceptMakesOneMember_AREV8_AREV11_AREV14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	chief := w.chief("chief")
	_, second := w.node()
	_, third := w.node()
	nodes := []*applications.Applications{w.Applications, second, third}
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			_, err := patiently(func() (applications.Listed, error) {
				return nodes[i%len(nodes)].Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Accepted})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for what, sql := range map[string]string{
		"members": `select count(*)::int from members where email = 'ann@example.org' and phone = '+15551234567' and name = 'ANN EXAMPLE'`,
		"entries": `select count(*)::int from audit where action = 'application_decided'`, "decisions": `select count(*)::int from application_decisions`,
		"announcements": `select count(*)::int from broadcasts where subject like '%admin:applications:%'`,
	} {
		if n := one[int](w, sql); n != 1 {
			t.Errorf("%d %s", n, what)
		}
	}
	if len(w.decisions) != 1 {
		t.Errorf("%d mails", len(w.decisions))
	}
	// The person signs in as a member now.
	if ok, err := members.New(w.DB).MaySignIn(ctx, mail("ann@example.org")); !ok || err != nil {
		t.Error("the member cannot sign in", err)
	}
	page, err := w.List(ctx, "", rules.StatusFilter(rules.Accepted), 1)
	w.must(err)
	if len(page.Applications) != 1 || page.Applications[0].ReviewedBy != chief.Member.ID || page.Applications[0].ReviewedByName != "chief@example.org" || len(page.Applications[0].History) != 1 {
		t.Errorf("%+v", page)
	}
	n, err := w.Decision(ctx, w.decisions[0])
	if err != nil || n.Email != "ann@example.org" || n.Status != rules.Accepted || n.Mailed {
		t.Errorf("%+v %v", n, err)
	}
	w.must(w.DecisionMailed(ctx, w.decisions[0]))
	if n, err = w.Decision(ctx, w.decisions[0]); err != nil || !n.Mailed {
		t.Errorf("%+v %v", n, err)
	}
}

// A mail that waits while its decision is replaced is not sent any more: it could come
// after the one that says what stands.
func TestReplacedDecisionIsNotMailed_AREV14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	for _, email := range []string{"ann@example.org", "bob@example.org"} {
		b := w.starts(email)
		b.submits(email, map[string]string{"ann@example.org": "+15551234567", "bob@example.org": "+15557654321"}[email])
		for _, status := range []rules.Status{rules.Accepted, rules.Rejected} {
			_, err := w.Decide(ctx, chief, b.id, rules.Decision{Status: status, Confirm: true})
			w.must(err)
		}
	}
	for i, mailed := range []bool{true, false, true, false} {
		if n, err := w.Decision(ctx, w.decisions[i]); err != nil || n.Mailed != mailed {
			t.Errorf("%d: %+v %v", i, n, err)
		}
	}
}

// Withdrawing an acceptance suspends the member whom it made, and accepting again lets
// that member in; one who was a member before stays one.
func TestWithdrawnAcceptance_AREV11_AREV12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	_, err := members.New(w.DB).AddMember(ctx, store.NewMember{Email: "bob@example.org"})
	w.must(err)
	for _, x := range []struct {
		email, phone string
		stays        bool
	}{{"ann@example.org", "+15551234567", false}, {"bob@example.org", "+15557654321", true}} {
		b := w.starts(x.email)
		b.submits(x.email, x.phone)
		decide := func(d rules.Decision) error {
			_, err := w.Decide(ctx, chief, b.id, d)
			return err
		}
		maySignIn := func(want bool, when string) {
			t.Helper()
			if ok, err := members.New(w.DB).MaySignIn(ctx, mail(x.email)); ok != want || err != nil {
				t.Errorf("%s %s: may sign in %v, %v", x.email, when, ok, err)
			}
		}
		w.must(decide(rules.Decision{Status: rules.Accepted}))
		member, err := members.New(w.DB).FindMember(ctx, x.email)
		w.must(err)
		token, _, err := members.New(w.DB).CreateSession(ctx, store.MemberSession, member.ID, "", "")
		w.must(err)
		w.wants(decide(rules.Decision{Status: rules.Rejected}), store.Conflict, "confirm_withdrawal")
		w.must(decide(rules.Decision{Status: rules.Rejected, Reason: "no", Confirm: true}))
		maySignIn(x.stays, "withdrawn")
		if _, err := members.New(w.DB).Authenticate(ctx, token); (err == nil) != x.stays {
			t.Errorf("%s: the session: %v", x.email, err)
		}
		w.must(decide(rules.Decision{Status: rules.Accepted}))
		maySignIn(true, "accepted again")
		if n := one[int](w, `select count(*)::int from members where email = $1`, x.email); n != 1 {
			t.Errorf("%d members", n)
		}
		w.must(members.New(w.DB).SetAdmin(ctx, member.ID, true))
		err = decide(rules.Decision{Status: rules.OnHold, Confirm: true})
		if x.stays {
			w.must(err)
		} else {
			w.wants(err, store.Conflict, "member_is_admin")
		}
	}
}

// Whoever was suspended by a withdrawn acceptance and applies again, when the former
// application is gone, is let in by another acceptance, and is suspended when that one is
// withdrawn too.
func TestSuspendedMemberIsAcceptedAnew_AREV11_AREV12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	for round := range 2 {
		ann := w.starts("ann@example.org")
		ann.submits("ann@example.org", "+15551234567")
		for _, d := range []struct {
			rules.Decision
			in bool
		}{
			{rules.Decision{Status: rules.Accepted}, true}, {rules.Decision{Status: rules.Rejected, Confirm: true}, false},
		} {
			_, err := w.Decide(ctx, chief, ann.id, d.Decision)
			w.must(err)
			if in, err := members.New(w.DB).MaySignIn(ctx, mail("ann@example.org")); in != d.in || err != nil {
				t.Errorf("application %d, %s: may sign in %v, %v", round, d.Status, in, err)
			}
		}
		w.must(w.EraseOwn(ctx, ann.proof(), ann.id))
	}
	if n := one[int](w, `select count(*)::int from members where email = 'ann@example.org'`); n != 1 {
		t.Errorf("%d members", n)
	}
}

// Of two administrators who look at one application and decide, one reads that it has
// changed.
func TestTwoReviewers_AREV10(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	page, err := w.List(ctx, "", "", 1)
	w.must(err)
	version := page.Applications[0].Version
	chiefs := []store.Caller{w.chief("chief"), w.chief("boss")}
	var won, lost atomic.Int32
	var all sync.WaitGroup
	for i, status := range []rules.Status{rules.Rejected, rules.OnHold, rules.Rejected, rules.Reapply, rules.OnHold, rules.Accepted} {
		all.Go(func() {
			_, err := patiently(func() (applications.Listed, error) {
				return w.Decide(ctx, chiefs[i%2], ann.id, rules.Decision{Status: status, Reason: fmt.Sprint(i), Version: &version})
			})
			var e *store.Error
			switch {
			case err == nil:
				won.Add(1)
			case errors.As(err, &e) && e.Reason == "application_changed":
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 || lost.Load() != 5 {
		t.Errorf("%d won, %d lost", won.Load(), lost.Load())
	}
	// Whoever is no administrator any more decides nothing.
	w.must(members.New(w.DB).SetAdmin(ctx, chiefs[1].Member.ID, false))
	_, err = w.Decide(ctx, chiefs[1], ann.id, rules.Decision{Status: rules.Accepted, Confirm: true})
	if store.CodeOf(err) != store.Forbidden {
		t.Error(err)
	}
	_, err = w.Decide(ctx, chiefs[0], rules.NewID(), rules.Decision{Status: rules.Accepted})
	w.wants(err, store.NotFound, "application_not_found")
	draft := w.starts("eve@example.org")
	_, err = w.Decide(ctx, chiefs[0], draft.id, rules.Decision{Status: rules.Accepted})
	w.wants(err, store.NotFound, "application_not_found")
	_, err = draft.proves(mail("eve@example.org"))
	w.must(err)
	_, err = w.Decide(ctx, chiefs[0], draft.id, rules.Decision{Status: rules.Accepted})
	w.wants(err, store.Conflict, "application_not_submitted")
}

// The desk lists what is proven, by status and page, expedited ones first.
func TestList_AREV1_AREV2_AREV3(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.starts("draft@example.org")
	begun := w.starts("begun@example.org")
	_, err := begun.proves(mail("begun@example.org"))
	w.must(err)
	storetest.AddApplicants(t, w.owner(), 60)
	w.exec(`insert into applications (id, number, data_key, email, applicant_id, submitted_at, due_at, expedited, status)
		select gen_random_uuid(), 'N' || p.email, (select data_key from applications where id = $1), p.email, p.id, muster_now() - interval '1 hour',
		case when p.email not like 'a1%' then muster_now() + interval '1 day' end, p.email = 'a7@example.org',
		case when p.email like 'a1%' then 'on_hold' else 'pending' end from applicants p where p.email like 'a%'`, begun.id)
	// A key that is another application's opens nothing, and the list says so.
	foreign, err := w.List(ctx, "", rules.StatusFilter(rules.OnHold), 1)
	w.must(err)
	if len(foreign.Applications) == 0 || !foreign.Applications[0].Unreadable {
		t.Fatal("a foreign key was unwrapped")
	}
	keys := rules.NewKeys(w.secret)
	rows, err := w.Pool().Query(ctx, `select id::text from applications where number like 'N%'`)
	w.must(err)
	var id string
	var batch []string
	for rows.Next() {
		w.must(rows.Scan(&id))
		batch = append(batch, id)
	}
	w.must(rows.Err())
	for _, id := range batch {
		_, wrapped := keys.NewDataKey(id)
		w.exec(`update applications set data_key = $2 where id = $1`, id, wrapped)
	}
	for _, x := range []struct {
		filter      rules.StatusFilter
		page, total int
		rows        int
	}{
		{"", 1, 61, 50}, {"", 2, 61, 11}, {"", 3, 61, 0}, {rules.Incomplete, 1, 1, 1},
		{rules.StatusFilter(rules.Pending), 1, 49, 49}, {rules.StatusFilter(rules.OnHold), 1, 11, 11}, {rules.StatusFilter(rules.Accepted), 1, 0, 0},
	} {
		page, err := w.List(ctx, "", x.filter, x.page)
		if err != nil || page.Total != x.total || len(page.Applications) != x.rows {
			t.Errorf("%q page %d: %d of %d, %v", x.filter, x.page, len(page.Applications), page.Total, err)
		}
		if (x.filter == "" || x.filter == rules.StatusFilter(rules.Pending)) && x.page == 1 && page.Applications[0].Email != "a7@example.org" {
			t.Errorf("%q: the expedited one is not first", x.filter)
		}
	}
}
