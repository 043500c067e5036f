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

// leaves has an erased member whose name an earlier run has left in the site log.
func (w *world) leaves(name string) {
	w.T.Helper()
	w.Exec(`with gone as (insert into members (id, name, username, username_at, erased_at)
			values (gen_random_uuid(), 'Erased', 'erased_1', muster_now(), muster_now() - interval '2 minutes') returning id, username),
		head as (update site_head set seq = seq + 1 returning seq)
		insert into site_events (seq, kind, body, at)
		select head.seq, 'renamed', jsonb_build_object('memberId', id, 'oldUsername', $1::text, 'newUsername', username, 'erased', true), muster_now() from gone, head`, name)
}

// Members whose erasures take the time of each run kept the names of those who were erased
// before: a run forgot them last.
func TestErasuresThatFailKeepNoNames_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	w.leaves("was")
	var ctx context.Context
	subject := &endless{member: ann.ID}
	ctx, subject.end = context.WithCancel(t.Context())
	defer subject.end()
	w.DB.Join(subject)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 0 || !errors.Is(err, context.Canceled) {
		t.Fatalf("the run erased %d, %v", n, err)
	}
	if n := one[int](w, `select count(*)::int from site_events where body ->> 'oldUsername' = 'was'`); n != 0 {
		t.Error("the name is still there")
	}
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
