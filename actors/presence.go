// Presence: who is in chat, as people and not as sockets.
package actors

import (
	"slices"
	"time"

	"muster/store"
)

// inChat is one person and the sockets of theirs that have joined.
type inChat struct {
	member  *member
	name    string
	sockets []*socket
	leftAt  time.Time // set while there is no socket
}

// presence is everybody in chat. Who left is remembered for memberMemory, so
// that coming back does not refill their pace.
type presence struct {
	people map[string]*inChat // by member id
	joined []*socket
	at     map[*socket]int // index in joined
	here   int             // people with a socket
	abroad abroad          // people in chat on other nodes
	swept  time.Time

	crowd  crowdState
	timing bool // a timer is set for it
}

func newPresence() *presence {
	return &presence{people: map[string]*inChat{}, at: map[*socket]int{}}
}

// count is the number of people in chat.
func (p *presence) count() int { return p.abroad.count(p.here) }

// person finds or notes a member; the newest name holds.
func (p *presence) person(id, name string) *inChat {
	who := p.people[id]
	if who == nil {
		who = &inChat{member: &member{id: id}}
		p.people[id] = who
	}
	who.name = name
	return who
}

// arrive adds a socket; first says whether the person was not in chat before.
func (p *presence) arrive(who *inChat, so *socket) (first bool) {
	p.at[so] = len(p.joined)
	p.joined = append(p.joined, so)
	who.sockets = append(who.sockets, so)
	who.leftAt = time.Time{}
	if first = len(who.sockets) == 1; first {
		p.here++
		p.abroad.meet(who.member.id, 1)
	}
	return first
}

// depart removes a socket; last says whether the person left chat with it.
func (p *presence) depart(who *inChat, so *socket, now time.Time) (last bool) {
	i, end := p.at[so], len(p.joined)-1
	p.joined[i] = p.joined[end]
	p.at[p.joined[i]] = i
	p.joined[end] = nil
	p.joined = p.joined[:end]
	delete(p.at, so)
	who.sockets = slices.DeleteFunc(who.sockets, func(o *socket) bool { return o == so })
	if last = len(who.sockets) == 0; last {
		p.here--
		p.abroad.meet(who.member.id, -1)
		who.leftAt = now
		p.sweep(now)
	}
	return last
}

// elsewhere brings in a change on the other nodes; news says that somebody came
// into chat or left it as a whole.
func (p *presence) elsewhere(c store.PresenceChange) (news bool) {
	who := p.people[c.MemberID]
	return p.abroad.change(c, who != nil && len(who.sockets) > 0)
}

// sweep forgets who left long ago, at most once every memberMemory.
func (p *presence) sweep(now time.Time) {
	if now.Sub(p.swept) < memberMemory {
		return
	}
	p.swept = now
	for id, who := range p.people {
		if len(who.sockets) == 0 && now.Sub(who.leftAt) >= memberMemory {
			delete(p.people, id)
		}
	}
}
