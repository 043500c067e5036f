package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// patience is how long everybody may take to come in, to be answered and to
// catch up when nothing is wrong any more. It is no promise, only no hang.
const patience = 2 * time.Minute

// finish ends the writing, waits for every answer, has everybody rejoin and
// catch up, and gives what the run leaves.
func (r *chaosHarness) finish() *record {
	close(r.stop)
	for _, w := range r.writers {
		<-w.stopped
	}
	for _, l := range r.lines() {
		if l.node() < 0 {
			l.rejoin(byEnd)
		}
	}
	r.until(patience, "every send, deletion and reaction is answered", func() bool {
		for _, w := range r.writers {
			if !w.settled() {
				return false
			}
		}
		return true
	})
	select {
	case <-r.moderator.ended:
	case <-time.After(patience):
		r.t.Error("the moderator's last call never succeeded")
	}
	for _, m := range r.markers {
		select {
		case <-m.ended:
		case <-time.After(patience):
			r.t.Error("a marker's last call never succeeded")
		}
	}
	rec := &record{events: make([][]event, rigRooms), history: make([][]kept, rigRooms), pins: make([][]uuid.UUID, rigRooms), names: make([]string, rigRooms),
		commits: map[uuid.UUID]time.Duration{}}
	r.moderator.mu.Lock()
	rec.rulings = r.moderator.rulings
	r.moderator.mu.Unlock()
	r.query(func(ctx context.Context, db *pgx.Conn) error { return r.readLog(ctx, db, rec) })
	since := r.since()
	for _, l := range r.lines() {
		l.rejoin(byEnd)
	}
	r.until(patience, "everybody has rejoined and seen everything", func() bool {
		for _, l := range r.lines() {
			if !l.rejoined(since) || !l.reached(int64(len(rec.events[l.room]))) {
				return false
			}
		}
		return true
	})
	var reading sync.WaitGroup
	for room := range rigRooms {
		reading.Go(func() { rec.history[room] = r.readHistory(room) })
	}
	reading.Wait()
	for _, w := range r.writers {
		w.mu.Lock()
		rec.sends = append(rec.sends, w.sends...)
		rec.moderations = append(rec.moderations, w.moderations...)
		w.mu.Unlock()
	}
	for _, l := range r.lines() {
		rec.copies = append(rec.copies, l.copy())
	}
	for _, m := range r.markers {
		rec.reads = append(rec.reads, m.copy())
	}
	return rec
}

// rejoined says whether the line joined after at.
func (l *clientLog) rejoined(at time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn != nil && l.calls[len(l.calls)-1].joined > at
}

// copy is of what the line noted.
func (l *clientLog) copy() clientCopy {
	l.mu.Lock()
	d := clientCopy{name: l.name, room: l.room, log: l.log[:len(l.log):len(l.log)], calls: append([]call(nil), l.calls...)}
	l.mu.Unlock()
	if l.writer == nil {
		return d
	}
	w := l.writer
	d.own, d.again = map[act]int{}, map[act]bool{}
	count := func(a act, tries []try) {
		for _, t := range tries {
			if t.line == l {
				d.own[a]++
			}
		}
		d.again[a] = w.tried[a] > 1
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.sends {
		count(act{kindSent, s.id}, s.tries)
	}
	for _, x := range w.moderations {
		count(act{x.kind, x.message}, x.tries)
	}
	return d
}

// readLog reads every room's log, and when each send was committed, from the
// database itself.
func (r *chaosHarness) readLog(ctx context.Context, db *pgx.Conn, rec *record) error {
	rows, err := db.Query(ctx, `select room_id, seq, kind, coalesce(message_id, '00000000-0000-0000-0000-000000000000'), actor_id::text, coalesce(reaction, '') from room_events where room_id like 'load-%' order by room_id, seq`)
	if err != nil {
		return err
	}
	var name, what string
	var e event
	_, err = pgx.ForEachRow(rows, []any{&name, &e.seq, &what, &e.message, &e.member, &e.emoji}, func() error {
		room := 0
		if _, err := fmt.Sscanf(name, "load-%d", &room); err != nil || room < 1 || room > rigRooms {
			return fmt.Errorf("an event of room %q", name)
		}
		e.kind = kinds[what]
		rec.events[room-1] = append(rec.events[room-1], e)
		return nil
	})
	if err != nil {
		return err
	}
	for room := range rigRooms {
		if rec.pins[room], rec.names[room], err = pinsAndName(ctx, db, room); err != nil {
			return err
		}
	}
	// What the demo sent was before the server noted times.
	rows, err = db.Query(ctx, `select client_msg_id, pg_xact_commit_timestamp(xmin) from sends
		where pg_xact_commit_timestamp(xmin) is not null`)
	if err != nil {
		return err
	}
	var client uuid.UUID
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&client, &at}, func() error {
		rec.commits[client] = at.Sub(r.wall(0))
		return nil
	})
	return err
}

// readHistory pages a room's whole history by HTTP, 50 at a time, each page of
// another node, oldest first.
func (r *chaosHarness) readHistory(room int) []kept {
	var pages [][]kept
	before := ""
	for turn := 0; ; turn++ {
		page, oldest, err := r.readPage(turn%rigNodes, room, before)
		if err != nil {
			r.t.Errorf("history of room %d: %v", room, err)
			return nil
		}
		pages = append(pages, page)
		if len(page) < 50 {
			break
		}
		before = oldest
	}
	var all []kept
	for i := len(pages) - 1; i >= 0; i-- {
		all = append(all, pages[i]...)
	}
	return all
}

func (r *chaosHarness) readPage(node, room int, before string) (page []kept, oldest string, err error) {
	url := fmt.Sprintf("http://%s/api/chat/room/%s/messages?limit=50", r.nodes[node].addr, roomName(room))
	if before != "" {
		url += "&before=" + before
	}
	request, err := http.NewRequestWithContext(r.ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, "", err
	}
	request.Header.Set("Authorization", "Bearer "+r.readers[room].token)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer reply.Body.Close()
	var body struct {
		Messages []struct {
			heard
			Reactions []struct {
				Member string `json:"user_id"`
				Emoji  string `json:"reaction"`
			} `json:"reactions"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(reply.Body).Decode(&body); err != nil || reply.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("status %d, %v", reply.StatusCode, err)
	}
	for _, m := range body.Messages {
		k := kept{id: parsed(m.ID), client: parsed(m.ClientMsgID), seq: m.Seq, text: hashOf(m.Text), deleted: m.DeletedAt != ""}
		for _, x := range m.Reactions {
			k.reactions = append(k.reactions, mark{k.id, x.Member, x.Emoji})
		}
		page = append(page, k)
	}
	if len(body.Messages) > 0 {
		oldest = body.Messages[0].ID
	}
	return page, oldest, nil
}
