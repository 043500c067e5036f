package redis

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/logtest"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// recorder is a listener that keeps a line of everything.
type recorder struct {
	mu    sync.Mutex
	lines []string
}

func (r *recorder) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *recorder) Gap(room string)                      { r.note("gap %q", room) }
func (r *recorder) SiteReached(seq int64)                { r.note("site %d", seq) }
func (r *recorder) Broadcast(b store.Broadcast)          { r.note("broadcast %s", b.Subject) }
func (r *recorder) Flag(f chat.Flag)                     { r.note("flag %s", f.Room) }
func (r *recorder) Read(s roomlog.ReadState)             { r.note("read %s", s.Room) }
func (r *recorder) RoomTyping(room string, _ bus.Typing) { r.note("typing %s", room) }
func (r *recorder) Activity(b desk.ActivityBatch)        { r.note("activity %d", len(b.Activities)) }
func (r *recorder) ActivityWatched(w desk.ActivityWatch) { r.note("watched %s", w.Node) }
func (r *recorder) Presence(p bus.Presence)              { r.note("presence %s", p.Kind) }
func (r *recorder) RoomEvents(room string, events []roomlog.Event) {
	for _, e := range events {
		r.note("event %s %d", room, e.Seq)
	}
}

func (r *recorder) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines)
}

// harness is a node that receives the room "general", another of its community that
// publishes nothing by itself, and a stranger with a connection to their Redis.
type harness struct {
	t        *testing.T
	server   *redistest.Server
	receiver *Bus
	recorder *recorder
	sender   *Bus
	stranger *goredis.Client
	log      logtest.Buffer // the receiver's
	before   int            // lines of the recorder before the test's own
}

func newHarness(t *testing.T) *harness {
	server := redistest.Start(t)
	r := &harness{
		t: t, server: server, recorder: &recorder{}, sender: open(t, server.URL()),
		stranger: goredis.NewClient(&goredis.Options{Addr: server.Addr(), DisableIdentity: true}),
	}
	r.receiver = openLogged(t, server.URL(), testKey, &r.log)
	t.Cleanup(func() { r.stranger.Close() })
	r.receiver.Listen(r.recorder)
	eventually(t, "up", func() bool { return r.receiver.State() == Up && len(r.recorder.all()) == 1 })
	r.receiver.Subscribe("general")
	eventually(t, "the room is subscribed to", func() bool { return len(r.recorder.all()) == 2 })
	r.before = 2
	return r
}

// signed is a message as the sender would publish it now.
func (r *harness) signed(channel string, kind byte, body []byte) []byte {
	return r.sender.signer.sign(message{channel, append(r.sender.head(kind), body...)}, time.Now())
}

func (r *harness) general() string { return r.receiver.roomChannel("general") }

func (r *harness) event(seq int64) []byte {
	return r.signed(r.general(), kindEvents, appendEvents(nil, []roomlog.Event{redistest.Message("general", seq)}))
}

func (r *harness) presence(p bus.Presence) []byte {
	p.Node = r.sender.NodeID()
	body, err := json.Marshal(p)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.signed(r.receiver.presenceChannel(), kindPresence, body)
}

func (r *harness) publish(channel string, payload []byte) {
	r.t.Helper()
	if n, err := r.stranger.Publish(r.t.Context(), channel, payload).Result(); err != nil || n != 1 {
		r.t.Fatalf("%d subscribers: %v", n, err)
	}
}

// received fails unless the listener received exactly these lines, and so many
// messages were refused. The last line is that of the message published last.
func (r *harness) received(refused int64, want ...string) {
	r.t.Helper()
	last := want[len(want)-1]
	eventually(r.t, last, func() bool { return slices.Contains(r.recorder.all()[r.before:], last) })
	if got := r.recorder.all()[r.before:]; !slices.Equal(got, want) {
		r.t.Errorf("received %q, want %q", got, want)
	}
	if c := r.receiver.Counts(); c.Refused != refused || c.Unreadable != 0 {
		r.t.Errorf("%+v, want %d refused", c, refused)
	}
}
