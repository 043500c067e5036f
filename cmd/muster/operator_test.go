package main

import (
	"context"
	"os/user"
	"strings"
	"testing"

	"muster/store"
	"muster/store/postgres"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
)

// Whom the operator adds stands in the audit log, with the rights that were given.
func TestMemberAddIsInTheLog_SEC8_ADM16(t *testing.T) {
	ctx := context.Background()
	url := storetest.URL(t)
	add := func(args ...string) {
		t.Helper()
		if status, _, said := run([]string{"DATABASE_URL=" + url, "MUSTER_ALLOW_UNSAFE_POSTGRES=true"}, append([]string{"member", "add"}, args...)...); status != 0 {
			t.Fatalf("status %d: %s", status, said)
		}
	}
	add("--email", " Chief@Example.org", "--name", "Chief", "--username", "chief", "--admin")
	add("--phone", "+1 555 123 4567", "--name", "Ann")
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	// The log once said neither who had called the command line nor from which machine.
	page, _, err := desks.New(db).Audit(ctx, store.AuditQuery{Text: "operator", Limit: 10})
	if err != nil || len(page) != 2 {
		t.Fatalf("%d entries, %v", len(page), err)
	}
	for i, admin := range []string{`"is_admin": false`, `"is_admin": true`} { // the newest first
		if e := page[i]; e.Actor != (store.AuditPerson{Name: "operator"}) || !strings.HasPrefix(e.Address, who.Username+"@") || len(e.Address) < len(who.Username)+2 || e.Member.ID != e.Subject || !strings.Contains(string(e.After), admin) {
			t.Errorf("%+v %s", e, e.After)
		}
	}
}
