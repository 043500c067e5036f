package systemtest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

// sound is a small record of a run in which nothing went wrong: a writer sends
// three messages, reacts to the second and deletes the first; its node is killed
// before it announced the third, which is sent again to another node and answered
// there after it came with the resume. A reader rejoins too.
func sound() *record {
	var ids, clients [3]uuid.UUID
	for i := range ids {
		ids[i], clients[i] = uuid.UUID{1, byte(i)}, uuid.UUID{2, byte(i)}
	}
	s := func(d float64) time.Duration { return time.Duration(d * float64(time.Second)) }
	home := &clientLog{name: "writer 0"}
	r := &record{commits: map[uuid.UUID]time.Duration{clients[0]: s(1.1), clients[1]: s(2.1), clients[2]: s(5.1)}}
	for i, seq := range []int64{1, 2, 5} {
		at := s(float64(seq))
		r.sends = append(r.sends, &send{
			id: clients[i], text: uint64(10 + i), ordinal: i, tries: []try{{at, 0, 1, home, true}},
			answered: at + s(.2), message: ids[i], seq: seq, life: 1,
		})
	}
	third := r.sends[2]
	third.tries = append(third.tries, try{s(9), 1, 1, home, false})
	third.answered, third.node = s(8.9), 1
	r.moderations = []*moderation{
		{kind: kindAdded, message: ids[1], emoji: "👍", seen: s(3.1), seq: 3},
		{kind: kindDeleted, message: ids[0], seen: s(4.1), seq: 4},
	}
	log := []observation{
		{at: s(1.2), seq: 1, message: ids[0], client: clients[0], text: 10, kind: kindSent},
		{at: s(2.2), seq: 2, message: ids[1], client: clients[1], text: 11, kind: kindSent},
		{at: s(3.1), seq: 3, message: ids[1], kind: kindAdded},
		{at: s(4.1), seq: 4, message: ids[0], kind: kindDeleted},
		{at: s(8.9), seq: 5, message: ids[2], client: clients[2], text: 12, kind: kindSent, call: 1},
	}
	calls := []call{
		{node: 0, life: 1, joined: s(.5), ended: s(5.3), resumed: true},
		{node: 1, life: 1, joined: s(8.8), from: 4, head: 5, resumed: true},
	}
	reader := clientCopy{name: "reader 0", log: log, calls: calls}
	writer := clientCopy{name: "writer 0", log: slices.Clone(log), calls: slices.Clone(calls), own: map[act]int{}, again: map[act]bool{}}
	for i := range writer.log {
		writer.log[i].mine = true
		writer.own[writer.log[i].act()] = 1
	}
	answer := writer.log[4]
	answer.at = s(9.1)
	writer.log = append(writer.log, answer)
	writer.own[answer.act()], writer.again[answer.act()] = 2, true
	r.copies = []clientCopy{reader, writer}
	r.events = [][]event{{
		{1, kindSent, ids[0], "ann", ""}, {2, kindSent, ids[1], "ann", ""}, {3, kindAdded, ids[1], "ann", "👍"},
		{4, kindDeleted, ids[0], "ann", ""}, {5, kindSent, ids[2], "ann", ""},
	}}
	// Then the second message is edited and pinned, and the room gets another name.
	r.sends[1].edited = hashOf("edited")
	r.moderations = append(r.moderations, &moderation{kind: kindEdited, message: ids[1], text: "edited", seen: s(10), seq: 6})
	r.rulings = []*ruling{{kind: kindPinned, message: ids[1], done: true}, {kind: kindChanged, name: "Hall", done: true}}
	r.pins, r.names = [][]uuid.UUID{{ids[1]}}, []string{"Hall"}
	for i, e := range []event{{6, kindEdited, ids[1], "ann", ""}, {7, kindPinned, ids[1], "mo", ""}, {8, kindChanged, uuid.Nil, "mo", ""}} {
		r.events[0] = append(r.events[0], e)
		g := observation{at: s(10 + float64(i)), seq: e.seq, message: e.message, kind: e.kind, call: 1}
		if e.kind == kindEdited {
			g.text = hashOf("edited")
		}
		for c := range r.copies {
			r.copies[c].log = append(r.copies[c].log, g)
		}
	}
	// The reader marks what it has read, to the second message in the end.
	r.sends[2].ordinal = nameEvery
	r.reads = []readCopy{{marks: []readMark{{1, 1}, {2, 2}, {1, 2}}, received: [][]int64{{1, 2}, {2}}}}
	for range rigNodes {
		r.reads[0].nodes = append(r.reads[0].nodes, roomRead{LastRead: 2, Unread: 1, Mentions: 1})
	}
	r.history = [][]kept{{
		{id: ids[0], client: clients[0], seq: 1, deleted: true},
		{id: ids[1], client: clients[1], seq: 2, text: hashOf("edited"), reactions: []mark{{ids[1], "ann", "👍"}}},
		{id: ids[2], client: clients[2], seq: 5, text: 12},
	}}
	return r
}

