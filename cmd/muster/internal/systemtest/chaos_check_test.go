package systemtest

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// kept is a message of the final history, as the REST call gives it.
type kept struct {
	id, client uuid.UUID
	seq        int64
	text       uint64 // hash
	deleted    bool
	reactions  []mark
}

// mark is one emoji of one member on a message.
type mark struct {
	message uuid.UUID
	member  string
	emoji   string
}

// event is one entry of a room's log in the database.
type event struct {
	seq     int64
	kind    kind
	message uuid.UUID
	member  string
	emoji   string
}

// clientCopy is all that one line noted.
type clientCopy struct {
	name  string
	room  int
	log   []observation
	calls []call
	own   map[act]int  // its writer's acts, and how often each went out here
	again map[act]bool // and those that went out more than once, here or on the twin
}

// record is what a run leaves to be judged. The history, the log and what was
// asked for are by room and by writer.
type record struct {
	sends       []*send
	moderations []*moderation
	copies      []clientCopy
	history     [][]kept
	events      [][]event
	rulings     []*ruling
	reads       []readCopy
	pins        [][]uuid.UUID               // at the end, of each room
	names       []string                    // of the rooms at the end
	commits     map[uuid.UUID]time.Duration // by client id; by Postgres's own note
}

// count is one thing that was counted, and of how many.
type count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
	Of   int    `json:"of"`
	What string `json:"of_what"`
}

// tally is the verdict: every one must be zero. What is found out about single
// cases is kept for the report.
type tally struct {
	counts []*count
	cases  []string
}

func (t *tally) count(name, what string) *count {
	for _, c := range t.counts {
		if c.Name == name {
			return c
		}
	}
	c := &count{Name: name, What: what}
	t.counts = append(t.counts, c)
	return c
}

// casesKept is how many single cases are printed.
const casesKept = 30

func (t *tally) note(format string, values ...any) {
	if len(t.cases) < casesKept {
		t.cases = append(t.cases, fmt.Sprintf(format, values...))
	}
}

// zero says whether nothing was found.
func (t *tally) zero() bool {
	for _, c := range t.counts {
		if c.N > 0 {
			return false
		}
	}
	return true
}

// check judges a record.
func (r *record) check() *tally {
	t := &tally{}
	byClient := map[uuid.UUID]*send{}
	for _, s := range r.sends {
		byClient[s.id] = s
	}
	r.checkAcknowledged(t)
	r.checkOnce(t, byClient)
	r.checkHistory(t)
	r.checkCopies(t, byClient)
	r.checkSenders(t)
	r.checkRulings(t)
	r.checkReads(t)
	return t
}

// checkAcknowledged: what was acknowledged is there, and what was sent was
// acknowledged in the end.
func (r *record) checkAcknowledged(t *tally) {
	lost, open := t.count("lost", "acknowledged messages, deletions, edits, reactions"), t.count("unanswered", "sends, deletions, edits, reactions")
	stored := map[uuid.UUID]kept{}
	for _, room := range r.history {
		for _, k := range room {
			stored[k.id] = k
		}
	}
	for _, s := range r.sends {
		open.Of++
		if s.answered == 0 {
			open.N++
			continue
		}
		lost.Of++
		if k, ok := stored[s.message]; !ok || k.client != s.id || k.seq != s.seq {
			lost.N++
			t.note("lost: message %s of send %s", s.message, s.id)
		}
	}
	for _, d := range r.moderations {
		open.Of++
		if d.seen == 0 {
			open.N++
			t.note("unanswered: %s of %s", d.kind, d.message)
			continue
		}
		lost.Of++
		log := r.events[d.room]
		there := d.seq >= 1 && d.seq <= int64(len(log)) && log[d.seq-1].kind == d.kind && log[d.seq-1].message == d.message && log[d.seq-1].emoji == d.emoji
		k := stored[d.message]
		if !there || d.kind == kindDeleted && !k.deleted || d.kind == kindEdited && !k.deleted && k.text != hashOf(d.text) {
			lost.N++
			t.note("lost: %s of %s", d.kind, d.message)
		}
	}
}

// checkOnce: one send, one message, for ever, and none that nobody sent.
func (r *record) checkOnce(t *tally, byClient map[uuid.UUID]*send) {
	twice, phantom := t.count("duplicate", "sends"), t.count("phantom", "messages stored or seen")
	twice.Of = len(r.sends)
	clients := map[uuid.UUID]uuid.UUID{} // by message id
	for _, s := range r.sends {
		clients[s.message] = s.id
	}
	first := map[uuid.UUID]uuid.UUID{}
	counted := map[uuid.UUID]bool{}
	look := func(message, client uuid.UUID, text uint64) {
		phantom.Of++
		s := byClient[client]
		if s == nil || text != 0 && text != s.text && text != s.edited {
			phantom.N++
			t.note("phantom: message %s, client id %s", message, client)
			return
		}
		if was, ok := first[client]; ok && was != message && !counted[client] {
			counted[client] = true
			twice.N++
			t.note("duplicate: %s and %s of send %s", was, message, client)
		}
		first[client] = message
	}
	for _, room := range r.history {
		for _, k := range room {
			look(k.id, k.client, k.text)
		}
	}
	for _, d := range r.copies {
		for _, g := range d.log {
			switch g.kind {
			case kindSent:
				look(g.message, g.client, g.text)
			case kindEdited:
				look(g.message, clients[g.message], g.text)
			}
		}
	}
}

