package presence

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store/bus"
)

func coming(room, id string) bus.PresenceChange {
	return bus.PresenceChange{Room: room, MemberID: id, Name: "n-" + id, Here: true}
}

func going(room, id string) bus.PresenceChange {
	return bus.PresenceChange{Room: room, MemberID: id}
}

// A person on two nodes is there once, and gone when both let go.
func TestPeersCountsPeopleOnce(t *testing.T) {
	now := time.Unix(1000, 0)
	e := NewPeers("me")
	apply := func(node string, version int64, cs ...bus.PresenceChange) []bus.PresenceChange {
		changes, ask := e.Receive(bus.Presence{Node: node, Kind: bus.PresenceBatch, Version: version, Changes: cs}, now)
		equal(t, "asks", ask, false)
		return changes
	}
	equal(t, "came", apply("a", 1, coming("", "1"), coming("r", "1")), []bus.PresenceChange{coming("", "1"), coming("r", "1")})
	equal(t, "on another node too", len(apply("b", 1, coming("", "1"))), 0)
	equal(t, "left one", len(apply("a", 2, going("", "1"))), 0)
	left := going("", "1")
	left.Name = "n-1"
	equal(t, "left the last", apply("b", 2, going("", "1")), []bus.PresenceChange{left})
	equal(t, "a repeated batch", len(apply("a", 1, coming("", "1"))), 0)
	equal(t, "of a room", e.Room("r"), map[string]string{"1": "n-1"})
	changes, _ := e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceLeave}, now)
	equal(t, "goodbye", len(changes), 1)
	late, ask := e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: 2, Changes: []bus.PresenceChange{coming("r", "1")}}, now)
	equal(t, "late after the goodbye", fmt.Sprint(len(late), ask, len(e.Room("r"))), "0 false 0")
	own, _ := e.Receive(bus.Presence{Node: "me", Kind: bus.PresenceBatch, Version: 1, Changes: []bus.PresenceChange{coming("r", "1")}}, now)
	equal(t, "its own", len(own), 0)
}

// A snapshot that comes after what it was overtaken by, as from a slow subscription, changes
// nothing: it brought back who had left, and no test noticed.
func TestPeersBelieveNoOlderSnapshot(t *testing.T) {
	now := time.Unix(1000, 0)
	e := NewPeers("me")
	receive := func(kind bus.PresenceKind, version int64, cs ...bus.PresenceChange) int {
		changes, ask := e.Receive(bus.Presence{Node: "a", Kind: kind, Version: version, Changes: cs}, now)
		equal(t, "asks", ask, false)
		return len(changes)
	}
	equal(t, "came", receive(bus.PresenceBatch, 1, coming("r", "1")), 1)
	equal(t, "left", receive(bus.PresenceBatch, 2, going("r", "1")), 1)
	equal(t, "an older snapshot", receive(bus.PresenceSnapshot, 1, coming("r", "1")), 0)
	equal(t, "of a room", e.Count("r"), 0)
	equal(t, "a newer snapshot", receive(bus.PresenceSnapshot, 3, coming("r", "2")), 1)
}

// What was missed is asked for, but not again and again.
func TestPeersAskForWhatItMissed(t *testing.T) {
	now := time.Unix(1000, 0)
	e := NewPeers("me")
	digest := func(version int64) bool {
		_, ask := e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceDigest, Version: version}, now)
		return ask
	}
	equal(t, "nobody was ever there", digest(0), false)
	equal(t, "missed", digest(4), true)
	equal(t, "just asked", digest(4), false)
	now = now.Add(requestGap)
	equal(t, "still not known", digest(4), true)
	e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: 4, Changes: []bus.PresenceChange{coming("", "1")}}, now)
	now = now.Add(requestGap)
	equal(t, "known", digest(4), false)
	equal(t, "people", len(e.Room("")), 1)
}

// What counts further than the node itself was not its own: the digest is
// believed, and the whole that is asked for holds although its version is lower.
func TestPeersBelievesTheLowerDigest(t *testing.T) {
	for _, version := range []int64{0, 3} {
		now := time.Unix(1000, 0)
		e := NewPeers("me")
		real := []bus.PresenceChange{coming("", "1")}[:min(version, 1)]
		e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: version, Changes: real}, now)
		e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: 1 << 62, Changes: []bus.PresenceChange{coming("", "2"), coming("r", "2")}}, now)
		equal(t, "misled", e.Room(""), map[string]string{"2": "n-2"})
		_, ask := e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceDigest, Version: version}, now)
		equal(t, "asks", ask, true)
		e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: version, Changes: real}, now)
		equal(t, "the truth", fmt.Sprint(len(e.Room("")), len(e.Room("r")), len(e.Room("")) == len(real)), fmt.Sprint(version/3, 0, true))
		now = now.Add(requestGap)
		_, ask = e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceDigest, Version: version}, now)
		equal(t, "asks no more", ask, false)
	}
}

// P6: who falls silent is forgotten; a node that was stopped itself gives the
// others a term before it forgets them.
func TestPeersForgetsTheSilent(t *testing.T) {
	now := time.Unix(1000, 0)
	e := NewPeers("me")
	e.Expire(now)
	e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceBatch, Version: 1, Changes: []bus.PresenceChange{coming("", "1")}}, now)
	for range 8 {
		now = now.Add(time.Second)
		equal(t, "not yet", len(e.Expire(now)), 0)
	}
	now = now.Add(time.Second)
	equal(t, "forgotten", len(e.Expire(now)), 1)
	equal(t, "nobody", len(e.Room("")), 0)

	e.Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: 1, Changes: []bus.PresenceChange{coming("", "1")}}, now)
	now = now.Add(30 * time.Second)
	equal(t, "asleep itself", len(e.Expire(now)), 0)
	equal(t, "still there", len(e.Room("")), 1)
}

