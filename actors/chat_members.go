// Presence: the people in chat, each counted once however many sockets they
// have.
package actors

import (
	"iter"
	"slices"
	"time"

	"muster/actors/presence"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/session"
	"muster/store/bus"
)

// limitsMemory is how long the rate limits of who left are kept.
const limitsMemory = 60 * time.Second

// chatMember is one person and the sockets of that person that have joined.
type chatMember struct {
	limits  *ratelimit.Member
	name    string
	sockets []*socket
	// watching are the sockets that only watch: by them nobody is in chat.
	watching []*socket
	leftAt   time.Time // set while there is no socket
	// reads is how far the member has read the rooms, as the sockets received it.
	reads map[string]int64
}

// chatMembers is everybody in chat. People who left are kept for limitsMemory,
// so that leaving and coming back does not refill their rate limits.
type chatMembers struct {
	people map[string]*chatMember // by member id
	joined []*socket
	at     map[*socket]int // index in joined
	local  int             // people with a socket
	// watchers are the sockets of all members that only watch.
	watchers map[*socket]struct{}
	remote   presence.Remote // people in chat on other nodes
	swept    time.Time
	// renames holds the renames of the last limitsMemory. A lookup that began
	// before a rename can still deliver the old name after it.
	renames map[string]rename // by member id

	notices     presence.Coalescer
	noticeTimer bool // a timer is set for it
}

func newChatMembers() *chatMembers {
	return &chatMembers{people: map[string]*chatMember{}, at: map[*socket]int{}, watchers: map[*socket]struct{}{}, renames: map[string]rename{}}
}

// count is the number of people in chat.
func (p *chatMembers) count() int { return p.remote.Count(p.local) }

// rename is the newest name of a member and the site event that brought it.
type rename struct {
	name string
	seq  int64
	at   time.Time
}

// renamed records a rename.
func (p *chatMembers) renamed(id, name string, seq int64, now time.Time) {
	p.renames[id] = rename{name, seq, now}
	if who := p.people[id]; who != nil {
		who.name = name
	}
	p.sweep(now)
}

// forgetNumbers forgets which marks and renames are the newest.
func (p *chatMembers) forgetNumbers() {
	clear(p.renames)
	for _, who := range p.people {
		who.reads = nil
	}
}

// newestName returns the newest name of a member for whom a lookup found name
// while the site log was known up to siteSeq.
func (p *chatMembers) newestName(id, name string, siteSeq int64) string {
	if r, ok := p.renames[id]; ok && r.seq > siteSeq {
		return r.name
	}
	return name
}

// find returns the entry of a member and creates it when there is none.
func (p *chatMembers) find(id, name string) *chatMember {
	who := p.people[id]
	if who == nil {
		who = &chatMember{limits: &ratelimit.Member{ID: id}}
		p.people[id] = who
	}
	who.name = name
	return who
}

// arrive adds a socket; first reports whether the person was not in chat
// before.
func (p *chatMembers) arrive(who *chatMember, so *socket) (first bool) {
	p.at[so] = len(p.joined)
	p.joined = append(p.joined, so)
	who.sockets = append(who.sockets, so)
	who.leftAt = time.Time{}
	if first = len(who.sockets) == 1; first {
		p.local++
		p.remote.LocalChanged(who.limits.ID, 1)
	}
	return first
}

// depart removes a socket; last reports whether the person left chat with it.
func (p *chatMembers) depart(who *chatMember, so *socket, now time.Time) (last bool) {
	i, end := p.at[so], len(p.joined)-1
	p.joined[i] = p.joined[end]
	p.at[p.joined[i]] = i
	p.joined[end] = nil
	p.joined = p.joined[:end]
	delete(p.at, so)
	who.sockets = slices.DeleteFunc(who.sockets, func(o *socket) bool { return o == so })
	if last = len(who.sockets) == 0; last {
		p.local--
		p.remote.LocalChanged(who.limits.ID, -1)
		who.leftAt = now
		p.sweep(now)
	}
	return last
}

// applyRemote applies a change on another node; news reports whether the person
// came into chat or left it on all nodes.
func (p *chatMembers) applyRemote(c bus.PresenceChange) (news bool) {
	who := p.people[c.MemberID]
	return p.remote.Apply(c, who != nil && len(who.sockets) > 0)
}

// sweep forgets people who left and renames that are older than limitsMemory.
// It runs at most once every limitsMemory.
func (p *chatMembers) sweep(now time.Time) {
	if now.Sub(p.swept) < limitsMemory {
		return
	}
	p.swept = now
	for id, r := range p.renames {
		if now.Sub(r.at) >= limitsMemory {
			delete(p.renames, id)
		}
	}
	for id, who := range p.people {
		if len(who.sockets)+len(who.watching) == 0 && now.Sub(who.leftAt) >= limitsMemory {
			delete(p.people, id)
		}
	}
}

// watch adds a socket that only watches: nobody comes into chat by it.
func (p *chatMembers) watch(who *chatMember, so *socket) {
	p.watchers[so] = struct{}{}
	who.watching = append(who.watching, so)
}

// unwatch removes such a socket.
func (p *chatMembers) unwatch(who *chatMember, so *socket, now time.Time) {
	delete(p.watchers, so)
	who.watching = slices.DeleteFunc(who.watching, func(o *socket) bool { return o == so })
	if len(who.watching) == 0 && len(who.sockets) == 0 {
		who.leftAt = now
		p.sweep(now)
	}
}

// everySocket gives the sockets in chat and those that watch.
func (p *chatMembers) everySocket() iter.Seq[*socket] {
	return func(yield func(*socket) bool) {
		for _, so := range p.joined {
			if !yield(so) {
				return
			}
		}
		for so := range p.watchers {
			if !yield(so) {
				return
			}
		}
	}
}

// socketsOf gives a member's sockets, in chat and watching.
func (p *chatMembers) socketsOf(id string) iter.Seq[*socket] {
	return func(yield func(*socket) bool) {
		who := p.people[id]
		if who == nil {
			return
		}
		for _, all := range [][]*socket{who.sockets, who.watching} {
			for _, so := range all {
				if !yield(so) {
					return
				}
			}
		}
	}
}

// socket is what the hub knows of one session.
type socket struct {
	session   *session.Session
	out       Outbox            // of session
	sessionID string            // the signed-in session; "" before the socket joined
	limits    *ratelimit.Member // nil before the socket joined or watched
	room      *room.Handle
	ticket    int64        // of the last enter or leave
	left      *room.Handle // the room that may still have to send room_left
	watches   bool         // the socket only watches
}