// checkHistory: the log has no hole, and the history says what the log says.
func (r *record) checkHistory(t *tally) {
	holes, differ := t.count("hole in a log", "events"), t.count("history is not the log", "messages")
	for room, log := range r.events {
		var messages []uuid.UUID
		gone, marks := map[uuid.UUID]bool{}, map[mark]bool{}
		for i, e := range log {
			holes.Of++
			if e.seq != int64(i+1) {
				holes.N++
			}
			switch m := (mark{e.message, e.member, e.emoji}); e.kind {
			case kindSent:
				messages = append(messages, e.message)
			case kindDeleted:
				gone[e.message] = true
			case kindAdded:
				marks[m] = true
			case kindRemoved:
				delete(marks, m)
			}
		}
		for m := range marks {
			if gone[m.message] {
				delete(marks, m)
			}
		}
		differ.Of += len(messages)
		if len(messages) != len(r.history[room]) {
			differ.N++
			t.note("room %d: %d messages in the log, %d in the history", room, len(messages), len(r.history[room]))
			continue
		}
		for i, k := range r.history[room] {
			right := k.id == messages[i] && k.deleted == gone[k.id] && (k.text == 0) == k.deleted
			for _, m := range k.reactions {
				right = right && marks[m]
				delete(marks, m)
			}
			if !right {
				differ.N++
				t.note("room %d: message %s is not as the log has it", room, k.id)
			}
		}
		differ.N += len(marks)
	}
}

// checkCopies follows every line through all that it received.
func (r *record) checkCopies(t *tally, byClient map[uuid.UUID]*send) {
	f := follower{
		t: t, gap: t.count("gap", "deliveries"), partial: t.count("silent partial replay", "resumes"), repeat: t.count("repeat", "deliveries"),
		inversion: t.count("inversion", "deliveries"), other: t.count("not what the log has", "deliveries"),
		reload: t.count("reload", "rejoins"), short: t.count("line that saw not all", "lines"), same: t.count("rejoin on the same node", "rejoins"),
	}
	for _, d := range r.copies {
		f.follow(d, r.events[d.room])
	}
}

// follower judges one copy after the other.
type follower struct {
	t                                                           *tally
	gap, partial, repeat, inversion, other, reload, short, same *count
}

func (f *follower) follow(d clientCopy, log []event) {
	f.short.Of++
	cur, i, was := int64(0), 0, -1
	place := make(map[uuid.UUID]int, len(log))
	for at, e := range log {
		if e.kind == kindSent {
			place[e.message] = at
		}
	}
	answers := map[act]int{}
	last := -1
	for index, c := range d.calls {
		if c.joined == 0 {
			continue
		}
		if was >= 0 {
			f.same.Of++
			f.reload.Of++
			if c.node == was {
				f.same.N++
			}
		}
		was = c.node
		f.partial.Of++
		if !c.resumed {
			f.reload.N++
			f.t.note("reload: %s joined node %d with %d, the room at %d", d.name, c.node, c.from, c.head)
			cur = c.head
		}
		fresh := true
		for ; i < len(d.log) && int(d.log[i].call) == index; i++ {
			g := d.log[i]
			if a := g.act(); g.mine && g.seq != cur+1 && d.again[a] && answers[a] < d.own[a] {
				answers[a]++ // the answer to an act that was repeated, to this line alone
				continue
			}
			f.gap.Of++
			f.repeat.Of++
			f.inversion.Of++
			f.other.Of++
			switch {
			case g.seq > cur+1:
				f.gap.N += int(g.seq - cur - 1)
				if fresh {
					f.partial.N++
				}
				f.t.note("gap: %s on node %d received %d after %d", d.name, c.node, g.seq, cur)
			case g.seq <= cur:
				f.repeat.N++
				f.t.note("repeat: %s on node %d received %d after %d", d.name, c.node, g.seq, cur)
			}
			fresh = false
			cur = max(cur, g.seq)
			if g.seq < 1 || g.seq > int64(len(log)) || log[g.seq-1].kind != g.kind || log[g.seq-1].message != g.message {
				f.other.N++
				f.t.note("not in the log: %s received %s %s as number %d", d.name, g.kind, g.message, g.seq)
			}
			if at, ok := place[g.message]; ok && g.kind == kindSent {
				if at < last {
					f.inversion.N++
				}
				last = max(last, at)
			}
		}
	}
	if cur != int64(len(log)) {
		f.short.N++
		f.t.note("short: %s ended at %d, the log at %d", d.name, cur, len(log))
	}
}

// checkSenders: what one connection sent once and in order was stored in that
// order.
func (r *record) checkSenders(t *tally) {
	c := t.count("sender's order broken", "sends tried once")
	type connection struct {
		line       *clientLog
		node, life int
	}
	by := map[connection][]*send{}
	for _, s := range r.sends {
		if len(s.tries) == 1 && s.tries[0].fresh && s.refused == 0 && s.answered > 0 {
			at := connection{s.tries[0].line, s.tries[0].node, s.tries[0].life}
			by[at] = append(by[at], s)
		}
	}
	for _, sends := range by {
		slices.SortFunc(sends, func(a, b *send) int { return a.ordinal - b.ordinal })
		for i, s := range sends {
			c.Of++
			if i > 0 && s.seq < sends[i-1].seq {
				c.N++
				t.note("order: send %s of room %d is number %d, sent after number %d", s.id, s.room, s.seq, sends[i-1].seq)
			}
		}
	}
}
