package store

import (
	"strings"
	"testing"
)

// What cannot be a frame is refused before it is written, so that no node ever
// has to send it.
func TestBroadcastIsChecked(t *testing.T) {
	type cost struct {
		Cents int `json:"cents"`
	}
	b, err := NewBroadcast("server_cost", "server_cost", cost{1250})
	if err != nil || string(b.Value) != `{"cents":1250}` {
		t.Fatalf("%s, %v", b.Value, err)
	}
	for name, change := range map[string]func(*Broadcast){
		"no subject":       func(b *Broadcast) { b.Subject = "" },
		"a long subject":   func(b *Broadcast) { b.Subject = strings.Repeat("s", 129) },
		"no kind":          func(b *Broadcast) { b.Kind = "" },
		"a kind in quotes": func(b *Broadcast) { b.Kind = `a","b":"` },
		"no value":         func(b *Broadcast) { b.Value = nil },
		"a list":           func(b *Broadcast) { b.Value = []byte(`[1]`) },
		"half an object":   func(b *Broadcast) { b.Value = []byte(`{"a":`) },
		"a large value":    func(b *Broadcast) { b.Value = []byte(`{"a":"` + strings.Repeat("x", MaxBroadcast) + `"}`) },
	} {
		bad := b
		change(&bad)
		if CodeOf(bad.Check()) != Invalid {
			t.Errorf("%s was accepted", name)
		}
	}
	if _, err := NewBroadcast("s", "k", make(chan int)); CodeOf(err) != Invalid {
		t.Errorf("%v", err)
	}
}
