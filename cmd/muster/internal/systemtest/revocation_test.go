package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// The bounds of a revocation: from the reply to the last event of the room.
const (
	readsEnd       = time.Second
	readsEndDark   = 5 * time.Second // while Redis is away or swallows
	revokedPerRoom = 5               // in one room
)

// call makes one call of a member to a node; the answer must be 200.
func (n *node) call(method, path, token string, body any) error {
	payload, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, "http://"+n.addr+path, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Close = true // a kept connection may end just as the call goes out
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: status %d", method, path, reply.StatusCode)
	}
	return nil
}

// revokedMember is a member whose right is taken away while it keeps sending.
type revokedMember struct {
	kind, member, name, room string
	admin                    bool   // its right opens the room
	token, session           string // of the socket
	other                    string // token of another session
	socket                   *rawSocket
	on                       int  // node of the socket
	silent                   bool // sends no more after the reply: nothing of its own reaches its node

	echoes atomic.Int64 // own messages that came back
	late   atomic.Bool  // what is sent from now on must not be stored

	mu      sync.Mutex
	heard   []committed // messages of the room, as they came
	revoked bool        // out of the room, or closed with the right code
	replied time.Time   // the reply to the call
	head    int64       // of the room, read after it
}

// committed is a message of the room with the time of its commit.
type committed struct {
	at, read time.Time
}

