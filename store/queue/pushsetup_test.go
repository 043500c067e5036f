// What the tests of notifications stand on: played push services, and two members of
// whom one talks and the other has browsers.

package queue_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/chat"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/queue"
	"muster/store/roomlog"
)

// playedPusher is the push services: it keeps what it is given and answers by
// endpoint.
type playedPusher struct {
	pushed  chan pushed
	mu      sync.Mutex
	answers map[string]error // by endpoint, once
	reading map[string]bool
	left    time.Duration // of the job of the last notification
}

// pushed is a notification as a browser got it.
type pushed struct {
	endpoint string
	chat.PushPayload
}

func (p *playedPusher) Push(ctx context.Context, to chat.PushSubscription, push chat.Push) error {
	p.mu.Lock()
	if end, limited := ctx.Deadline(); limited {
		p.left = time.Until(end)
	}
	err := p.answers[to.Endpoint]
	delete(p.answers, to.Endpoint)
	p.mu.Unlock()
	if err != nil {
		return err
	}
	one := pushed{endpoint: to.Endpoint}
	if err := json.Unmarshal(push.Payload, &one.PushPayload); err != nil {
		return err
	}
	p.pushed <- one
	return nil
}

func (p *playedPusher) readers(context.Context, string) (map[string]bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := map[string]bool{}
	for id := range p.reading {
		out[id] = true
	}
	return out, nil
}

func (p *playedPusher) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// pushHarness is a queue that pushes, with ann who talks and bob who has a phone
// and a desk.
type pushHarness struct {
	*harness
	*playedPusher
	ann, bob store.Caller
	ahead    time.Duration
}

func newPushHarness(t *testing.T, set ...func(*queue.Pushes)) *pushHarness {
	t.Helper()
	p := &pushHarness{playedPusher: &playedPusher{pushed: make(chan pushed, 100), answers: map[string]error{}, reading: map[string]bool{}}}
	var pushes *queue.Pushes
	p.harness = newHarness(t, func(q *queue.Queue) {
		pushes = q.AddPush(p.playedPusher)
		for _, one := range set {
			one(pushes)
		}
	})
	ctx := context.Background()
	p.must(p.EnsureDefaultRoom(ctx, "general", "General"))
	bob, err := p.AddMember(ctx, store.NewMember{Email: "bob@example.org", Username: "bob"})
	p.must(err)
	ann, err := p.FindUsername(ctx, "ann")
	p.must(err)
	p.ann, p.bob = p.signIn(ann), p.signIn(bob)
	p.subscribe(p.bob, "phone")
	p.subscribe(p.bob, "desk")
	pushes.Search(p.readers)
	return p
}

func (p *pushHarness) signIn(m store.Member) store.Caller {
	p.t.Helper()
	_, s, err := p.CreateSession(context.Background(), store.MemberSession, m.ID, "Test", "192.0.2.1")
	p.must(err)
	return store.Caller{Session: s, Member: m}
}

func (p *pushHarness) subscribe(who store.Caller, endpoint string) {
	p.t.Helper()
	p.must(p.AddPushSubscription(context.Background(), who, chat.PushSubscription{Endpoint: endpoint, P256DH: "key", Auth: "secret"}))
}

// wants stores what a member chose.
func (p *pushHarness) wants(memberID string, s chat.PushSettings) {
	p.t.Helper()
	p.must(storetest.Second(p.ChangePushSettings(context.Background(), memberID, func(chat.PushSettings) (chat.PushSettings, error) { return s, nil })))
}

// says stores a message of ann.
func (p *pushHarness) says(text string) roomlog.Event { p.t.Helper(); return p.saysBy(p.ann, text, "") }

// saysBy stores a message of somebody, which answers another one or "".
func (p *pushHarness) saysBy(who store.Caller, text, answers string) roomlog.Event {
	p.t.Helper()
	results, err := logs.New(p.DB).Append(context.Background(), []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: "general", Member: who.Member.ID, Session: who.Session.ID, MessageID: uuid.Must(uuid.NewV7()).String(),
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text, ReplyTo: answers},
	}})
	p.must(err)
	p.must(results[0].Err)
	return *results[0].Event
}

// slowTest is how much longer the pause of a test may last than it does for members.
const slowTest = 10 * time.Minute

// hold lets the pauses that have begun last until passPause, however slow the machine is.
func (p *pushHarness) hold() {
	p.t.Helper()
	storetest.LengthenPushPauses(p.t, p.owner(), slowTest)
}

// passPause lets the pauses that hold now be over.
func (p *pushHarness) passPause() {
	p.t.Helper()
	p.ahead += chat.PushPause + slowTest
	storetest.MoveClock(p.t, p.url, p.ahead)
}

// noMore fails when something more was pushed.
func (p *pushHarness) noMore(when string) {
	p.t.Helper()
	p.searched()
	if len(p.pushed) > 0 {
		p.t.Fatalf("%s: pushed %+v", when, <-p.pushed)
	}
}

// newest is the id of the message that was stored last.
func (p *pushHarness) newest() string {
	p.t.Helper()
	return one[string](p.harness, `select id::text from messages order by seq desc limit 1`)
}

// next waits for n notifications and gives them by endpoint.
func (p *pushHarness) next(n int) map[string]chat.PushPayload {
	p.t.Helper()
	got := map[string]chat.PushPayload{}
	late := time.After(time.Minute)
	for range n {
		select {
		case one := <-p.pushed:
			got[one.endpoint] = one.PushPayload
		case <-late:
			p.t.Fatalf("%d of %d notifications: %+v", len(got), n, got)
		}
	}
	return got
}

// searched waits until the search has passed everything that was said, and its
// jobs are done.
func (p *pushHarness) searched() {
	p.t.Helper()
	p.waitFor(`select not exists (select from room_heads h left join push_cursors c on c.room_id = h.room_id where h.seq > coalesce(c.seq, 0))`)
	p.waitFor(`select not exists (select from river_job where kind = 'push' and state in ('available', 'running'))`)
}
