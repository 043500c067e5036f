package queue_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	members "muster/store/postgres/people"
	"muster/store/queue"
)

// With chat open only to recognised faces, what is said there was still pushed to browsers
// in whose session none was recognised.
func TestPushAsksForTheFace_FACE33(t *testing.T) {
	p := newPushHarness(t, (*queue.Pushes).RequireFaces)
	tablet := p.signIn(p.bob.Member)
	p.must(p.DB.Write(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return members.VerifyFaceIn(ctx, tx, tablet.Session.ID, tablet.Member.ID)
	}))
	p.subscribe(tablet, "tablet")
	p.says("hey @bob")
	if got := p.next(1); got["tablet"].Seq != 1 {
		t.Errorf("pushed %+v", got)
	}
	p.noMore("without a recognised face")

	busy := &store.Error{Code: store.Limited, Message: "push: the service refused with 429", RetryAfter: time.Hour}
	p.set(func() { p.answers["tablet"] = busy })
	p.says("hey @bob, where are you?")
	p.waitFor(`select count(*) = 1 from river_job where kind = 'push' and state = 'scheduled'`)
	p.must(p.DB.Write(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return members.ForgetFaceIn(ctx, tx, tablet.Member.ID)
	}))
	p.exec(`update river_job set scheduled_at = now() where kind = 'push' and state = 'scheduled'`)
	p.waitFor(`select not exists (select from river_job where kind = 'push' and state in ('available', 'scheduled', 'running'))`)
	p.noMore("the face was removed while the notification waited")
}