// revocations are the ways to lose a right, each by a call to another node.
var revocations = []struct {
	name  string
	admin bool // the room is open by the administrator's right alone
	code  int  // that closes the socket; 0: it stays, out of the room
	take  func(n *node, adminToken string, s *revokedMember) error
}{
	{"ban", false, 4403, func(n *node, adminToken string, s *revokedMember) error {
		return n.call("PATCH", "/api/admin/users/"+s.member+"/chat-access", adminToken,
			map[string]any{"enabled": false, "bannedUntil": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	}},
	{"chat off", false, 4403, func(n *node, adminToken string, s *revokedMember) error {
		return n.call("PATCH", "/api/admin/users/"+s.member+"/chat-access", adminToken, map[string]any{"enabled": false})
	}},
	{"room access", false, 0, func(n *node, adminToken string, s *revokedMember) error {
		return n.call("DELETE", "/api/admin/room-access", adminToken, map[string]any{"user_id": s.member, "room_id": s.room})
	}},
	{"logout", false, 4401, func(n *node, _ string, s *revokedMember) error {
		return n.call("POST", "/api/auth/logout", s.token, nil)
	}},
	{"admin right", true, 0, func(n *node, adminToken string, s *revokedMember) error {
		return n.call("PATCH", "/api/admin/users/"+s.member+"/admin-status", adminToken, map[string]any{"isAdmin": false})
	}},
	{"session kill", false, 4401, func(n *node, _ string, s *revokedMember) error {
		return n.call("DELETE", "/api/auth/sessions/"+s.session, s.other, nil)
	}},
}

// revocationTrial is where the trials are held.
type revocationTrial struct {
	t          *testing.T
	db         *postgres.DB
	nodes      []*node
	adminToken string
	tokens     [2][]string // of the sockets, and of another session of each member
	used       int
	rooms      int
	trials     int
	results    map[string]spread // by what Redis did: reply to last event
	heard      map[string]int    // of them, those where an event came after the reply
}

// Members on three nodes send five messages a second each; their rights are
// taken away by calls to another node, in six ways, with Redis well, away, and
// swallowing. No message is committed after the reply, and no event of the room
// reaches the socket after the bound.
func TestP7RevokedUnderFire(t *testing.T) {
	const wave = 125
	trials, dark := times(60, 500), times(12, 60)
	server, proxy := stormRedis(t)
	database := demoDatabase(t)
	c := &revocationTrial{t: t, db: openStore(t, database.URL()), nodes: stormNodes(t, 3, database.URL(), proxy.URL()), results: map[string]spread{}, heard: map[string]int{}}
	members := (trials + 2*dark) * 2
	c.tokens = [2][]string{c.nodes[0].tokens(members, 0), c.nodes[0].tokens(members, 0)}
	c.addAdministrator()
	for left := trials; left > 0; left -= wave {
		c.hold("all well", min(wave, left), readsEnd)
	}
	server.Kill()
	c.hold("Redis away", dark, readsEndDark)
	server.Run()
	for _, n := range c.nodes {
		n.linked(proxy.URL())
	}
	proxy.Swallow(true)
	c.hold("Redis swallows", dark, readsEndDark)
	for how, s := range c.results {
		t.Logf("%s: %v from the reply to the last event; after it one came in %d", how, s, c.heard[how])
	}
	t.Logf("%d trials, six ways", c.trials)
}

// addAdministrator makes the administrator who judges.
func (c *revocationTrial) addAdministrator() {
	c.t.Helper()
	m, err := members.New(c.db).AddMember(c.t.Context(), store.NewMember{Name: "Administrator", Email: "administrator@muster.test", Username: "referee", IsAdmin: true})
	if err != nil {
		c.t.Fatal(err)
	}
	if c.adminToken, _, err = members.New(c.db).CreateSession(c.t.Context(), store.MemberSession, m.ID, "a test", "127.0.0.1"); err != nil {
		c.t.Fatal(err)
	}
}

// nextMember takes the next member, with two sessions, for a room.
func (c *revocationTrial) nextMember(on int, room, kind string, admin bool) *revokedMember {
	s := &revokedMember{kind: kind, room: room, on: on, admin: admin, name: fmt.Sprint("load_", c.used+1),
		token: c.tokens[0][c.used], other: c.tokens[1][c.used]}
	c.used++
	return s
}

// seat opens the room to a member and brings its socket there.
func (c *revocationTrial) seat(s *revokedMember) error {
	ctx := c.t.Context()
	hash, _ := store.TokenHash(s.token)
	err := c.db.Pool().QueryRow(ctx, `select id::text, person_id::text from sessions where token_hash = $1`, hash).Scan(&s.session, &s.member)
	if err != nil {
		return err
	}
	n := c.nodes[0]
	if s.admin {
		err = n.call("PATCH", "/api/admin/users/"+s.member+"/admin-status", c.adminToken, map[string]any{"isAdmin": true})
	} else {
		err = n.call("POST", "/api/admin/room-access", c.adminToken, map[string]any{"user_email": s.name, "room_id": s.room, "access_level": "member"})
	}
	if err != nil {
		return err
	}
	if s.socket, err = dialRaw(ctx, c.nodes[s.on].addr, "", 0); err != nil {
		return err
	}
	c.t.Cleanup(func() { s.socket.conn.Close() })
	if err = s.socket.join(s.token, s.room, -1); err == nil {
		_, err = s.socket.await("room_joined")
	}
	return err
}

// hold takes the right of count members at once, some in a room with a witness
// on each node who speaks on, and judges.
func (c *revocationTrial) hold(how string, count int, bound time.Duration) {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.t.Context())
	defer stop()
	var all, present []*revokedMember
	for len(all) < count {
		c.rooms++
		room := fmt.Sprint("room-", c.rooms)
		if err := c.nodes[0].call("POST", "/api/admin/rooms", c.adminToken, map[string]any{"name": room}); err != nil {
			c.t.Fatal(err)
		}
		for on := range c.nodes {
			present = append(present, c.nextMember(on, room, "witness", false))
		}
		for range min(revokedPerRoom, count-len(all)) {
			way := revocations[len(all)%len(revocations)]
			one := c.nextMember(len(all)%len(c.nodes), room, way.name, way.admin)
			one.silent = len(all)/len(revocations)%2 == 1
			all, present = append(all, one), append(present, one)
		}
	}
	inParallel(present, func(s *revokedMember) {
		if err := c.seat(s); err != nil {
			c.t.Errorf("%s cannot enter %s: %v", s.kind, s.room, err)
		}
	})
	if c.t.Failed() {
		c.t.FailNow()
	}
	var firing sync.WaitGroup
	for i, s := range present {
		firing.Go(s.listen)
		firing.Go(func() { s.fire(ctx, time.Duration(i)*200*time.Millisecond/time.Duration(len(present))) })
	}
	for _, s := range present {
		harness.Until(c.t, "its own messages come back", func() bool { return s.echoes.Load() >= 2 })
	}
	inParallel(all, func(s *revokedMember) {
		for _, way := range revocations {
			if way.name == s.kind {
				if err := way.take(c.nodes[(s.on+1)%len(c.nodes)], c.adminToken, s); err != nil {
					c.t.Errorf("%s: %v", s.kind, err)
				}
			}
		}
		replied := time.Now()
		s.late.Store(true)
		var head int64
		if err := c.db.Pool().QueryRow(ctx, `select seq from room_heads where room_id = $1`, s.room).Scan(&head); err != nil {
			c.t.Error(err)
		}
		s.mu.Lock()
		s.replied, s.head = replied, head
		s.mu.Unlock()
	})
	end := time.Now().Add(bound + 500*time.Millisecond) // the witnesses go on speaking that long
	harness.Until(c.t, "the bound passes", func() bool { return time.Now().After(end) })
	stop()
	for _, s := range present {
		s.socket.conn.Close()
	}
	firing.Wait()
	for _, s := range all {
		c.judge(how, s, bound)
	}
	c.trials += count
}

// listen notes what reaches the socket.
func (s *revokedMember) listen() {
	want := 0
	for _, way := range revocations {
		if way.name == s.kind {
			want = way.code
		}
	}
	for {
		payload, err := s.socket.next()
		read := time.Now()
		s.mu.Lock()
		switch {
		case err != nil:
			s.revoked = s.revoked || want != 0 && closeCode(err) == want
			s.mu.Unlock()
			return
		case ofType(payload, "room_left"):
			s.revoked = s.revoked || want == 0
		case ofType(payload, "message"):
			var m struct {
				UserID string    `json:"user_id"`
				At     time.Time `json:"created_at"`
			}
			if json.Unmarshal(payload, &m) == nil {
				s.heard = append(s.heard, committed{m.At, read})
				if m.UserID == s.member {
					s.echoes.Add(1)
				}
			}
		}
		s.mu.Unlock()
	}
}

// fire sends five messages a second, whatever is answered, until the socket or
// ctx ends.
func (s *revokedMember) fire(ctx context.Context, lag time.Duration) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(lag): // so that the members do not speak as one
	}
	every(ctx, 200*time.Millisecond, func() {
		text := "early"
		if s.late.Load() {
			text = "late"
			if s.silent {
				return
			}
		}
		s.socket.say(map[string]any{"type": "send_message", "message": text, "roomId": s.room, "clientMsgId": uuid.NewString()})
	})
}

