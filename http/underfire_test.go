// Rights that are taken away while the member keeps sending (promise P7).

package http

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// trial is one revocation under fire, as it is judged in the end.
type trial struct {
	kind    string
	room    string
	member  string
	session string
	head    int64 // of the room, read after the reply
	at      time.Time
	sent    int64
}

// P7: 30 times each way, three sockets of the member keep a dozen messages in
// flight while the right goes. No message of the member is committed after the
// reply: none has a higher number than the room had then, none is later than
// the site event, and nothing that was sent after the reply is stored.
func TestNoMessageAfterTheReply(t *testing.T) {
	t.Parallel()
	const each, sockets, inFlight = 30, 3, 4
	l := newLiveSite(t, 2)
	var mu sync.Mutex
	var trials []trial
	t.Run("trials", func(t *testing.T) {
		for k, r := range revocations {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				l := l.under(t)
				chief, _ := l.chief(fmt.Sprint("chief", k))
				for i := range each {
					st := l.place(chief, r, fmt.Sprintf("m%dx%d", k, i))
					one, err := l.underFire(chief, r, st, sockets, inFlight)
					if err != nil {
						t.Fatalf("trial %d: %v", i, err)
					}
					mu.Lock()
					trials = append(trials, one)
					mu.Unlock()
				}
			})
		}
	})
	stored, cut := 0, map[string]int64{}
	for _, one := range trials {
		var n, beyond, late, after int64
		l.must(l.Pool().QueryRow(context.Background(), `
			select count(*), count(*) filter (where seq > $3), count(*) filter (where body like 'late%'), count(*) filter (where created_at > $4)
			from messages where room_id = $1 and sender_id = $2`, one.room, one.member, one.head, one.at).Scan(&n, &beyond, &late, &after))
		if beyond+late+after != 0 {
			t.Errorf("%s: of %d messages %d above the room's number, %d sent late, %d after the event", one.kind, n, beyond, late, after)
		}
		stored += int(n)
		cut[one.kind] += one.sent - n
	}
	for _, r := range revocations {
		if cut[r.name] == 0 {
			t.Errorf("%s: no message was in flight in any trial", r.name)
		}
	}
	t.Logf("%d trials, %d messages stored, cut off: %v", len(trials), stored, cut)
}

// underFire runs one trial up to the moment when every socket has been told.
func (l *liveSite) underFire(chief *visitor, r revocation, st stand, sockets, inFlight int) (trial, error) {
	one := trial{kind: r.name, room: st.room, member: st.member.ID, session: st.session}
	var sent atomic.Int64
	var firing sync.WaitGroup
	var open []*browser
	for i := range sockets {
		b := l.dial(i%len(l.nodes), st.token, st.room)
		open = append(open, b)
		if err := b.await("its room", joined(st.room)); err != nil {
			return one, err
		}
		firing.Go(func() { // a message for each that came back
			for n := 0; ; n++ {
				if b.await("an answer", func(frames []heard, ended bool) bool {
					return ended || told(frames) || n < inFlight+echoes(frames, i)
				}) != nil || b.over() || !b.text(st.room, fmt.Sprintf("early %d %d", i, n)) {
					return
				}
				sent.Add(1)
			}
		})
	}
	// Every socket has had some of its messages back: all are firing.
	for i, b := range open {
		if err := b.await("its first messages", func(frames []heard, _ bool) bool { return echoes(frames, i) >= 2 }); err != nil {
			return one, err
		}
	}
	a := r.take(chief, st)
	if a.status != 200 {
		return one, fmt.Errorf("%d %s", a.status, a.raw)
	}
	for _, b := range open {
		b.text(st.room, "late") // may find the socket closed
	}
	if err := l.Pool().QueryRow(context.Background(), `select seq from room_heads where room_id = $1`, st.room).Scan(&one.head); err != nil {
		return one, err
	}
	kind, about := r.event(st)
	if err := l.Pool().QueryRow(context.Background(), `select at from site_events where kind = $1 and body @> $2 order by seq desc limit 1`,
		kind, about).Scan(&one.at); err != nil {
		return one, err
	}
	for _, b := range open {
		if err := b.await("the end of it", func(frames []heard, ended bool) bool { return ended || told(frames) }); err != nil {
			return one, err
		}
	}
	firing.Wait()
	for _, b := range open {
		if r.code == 0 { // once more where the socket stays; entering another room comes after it
			b.text(st.room, "later")
			b.say(fields{"type": "join_room", "roomId": "general"})
			if err := b.await("another room", joined("general")); err != nil {
				return one, err
			}
		}
		b.conn.CloseNow()
	}
	one.sent = sent.Load()
	return one, nil
}

func joined(room string) func([]heard, bool) bool {
	return func(frames []heard, _ bool) bool {
		for _, f := range frames {
			if f.Type == "room_joined" && f.RoomID == room {
				return true
			}
		}
		return false
	}
}

// told says whether the socket had to leave its room.
func told(frames []heard) bool {
	for _, f := range frames {
		if f.Type == "room_left" {
			return true
		}
	}
	return false
}

// over says whether the socket has ended or had to leave its room.
func (b *browser) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended || told(b.frames)
}

// echoes counts the socket's own messages that came back.
func echoes(frames []heard, socket int) int {
	n := 0
	for _, f := range frames {
		if f.Type == "message" && strings.HasPrefix(f.Text, fmt.Sprintf("early %d ", socket)) {
			n++
		}
	}
	return n
}
