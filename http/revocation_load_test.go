// Rights are revoked while the member keeps sending.

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

// loadTrial is the result of one revocation under load.
type loadTrial struct {
	kind    string
	room    string
	member  string
	session string
	head    int64 // the room's last number, read after the reply
	at      time.Time
	sent    int64
}

// For each kind of revocation, twice, three sockets of the member keep a dozen
// messages in flight meanwhile. No message of the member is committed after the reply:
// none has a higher number than the room's last at that time, none is later than the
// site event, and nothing sent after the reply is stored.
func TestNoMessageAfterTheReply(t *testing.T) {
	t.Parallel()
	const each, sockets, inFlight = 2, 3, 4
	l := newLiveSite(t, 2)
	var mu sync.Mutex
	var trials []loadTrial
	t.Run("trials", func(t *testing.T) {
		for k, r := range revocations {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				l := l.withT(t)
				chief, _ := l.signedInAdmin(fmt.Sprint("chief", k))
				for i := range each {
					st := l.setUpRevocation(chief, r, fmt.Sprintf("m%dx%d", k, i))
					one, err := l.revokeUnderLoad(chief, r, st, sockets, inFlight)
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

// revokeUnderLoad runs one trial until every socket has been informed.
func (l *liveSite) revokeUnderLoad(chief *visitor, r revocation, st revoked, sockets, inFlight int) (loadTrial, error) {
	one := loadTrial{kind: r.name, room: st.room, member: st.member.ID, session: st.session}
	var sent atomic.Int64
	var senders sync.WaitGroup
	var open []*socketClient
	for i := range sockets {
		b := l.dial(i%len(l.nodes), st.token, st.room)
		open = append(open, b)
		if err := b.await("its room", joined(st.room)); err != nil {
			return one, err
		}
		senders.Go(func() { // keeps the number of messages in flight
			for n := 0; ; n++ {
				if b.await("an answer", func(frames []frame, ended bool) bool {
					return ended || leftRoom(frames) || n < inFlight+echoCount(frames, i)
				}) != nil || b.left() || !b.sendText(st.room, fmt.Sprintf("early %d %d", i, n)) {
					return
				}
				sent.Add(1)
			}
		})
	}
	// Every socket has received some of its messages: all are sending.
	for i, b := range open {
		if err := b.await("its first messages", func(frames []frame, _ bool) bool { return echoCount(frames, i) >= 2 }); err != nil {
			return one, err
		}
	}
	a := r.revoke(chief, st)
	if a.status != 200 {
		return one, fmt.Errorf("%d %s", a.status, a.raw)
	}
	for _, b := range open {
		b.sendText(st.room, "late") // the socket may be closed
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
		if err := b.await("the end of it", func(frames []frame, ended bool) bool { return ended || leftRoom(frames) }); err != nil {
			return one, err
		}
	}
	senders.Wait()
	for _, b := range open {
		if r.code == 0 { // where the socket stays open, send again, then enter another room
			b.sendText(st.room, "later")
			b.send(fields{"type": "join_room", "roomId": "general"})
			if err := b.await("another room", joined("general")); err != nil {
				return one, err
			}
		}
		b.conn.CloseNow()
	}
	one.sent = sent.Load()
	return one, nil
}

func joined(room string) func([]frame, bool) bool {
	return func(frames []frame, _ bool) bool {
		for _, f := range frames {
			if f.Type == "room_joined" && f.RoomID == room {
				return true
			}
		}
		return false
	}
}

// leftRoom says whether the socket had to leave its room.
func leftRoom(frames []frame) bool {
	for _, f := range frames {
		if f.Type == "room_left" {
			return true
		}
	}
	return false
}

// left says whether the socket has ended or had to leave its room.
func (b *socketClient) left() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ended || leftRoom(b.frames)
}

// echoCount counts the socket's own messages that came back.
func echoCount(frames []frame, socket int) int {
	n := 0
	for _, f := range frames {
		if f.Type == "message" && strings.HasPrefix(f.Text, fmt.Sprintf("early %d ", socket)) {
			n++
		}
	}
	return n
}
