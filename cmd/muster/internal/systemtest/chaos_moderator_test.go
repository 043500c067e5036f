package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	rulingPause = 400 * time.Millisecond // of the moderator between two calls
	rulingAgain = 200 * time.Millisecond // until a call that failed is made again
	pinsKept    = 4                      // of a room, then the oldest is ended
)

// ruling is one pin, end of a pin or change of a room, made by a call.
type ruling struct {
	kind    kind
	room    int
	message uuid.UUID // of a pin
	name    string    // of a change of a room, given to no other
	tries   int
	done    bool // a call was answered with success
}

// moderator is an administrator who pins, unpins and renames rooms by calls to any
// node, each again until it succeeds.
type moderator struct {
	harness *chaosHarness
	token   string
	random  *rand.Rand
	ended   chan struct{}

	mu      sync.Mutex
	rulings []*ruling
	pinned  [rigRooms][]uuid.UUID
	names   [rigRooms]string // the last one of each room
}

// newModerator makes an administrator of the member of a token.
func newModerator(r *chaosHarness, token string) *moderator {
	r.query(func(ctx context.Context, db *pgx.Conn) error {
		_, err := db.Exec(ctx, `update member_standing set is_admin = true where member_id = (select id from members where username = 'load_' || $1)`,
			fmt.Sprint(rigWriters+len(r.readers)))
		return err
	})
	return &moderator{harness: r, token: token, random: rand.New(rand.NewPCG(r.seed, 3)), ended: make(chan struct{})}
}

// run rules until stop is closed and the last ruling is done.
func (m *moderator) run(ctx context.Context, stop <-chan struct{}) {
	defer close(m.ended)
	for {
		select {
		case <-ctx.Done():
			return
		case <-stop:
			return
		case <-time.After(rulingPause):
		}
		if x := m.choose(); x != nil {
			m.rule(ctx, x)
		}
	}
}

// choose thinks of something to do in a room.
func (m *moderator) choose() *ruling {
	room := m.random.IntN(rigRooms)
	w := m.harness.writers[room]
	w.mu.Lock()
	var target uuid.UUID
	if len(w.targets) > 0 {
		target = w.targets[len(w.targets)-1]
	}
	w.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	x := &ruling{kind: kindPinned, room: room, message: target}
	switch {
	case m.random.IntN(4) == 0:
		x = &ruling{kind: kindChanged, room: room, name: fmt.Sprintf("Load %d, name %d", room+1, len(m.rulings))}
	case len(m.pinned[room]) >= pinsKept:
		x = &ruling{kind: kindUnpinned, room: room, message: m.pinned[room][0]}
	case target == uuid.Nil || contains(m.pinned[room], target):
		return nil
	}
	m.rulings = append(m.rulings, x)
	return x
}

func contains(all []uuid.UUID, one uuid.UUID) bool {
	for _, id := range all {
		if id == one {
			return true
		}
	}
	return false
}

// rule makes the call until it succeeds.
func (m *moderator) rule(ctx context.Context, x *ruling) {
	method, path, body := http.MethodPost, "/api/chat/room/"+roomName(x.room)+"/pins", map[string]any{"messageId": x.message}
	switch x.kind {
	case kindUnpinned:
		method = http.MethodDelete
	case kindChanged:
		method, path, body = http.MethodPatch, "/api/admin/rooms/"+roomName(x.room), map[string]any{"display_name": x.name}
	}
	for ctx.Err() == nil {
		x.tries++
		if m.call(ctx, method, path, body) {
			break
		}
		time.Sleep(rulingAgain)
	}
	if ctx.Err() != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	x.done = true
	switch x.kind {
	case kindPinned:
		m.pinned[x.room] = append(m.pinned[x.room], x.message)
	case kindUnpinned:
		m.pinned[x.room] = m.pinned[x.room][1:]
	case kindChanged:
		m.names[x.room] = x.name
	}
}

// call makes one call to any node; false when it did not succeed.
func (m *moderator) call(ctx context.Context, method, path string, body any) bool {
	raw, err := json.Marshal(body)
	if err != nil {
		m.harness.t.Error(err)
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, giveUpAfter)
	defer cancel()
	node := m.harness.nodes[m.random.IntN(rigNodes)]
	request, err := http.NewRequestWithContext(ctx, method, "http://"+node.addr+path, bytes.NewReader(raw))
	if err != nil {
		m.harness.t.Error(err)
		return false
	}
	request.Header.Set("Authorization", "Bearer "+m.token)
	request.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer reply.Body.Close()
	io.Copy(io.Discard, reply.Body)
	if reply.StatusCode >= 400 && reply.StatusCode < 500 {
		m.harness.t.Errorf("%s %s was answered with %d", method, path, reply.StatusCode)
	}
	return reply.StatusCode == http.StatusOK
}

// pinsAndName reads the pins and the name of a room from the database.
func pinsAndName(ctx context.Context, db *pgx.Conn, room int) (pins []uuid.UUID, name string, err error) {
	if err = db.QueryRow(ctx, `select display_name from rooms where id = $1`, roomName(room)).Scan(&name); err != nil {
		return nil, "", err
	}
	rows, err := db.Query(ctx, `select message_id from room_pins where room_id = $1 order by seq`, roomName(room))
	if err != nil {
		return nil, "", err
	}
	pins, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return pins, name, err
}

// checkRulings: what a call was answered to have happened, happened once, and the pins and
// names at the end are those of the log and of the last call.
func (r *record) checkRulings(t *tally) {
	lost, differ := t.count("lost pin or change of a room", "calls that succeeded"), t.count("pins and names are not the log", "rooms")
	wanted := make([]map[kind]int, len(r.events))
	for i := range wanted {
		wanted[i] = map[kind]int{}
	}
	names := make([]string, len(r.events))
	for _, x := range r.rulings {
		lost.Of++
		if !x.done {
			lost.N++
			t.note("not done: %s in room %d", x.kind, x.room)
			continue
		}
		wanted[x.room][x.kind]++
		if x.kind == kindChanged {
			names[x.room] = x.name
		}
	}
	for room, log := range r.events {
		differ.Of++
		var pins []uuid.UUID
		found := map[kind]int{}
		for _, e := range log {
			switch e.kind {
			case kindPinned:
				pins = append(pins, e.message)
			case kindUnpinned:
				for i, id := range pins {
					if id == e.message {
						pins = append(pins[:i:i], pins[i+1:]...)
						break
					}
				}
			case kindChanged:
			default:
				continue
			}
			found[e.kind]++
		}
		for _, k := range []kind{kindPinned, kindUnpinned, kindChanged} {
			if found[k] != wanted[room][k] {
				lost.N++
				t.note("room %d: %d of %s in the log, %d calls succeeded", room, found[k], k, wanted[room][k])
			}
		}
		if fmt.Sprint(pins) != fmt.Sprint(r.pins[room]) || names[room] != "" && names[room] != r.names[room] {
			differ.N++
			t.note("room %d: pins %v and name %q, want %v and %q", room, r.pins[room], r.names[room], pins, names[room])
		}
	}
}