// A checker that finds nothing is worth nothing unless it finds what is there:
// each kind of damage done to a sound record is reported by its name, and the sound
// record is clean.
func TestChaosCheckFindsEachKindOfDamage(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(*record)
		found  []string
	}{
		{"none", func(*record) {}, nil},
		{"an acknowledged message is not in the history", func(r *record) {
			r.history[0] = r.history[0][:2]
			r.events[0][4] = event{5, kindRemoved, r.sends[1].message, "ann", "🔥"}
			for i := range r.copies {
				r.copies[i].log = slices.Delete(r.copies[i].log, 4, 5)
				r.copies[i].log = slices.Insert(slices.DeleteFunc(r.copies[i].log, func(g observation) bool { return g.seq == 5 }), 4,
					observation{at: time.Second * 8, seq: 5, message: r.sends[1].message, kind: kindRemoved, call: 1})
			}
		}, []string{"lost", "node that says otherwise what is read"}},
		{"an acknowledged deletion is undone", func(r *record) { r.history[0][0].deleted, r.history[0][0].text = false, 10 },
			[]string{"lost", "history is not the log"}},
		{"an acknowledged reaction is not in the log", func(r *record) { r.moderations[0].seq = 2 }, []string{"lost"}},
		{"a reaction is not in the history", func(r *record) { r.history[0][1].reactions = nil }, []string{"history is not the log"}},
		{"a send is never answered", func(r *record) { r.sends[2].answered = 0 }, []string{"unanswered"}},
		{"a message that nobody sent is seen", func(r *record) { r.copies[0].log[1].client = uuid.UUID{9} }, []string{"phantom"}},
		{"a message comes with another text", func(r *record) { r.copies[0].log[1].text = 99 }, []string{"phantom"}},
		{"one send, two messages", func(r *record) {
			double := uuid.UUID{1, 7}
			r.history[0] = append(r.history[0], kept{id: double, client: r.sends[1].id, seq: 9, text: 11})
			r.events[0] = append(r.events[0], event{9, kindSent, double, "ann", ""})
			for i := range r.copies {
				r.copies[i].log = append(r.copies[i].log, observation{at: time.Minute, seq: 9, message: double, client: r.sends[1].id, text: 11, call: 1})
			}
		}, []string{"duplicate", "node that says otherwise what is read"}},
		{"a number is missing from the log", func(r *record) { r.events[0][4].seq = 6 }, []string{"hole in a log"}},
		{"a reader misses an event", func(r *record) { r.copies[0].log = slices.Delete(r.copies[0].log, 2, 3) }, []string{"gap"}},
		{"a resume leaves something out and says nothing", func(r *record) {
			r.copies[0].calls[1].from = 3
			r.copies[0].log = slices.Delete(r.copies[0].log, 3, 4)
		}, []string{"gap", "silent partial replay"}},
		{"an event comes twice", func(r *record) { r.copies[0].log = slices.Insert(r.copies[0].log, 1, r.copies[0].log[0]) },
			[]string{"repeat"}},
		{"a writer receives more answers than it asked", func(r *record) {
			r.copies[1].log = slices.Insert(r.copies[1].log, 6, r.copies[1].log[5], r.copies[1].log[5])
		}, []string{"repeat"}},
		{"two events change places", func(r *record) {
			l := r.copies[0].log
			l[0], l[1] = l[1], l[0]
		}, []string{"gap", "silent partial replay", "repeat", "inversion"}},
		{"a line receives another event under a number", func(r *record) { r.copies[0].log[2].kind = kindRemoved }, []string{"not what the log has"}},
		{"a line never gets the end", func(r *record) { r.copies[0].log = r.copies[0].log[:4] }, []string{"line that saw not all"}},
		{"a rejoin is answered to reload", func(r *record) { r.copies[0].calls[1].resumed = false }, []string{"reload", "repeat"}},
		{"a rejoin goes to the same node", func(r *record) { r.copies[0].calls[1].node = 0 }, []string{"rejoin on the same node"}},
		{"an acknowledged edit is undone", func(r *record) { r.history[0][1].text = 11 }, []string{"lost"}},
		{"an edit comes with another text", func(r *record) { r.copies[0].log[5].text = 99 }, []string{"phantom"}},
		{"a pin that was acknowledged does not stand", func(r *record) { r.pins[0] = nil }, []string{"pins and names are not the log"}},
		{"a pin that was acknowledged is not in the log", func(r *record) { r.events[0][6].kind, r.pins[0] = kindAdded, nil },
			[]string{"history is not the log", "lost pin or change of a room", "not what the log has"}},
		{"a change of a room that was acknowledged is undone", func(r *record) { r.names[0] = "General" }, []string{"pins and names are not the log"}},
		{"a change of a room comes twice", func(r *record) { r.rulings = r.rulings[:1] }, []string{"lost pin or change of a room"}},
		{"a mark that was acknowledged is undone", func(r *record) { r.reads[0].marks[2].got = 1 }, []string{"read mark lost or gone back"}},
		{"a mark is received after a later one", func(r *record) { r.reads[0].received[0] = []int64{2, 1} }, []string{"read mark lost or gone back"}},
		{"a node lags behind the others", func(r *record) { r.reads[0].nodes[1].LastRead = 1 }, []string{"node that says otherwise what is read"}},
		{"a node counts a mention too few", func(r *record) { r.reads[0].nodes[2].Mentions = 0 }, []string{"node that says otherwise what is read"}},
		{"two sends of one connection change places", func(r *record) { r.sends[0].ordinal, r.sends[1].ordinal = 1, 0 }, []string{"sender's order broken"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sound()
			c.damage(r)
			var found []string
			for _, n := range r.check().counts {
				if n.N > 0 {
					found = append(found, n.Name)
				}
			}
			slices.Sort(found)
			want := slices.Sorted(slices.Values(c.found))
			if !slices.Equal(found, want) {
				t.Errorf("found %q, want %q", found, want)
			}
		})
	}
}

