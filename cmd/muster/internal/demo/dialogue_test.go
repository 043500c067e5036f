package demo

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Every dialogue names its rooms, has at most four speakers, and leaves no word in braces.
func TestDialoguesCanBeHeld(t *testing.T) {
	all, err := readDialogues(talks)
	if err != nil {
		t.Fatal(err)
	}
	rooms := map[string]bool{"general": true}
	for _, r := range sampleRooms {
		rooms[r.ID] = true
	}
	for _, one := range all {
		for _, room := range one.rooms {
			if !rooms[room] {
				t.Errorf("there is no room %q", room)
			}
		}
		if len(one.rooms) == 0 || len(one.lines) < 2 {
			t.Errorf("a dialogue in %q of %d lines", one.rooms, len(one.lines))
		}
		for range 20 {
			for _, l := range one.held(rand.New(rand.NewPCG(1, 2)), "ann") {
				if strings.ContainsAny(l.text, "{}|") || l.speaker < 0 || l.speaker > 3 {
					t.Errorf("speaker %d says %q", l.speaker, l.text)
				}
			}
		}
	}
}

// A mistake in the text of the dialogues is found before anybody says it.
func TestDialoguesThatCannotBeRead(t *testing.T) {
	for _, text := range []string{"general\nnobody speaks", "general\nA: so loud +many"} {
		if _, err := readDialogues(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
