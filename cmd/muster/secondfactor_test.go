package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	desks "muster/store/postgres/desk"
	members "muster/store/postgres/people"
	factors "muster/store/postgres/secondfactor"
	"muster/store/postgres/storetest"
	"muster/store/secondfactor"
)

// Who has lost the last factor has it removed by the operator, under any of its names, and
// the audit log says so.
func TestSecondFactorRemove(t *testing.T) {
	ctx, url := context.Background(), storetest.URL(t)
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	secret, _ := store.NewSecret(strings.Repeat("s", store.MinSecret))
	people, mine := members.New(db), factors.New(db, secondfactor.NewKeys(secret))
	m, err := people.AddMember(ctx, store.NewMember{Name: "Ann", Email: "ann@example.org", Username: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	remove := func(args ...string) (int, string, string) {
		return run([]string{"DATABASE_URL=" + url, "MUSTER_ALLOW_UNSAFE_POSTGRES=true"}, append([]string{"second-factor"}, args...)...)
	}
	for _, called := range []string{"ann", " Ann@Example.org", "@Ann"} {
		token, session, err := people.CreateSession(ctx, store.MemberSession, m.ID, "Test", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		by := store.Caller{Session: session, Member: m}
		app, err := mine.BeginApp(ctx, by)
		if err != nil {
			t.Fatal(err)
		}
		code, err := app.Code(time.Now())
		if err == nil {
			_, err = mine.ConfirmApp(ctx, by, code)
		}
		if err != nil {
			t.Fatal(err)
		}
		if status, said, failed := remove("remove", called); status != 0 || !strings.Contains(said, "removed totp of Ann") {
			t.Fatalf("%s: %d %s %s", called, status, said, failed)
		}
		left, err := mine.Of(ctx, m.ID)
		caller, dead := people.Authenticate(ctx, token)
		if err != nil || dead != nil || len(left.Factors) != 0 || left.RecoveryCodes != 0 || caller.Session.SecondFactor != store.NoSecondFactor {
			t.Errorf("%+v %+v %v %v", left, caller.Session, err, dead)
		}
	}
	entries, _, err := desks.New(db).Audit(ctx, store.AuditQuery{Action: "second_factor_removed", Limit: 10})
	if err != nil || len(entries) != 3 || entries[0].Member.ID != m.ID || entries[0].Address != operatorAddress() {
		t.Errorf("%+v %v", entries, err)
	}
	for says, args := range map[string][]string{"has no second factor": {"remove", "ann"}, "not found": {"remove", "nobody"}, "only remove MEMBER": {"list"}} {
		if status, _, said := remove(args...); status == 0 || !strings.Contains(said, says) {
			t.Errorf("%v: %d %s", args, status, said)
		}
	}
}