// What fell between commit and announcement is counted only when nothing else
// can explain it.
func TestChaosCountsBetweenCommitAndAnnouncement(t *testing.T) {
	s := func(d float64) time.Duration { return time.Duration(d * float64(time.Second)) }
	for _, c := range []struct {
		name   string
		change func(*record)
		want   hit
	}{
		{"committed before the kill, announced by another node", func(*record) {}, hit{flying: 1, between: 1}},
		{"committed as the node died", func(r *record) { r.commits[r.sends[2].id] = s(5.2001) }, hit{flying: 1, dying: 1}},
		{"committed for the second try", func(r *record) { r.commits[r.sends[2].id] = s(9.1) }, hit{flying: 1}},
		{"never committed", func(r *record) { delete(r.commits, r.sends[2].id) }, hit{flying: 1}},
		{"a reader had it from the killed node", func(r *record) { r.copies[0].log[4].call = 0 }, hit{flying: 1}},
		{"a reader had it before the kill", func(r *record) { r.copies[0].log[4].at = s(5.15) }, hit{flying: 1}},
		{"another node had been given it too", func(r *record) { r.sends[2].tries[1].at = s(5.05) }, hit{flying: 1}},
		{"it was answered before the kill", func(r *record) { r.sends[2].answered = s(5.15) }, hit{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sound()
			f := &fault{name: "node killed", nodes: []int{0}, lives: []int{1}, begin: s(5.2), flying: []*send{r.sends[2]}}
			c.change(r)
			if got := r.hits([]*fault{f})[0]; got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