// P6: whatever order, loss and repetition batches, digests and wholes suffer,
// everybody ends with the truth once one digest, one question and one whole
// come through; and the changes announced on the way add up to it.
func TestPeersConvergesToTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(1000, 0)
		senders := []*Local{NewLocal("a"), NewLocal("b"), NewLocal("c")}
		e := NewPeers("me")
		seen := map[key]bool{} // by the announced changes alone
		var wire []bus.Presence
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		take := func(p bus.Presence) {
			changes, ask := e.Receive(p, now)
			for _, c := range changes {
				at := key{c.Room, c.MemberID}
				if c.Here {
					seen[at] = true
				} else {
					if !seen[at] {
						t.Fatalf("%v left without having come", at)
					}
					delete(seen, at)
				}
			}
			if ask && random.Intn(3) > 0 {
				for _, s := range senders {
					if s.Node == p.Node {
						s.RequestSnapshot()
					}
				}
			}
		}
		steps := rapid.IntRange(1, 120).Draw(t, "steps")
		for range steps {
			now = now.Add(time.Duration(random.Intn(700)) * time.Millisecond)
			s := senders[random.Intn(len(senders))]
			c := coming([]string{"", "r", "q"}[random.Intn(3)], fmt.Sprint(random.Intn(4)))
			switch random.Intn(9) {
			case 0, 1, 2:
				s.Put(c)
			case 3, 4:
				c.Here = false
				s.Put(c)
			case 5:
				wire = append(wire, s.Flush(now)...)
			case 6:
				wire = append(wire, s.Digest())
			case 7:
				s.ClearRoom("q")
			case 8: // not its own words
				wire = append(wire, bus.Presence{
					Node: s.Node, Kind: bus.PresenceSnapshot, Version: 1 << 40, Changes: []bus.PresenceChange{coming("r", "ghost")},
				})
			}
			for len(wire) > 0 && random.Intn(3) > 0 {
				i := random.Intn(len(wire))
				p := wire[i]
				if random.Intn(3) > 0 { // else it comes once more, later
					wire = slices.Delete(wire, i, i+1)
				}
				if random.Intn(4) > 0 { // else it is lost
					take(p)
				}
			}
		}
		// The bus works again: late ones come, then each node's digest.
		for _, p := range wire {
			take(p)
		}
		for _, s := range senders {
			now = now.Add(2 * snapshotGap)
			for _, p := range s.Flush(now) {
				take(p)
			}
			now = now.Add(requestGap)
			if _, ask := e.Receive(s.Digest(), now); ask {
				s.RequestSnapshot()
			}
			now = now.Add(2 * snapshotGap)
			for _, p := range s.Flush(now) {
				take(p)
			}
		}
		truth := map[key]bool{}
		for _, s := range senders {
			for p := range s.now {
				truth[p] = true
			}
		}
		got := map[key]bool{}
		for room := range e.rooms {
			for id := range e.Room(room) {
				got[key{room, id}] = true
			}
		}
		if !maps.Equal(got, truth) || !maps.Equal(seen, truth) {
			t.Fatalf("knows %v, received %v, truth %v", got, seen, truth)
		}
		for _, s := range senders {
			e.Receive(bus.Presence{Node: s.Node, Kind: bus.PresenceLeave}, now)
		}
		if len(e.rooms) != 0 || len(e.peers) != 0 {
			t.Fatalf("ghosts: %v", e.rooms)
		}
	})
}

// WS-8: only a batch says that somebody came just now; the whole repeats it of
// people who have long been there, and nobody is greeted for it.
func TestWS8WholesDoNotToast(t *testing.T) {
	now := time.Unix(1000, 0)
	h := NewLocal("a")
	c := coming("r", "1")
	c.Toast = true
	h.Put(c)
	equal(t, "batch", h.Flush(now)[0].Changes, []bus.PresenceChange{c})
	h.RequestSnapshot()
	equal(t, "whole", h.Flush(now)[0].Changes, []bus.PresenceChange{coming("r", "1")})
	changes, _ := NewPeers("me").Receive(bus.Presence{Node: "a", Kind: bus.PresenceSnapshot, Version: 1, Changes: []bus.PresenceChange{c}}, now)
	equal(t, "a whole that does", changes, []bus.PresenceChange{coming("r", "1")})
}

// Who came and left between two batches was never there for the others.
func TestLocalAnnouncesOnlyWhatLasted(t *testing.T) {
	now := time.Unix(1000, 0)
	h := NewLocal("a")
	h.Put(coming("r", "1"))
	h.Put(going("r", "1"))
	equal(t, "nothing", len(h.Flush(now)), 0)
	h.Put(coming("r", "1"))
	equal(t, "came", h.Flush(now)[0].Changes, []bus.PresenceChange{coming("r", "1")})
	h.Put(going("r", "1"))
	h.Put(coming("r", "1"))
	equal(t, "back at once", len(h.Flush(now)), 0)
	h.Rename("1", "eve")
	equal(t, "renamed", h.Flush(now)[0].Changes[0].Name, "eve")
	equal(t, "version", h.version, 2)
	h.RequestSnapshot()
	equal(t, "whole", h.Flush(now)[0].Kind, bus.PresenceSnapshot)
	h.RequestSnapshot()
	equal(t, "too soon", len(h.Flush(now)), 0)
	equal(t, "kept", h.Due(), true)
	equal(t, "later", len(h.Flush(now.Add(snapshotGap))), 1)
}