// judge looks for what must not be.
func (c *revocationTrial) judge(how string, s *revokedMember, bound time.Duration) {
	c.t.Helper()
	if s.replied.IsZero() {
		return // said already
	}
	var beyond, late int
	err := c.db.Pool().QueryRow(context.Background(), `
		select count(*) filter (where seq > $3), count(*) filter (where body = 'late')
		from messages where room_id = $1 and sender_id = $2`, s.room, s.member, s.head).Scan(&beyond, &late)
	if err != nil {
		c.t.Fatal(err)
	}
	if beyond+late > 0 {
		c.t.Errorf("%s (%s): %d messages were committed above the room's number at the reply, %d were sent after it", s.kind, how, beyond, late)
	}
	if !s.revoked {
		c.t.Errorf("%s (%s): the socket received nothing", s.kind, how)
	}
	last := time.Duration(0)
	for _, m := range s.heard {
		last = max(last, m.read.Sub(s.replied))
		// By the time of its commit: a busy machine may read late.
		if m.at.After(s.replied.Add(bound)) {
			c.t.Errorf("%s (%s): a message committed %v after the reply reached the socket", s.kind, how, m.at.Sub(s.replied))
		}
	}
	if last > 0 {
		c.heard[how]++
	}
	c.results[how] = append(c.results[how], last)
}
