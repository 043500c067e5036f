package application_test

import (
	"context"
	"fmt"
	"testing"

	"muster/store/postgres/storetest"
)

// Codes for the phone of an application are counted in one order. They were counted in any, so
// that two tabs that asked at once waited for each other's row until the database ended one.
func TestCodesAreCountedInOneOrder_APP42(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other, ctx := storetest.OpenWorld(t, w.url), context.Background()
	for i := range 8 {
		b := w.starts(fmt.Sprintf("a%d@example.org", i))
		other.Exec(`insert into quotas (scope, key, opened_at, used) values ('application_codes', $1, muster_now(), 0)`, []byte(b.id))
		hold := other.Begin()
		_, err := hold.Exec(ctx, `insert into quotas (scope, key, opened_at, used) values ('application_texts', $1, muster_now(), 0)`, []byte(b.id))
		other.Must(err)
		sent := make(chan error, 1)
		go func() { sent <- w.SendCode(ctx, b.proof(), b.id, phone(fmt.Sprintf("+1555765000%d", i))) }()
		other.AwaitBlocked()
		if storetest.One[int](other, `select count(*)::int from (select from quotas where scope = 'application_codes' and key = $1 for update skip locked) free`, []byte(b.id)) > 0 {
			t.Errorf("call %d counts the text before the code", i)
		}
		other.Must(hold.Rollback(ctx))
		w.must(<-sent)
	}
}
