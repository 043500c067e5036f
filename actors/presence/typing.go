package presence

import (
	"slices"
	"strings"
	"time"
)

// How long typing counts, and how often it is announced.
const (
	TypingLife      = 5 * time.Second // without a repeat
	TypingPublished = time.Second     // between two hints to the other nodes that a member still types
)

// Typing is who is writing in a room, and who was last announced to it.
type Typing struct {
	until     map[string]time.Time // by member id
	socket    map[string]Outbox    // in which the member typed last; nil on another node
	published map[string]time.Time // when it was sent to the other nodes
	names     map[string]string    // of everybody in until or announced
	announced map[string]bool
}

// Typer is one member who types.
type Typer struct{ ID, Name string }

// NewTyping starts with nobody.
func NewTyping() *Typing {
	return &Typing{until: map[string]time.Time{}, socket: map[string]Outbox{}, published: map[string]time.Time{}, names: map[string]string{}, announced: map[string]bool{}}
}

// Start notes that a member types in a socket, nil for one of another node. publish says
// that it is to be sent to the other nodes: that was not done for a while, however often
// the member repeats.
func (t *Typing) Start(id, name string, socket Outbox, now time.Time) (publish bool) {
	at, before := t.published[id]
	t.until[id] = now.Add(TypingLife)
	t.socket[id] = socket
	t.names[id] = name
	if before && now.Sub(at) < TypingPublished {
		return false
	}
	t.published[id] = now
	return true
}

// Stop notes that a member stopped, left or sent; typed says that it did type.
func (t *Typing) Stop(id string) (typed bool) {
	_, typed = t.until[id]
	t.end(id)
	return typed
}

// In says whether a member types, in this socket.
func (t *Typing) In(id string, socket Outbox) bool {
	at, typed := t.socket[id]
	return typed && at == socket
}

// Rename gives somebody who types another name.
func (t *Typing) Rename(id, name string) {
	if _, ok := t.names[id]; ok {
		t.names[id] = name
	}
}

// Expire forgets who has not repeated in time.
func (t *Typing) Expire(now time.Time) {
	for id, at := range t.until {
		if !at.After(now) {
			t.end(id)
		}
	}
}

func (t *Typing) end(id string) {
	delete(t.until, id)
	delete(t.socket, id)
	delete(t.published, id)
	if !t.announced[id] {
		delete(t.names, id)
	}
}

// Changed says whether the room last received something else than what holds.
func (t *Typing) Changed() bool {
	if len(t.until) != len(t.announced) {
		return true
	}
	for id := range t.until {
		if !t.announced[id] {
			return true
		}
	}
	return false
}

// Next is when the first of them expires; zero when nobody types.
func (t *Typing) Next() time.Time {
	var first time.Time
	for _, at := range t.until {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// Announce gives who began and who ended since the last call, by id. The room then
// receives them.
func (t *Typing) Announce() (began, ended []Typer) {
	for id := range t.until {
		if !t.announced[id] {
			began = append(began, Typer{id, t.names[id]})
		}
	}
	for id := range t.announced {
		if _, on := t.until[id]; !on {
			ended = append(ended, Typer{id, t.names[id]})
			delete(t.names, id)
			delete(t.announced, id)
		}
	}
	for _, b := range began {
		t.announced[b.ID] = true
	}
	byID(began)
	byID(ended)
	return began, ended
}

// List is everybody who was announced to the room, by id.
func (t *Typing) List() []Typer {
	out := make([]Typer, 0, len(t.announced))
	for id := range t.announced {
		out = append(out, Typer{id, t.names[id]})
	}
	byID(out)
	return out
}

func byID(ts []Typer) {
	slices.SortFunc(ts, func(a, b Typer) int { return strings.Compare(a.ID, b.ID) })
}
