// Typing: who is writing in a room right now (WS-19).
package actors

import (
	"slices"
	"strings"
	"time"
)

// Typing remembers until when each member counts as typing, and what the room
// was told last.
type Typing struct {
	until     map[string]time.Time // by member id
	published map[string]time.Time // when the other nodes were told that they type
	names     map[string]string    // of everybody in until or told
	Announced map[string]bool
}

func NewTyping() *Typing {
	return &Typing{until: map[string]time.Time{}, published: map[string]time.Time{}, names: map[string]string{}, Announced: map[string]bool{}}
}

// Start notes that a member types; it counts for typingLife. news says that
// it is long enough since the other nodes were told, however often it is noted.
func (t *Typing) Start(id, name string, now time.Time) (news bool) {
	at, told := t.published[id]
	t.until[id] = now.Add(typingLife)
	t.names[id] = name
	if told && now.Sub(at) < typingRepeat {
		return false
	}
	t.published[id] = now
	return true
}

// Stop notes that a member stopped, left or sent; news says that it typed.
func (t *Typing) Stop(id string) (news bool) {
	_, news = t.until[id]
	t.end(id)
	return news
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
	delete(t.published, id)
}

// Changed says whether the room knows something else than what holds.
func (t *Typing) Changed() bool {
	if len(t.until) != len(t.Announced) {
		return true
	}
	for id := range t.until {
		if !t.Announced[id] {
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

// Typer is one member who types.
type Typer struct{ ID, Name string }

// Changes brings told up to date and gives who began and who ended, by id.
func (t *Typing) Changes() (began, ended []Typer) {
	for id := range t.until {
		if !t.Announced[id] {
			began = append(began, Typer{id, t.names[id]})
		}
	}
	for id := range t.Announced {
		if _, on := t.until[id]; !on {
			ended = append(ended, Typer{id, t.names[id]})
			delete(t.names, id)
			delete(t.Announced, id)
		}
	}
	for _, b := range began {
		t.Announced[b.ID] = true
	}
	byID(began)
	byID(ended)
	return began, ended
}

// List is everybody the room was told of, by id.
func (t *Typing) List() []Typer {
	out := make([]Typer, 0, len(t.Announced))
	for id := range t.Announced {
		out = append(out, Typer{id, t.names[id]})
	}
	byID(out)
	return out
}

func byID(ts []Typer) {
	slices.SortFunc(ts, func(a, b Typer) int { return strings.Compare(a.ID, b.ID) })
}
