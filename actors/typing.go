// Typing: who is writing in a room right now (WS-19).
package actors

import (
	"slices"
	"strings"
	"time"
)

// typing remembers until when each member counts as typing, and what the room
// was told last.
type typing struct {
	until  map[string]time.Time // by member id
	spread map[string]time.Time // when the other nodes were told that they type
	names  map[string]string    // of everybody in until or told
	told   map[string]bool
}

func newTyping() *typing {
	return &typing{until: map[string]time.Time{}, spread: map[string]time.Time{}, names: map[string]string{}, told: map[string]bool{}}
}

// start notes that a member types; it counts for typingLife. news says that
// it is long enough since the other nodes were told, however often it is noted.
func (t *typing) start(id, name string, now time.Time) (news bool) {
	at, told := t.spread[id]
	t.until[id] = now.Add(typingLife)
	t.names[id] = name
	if told && now.Sub(at) < typingRepeat {
		return false
	}
	t.spread[id] = now
	return true
}

// stop notes that a member stopped, left or sent; news says that it typed.
func (t *typing) stop(id string) (news bool) {
	_, news = t.until[id]
	t.end(id)
	return news
}

// rename gives somebody who types another name.
func (t *typing) rename(id, name string) {
	if _, ok := t.names[id]; ok {
		t.names[id] = name
	}
}

// expire forgets who has not repeated in time.
func (t *typing) expire(now time.Time) {
	for id, at := range t.until {
		if !at.After(now) {
			t.end(id)
		}
	}
}

func (t *typing) end(id string) {
	delete(t.until, id)
	delete(t.spread, id)
}

// stale says whether the room knows something else than what holds.
func (t *typing) stale() bool {
	if len(t.until) != len(t.told) {
		return true
	}
	for id := range t.until {
		if !t.told[id] {
			return true
		}
	}
	return false
}

// next is when the first of them expires; zero when nobody types.
func (t *typing) next() time.Time {
	var first time.Time
	for _, at := range t.until {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// typer is one member who types.
type typer struct{ id, name string }

// change brings told up to date and gives who began and who ended, by id.
func (t *typing) change() (began, ended []typer) {
	for id := range t.until {
		if !t.told[id] {
			began = append(began, typer{id, t.names[id]})
		}
	}
	for id := range t.told {
		if _, on := t.until[id]; !on {
			ended = append(ended, typer{id, t.names[id]})
			delete(t.names, id)
			delete(t.told, id)
		}
	}
	for _, b := range began {
		t.told[b.id] = true
	}
	byID(began)
	byID(ended)
	return began, ended
}

// list is everybody the room was told of, by id.
func (t *typing) list() []typer {
	out := make([]typer, 0, len(t.told))
	for id := range t.told {
		out = append(out, typer{id, t.names[id]})
	}
	byID(out)
	return out
}

func byID(ts []typer) {
	slices.SortFunc(ts, func(a, b typer) int { return strings.Compare(a.id, b.id) })
}
