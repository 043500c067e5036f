package people_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// endless takes the time of the whole run for one member.
type endless struct {
	postgres.Subject
	member string
	end    context.CancelFunc // of the run's time
}

func (s *endless) Erase(context.Context, pgx.Tx, store.Member) error { return nil }

func (s *endless) EraseAhead(ctx context.Context, m store.Member) error {
	if m.ID != s.member {
		return nil
	}
	s.end()
	return ctx.Err()
}

// A member whose erasure took the time of each run, or failed, was the first of the next run too:
// nobody whose turn came later was erased any more.
func TestErasureThatFailsKeepsNobodyWaiting_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	subject := &endless{member: ann.ID}
	w.DB.Join(subject)
	run := func() (int, error) {
		var ctx context.Context
		ctx, subject.end = context.WithCancel(t.Context())
		defer subject.end()
		return w.EraseDue(ctx)
	}
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	storetest.DueForErasure(t, w.Owner(), bob.ID)
	if n, err := run(); n != 0 || !errors.Is(err, context.Canceled) {
		t.Fatalf("the first run erased %d, %v", n, err)
	}
	if n, _ := run(); n != 1 || !one[bool](w, `select erased_at is not null from members where id = $1`, bob.ID) {
		t.Errorf("the second run erased %d, and not bob", n)
	}
	subject.member = ""
	if n, err := run(); n != 1 || err != nil {
		t.Errorf("the third run erased %d, %v", n, err)
	}
}
