package roomlog_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"muster/store"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Any commands, in calls of any size, end as if they had been done one by one: the
// model is a room in memory.
func TestAppendAgainstAModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	people := []storetest.Person{w.Join("ann"), w.Join("bob"), w.Join("cyd")}
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "spare", DisplayName: "Spare", AccessLevel: roomlog.OpenAccess}))
	for _, p := range people {
		w.Stored(p.Says("spare", "in another room"))
	}
	number := 0
	rapid.Check(t, func(t *rapid.T) {
		number++
		room := fmt.Sprintf("model-%d", number)
		w.Must(w.AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.OpenAccess}))
		type message struct {
			id, sender string
			deleted    int64 // number of the deletion
			text       string
			edited     int64 // number of the last edit
			reactions  map[string]int64
		}
		var messages []*message
		sends := map[string]int64{}
		head := int64(0)
		for range rapid.IntRange(1, 4).Draw(t, "calls") {
			var commands []roomlog.Command
			var want []string
			expect := func(command roomlog.Command, format string, args ...any) {
				commands, want = append(commands, command), append(want, fmt.Sprintf(format, args...))
			}
			reachable := len(messages) // ids that a client can know
			for range rapid.IntRange(1, 9).Draw(t, "commands") {
				p := people[rapid.IntRange(0, 2).Draw(t, "who")]
				kind := rapid.IntRange(0, 5).Draw(t, "kind")
				if kind == 0 || reachable == 0 {
					head++
					command := p.Says(room, "x")
					messages = append(messages, &message{id: command.MessageID, sender: p.ID, text: "x", reactions: map[string]int64{}})
					sends[command.MessageID] = head
					expect(command, "stored %d", head)
					if rapid.Bool().Draw(t, "resend") {
						command.MessageID = storetest.NewID()
						expect(command, "found %d", head)
					}
					continue
				}
				m := messages[rapid.IntRange(0, reachable-1).Draw(t, "message")]
				emoji := roomlog.QuickReactions[rapid.IntRange(0, 1).Draw(t, "emoji")]
				seq, there := m.reactions[p.ID+emoji]
				switch kind {
				case 1:
					command := p.Does(roomlog.MessageDeleted, room, m.id, "")
					switch {
					case m.sender != p.ID:
						expect(command, "forbidden")
					case m.deleted > 0:
						expect(command, "found %d", m.deleted)
					default:
						head++
						m.deleted, m.reactions = head, map[string]int64{}
						expect(command, "stored %d", head)
					}
				case 2, 3:
					command := p.Does(roomlog.ReactionAdded, room, m.id, emoji)
					switch {
					case m.deleted > 0:
						expect(command, "not_found")
					case there:
						expect(command, "found %d", seq)
					default:
						head++
						m.reactions[p.ID+emoji] = head
						expect(command, "stored %d", head)
					}
				case 4:
					command := p.Does(roomlog.ReactionRemoved, room, m.id, emoji)
					if !there {
						expect(command, "nothing")
						continue
					}
					head++
					delete(m.reactions, p.ID+emoji)
					expect(command, "stored %d", head)
				case 5:
					text := rapid.SampledFrom([]string{"x", "y @bob", "z @ann @cyd"}).Draw(t, "text")
					command := p.Edits(room, m.id, text)
					switch {
					case m.deleted > 0:
						expect(command, "not_found")
					case m.sender != p.ID:
						expect(command, "forbidden")
					case m.text == text && m.edited == 0:
						expect(command, "nothing")
					case m.text == text:
						expect(command, "found %d", m.edited)
					default:
						head++
						m.text, m.edited = text, head
						expect(command, "stored %d", head)
					}
				}
			}
			results, err := w.Append(ctx, commands)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range results {
				got := "nothing"
				switch {
				case v.Err != nil:
					got = string(store.CodeOf(v.Err))
				case v.Event != nil && v.Stored:
					got = fmt.Sprintf("stored %d", v.Event.Seq)
				case v.Event != nil:
					got = fmt.Sprintf("found %d", v.Event.Seq)
				}
				if got != want[i] {
					t.Fatalf("command %d of %d, %s: %s, want %s", i, len(commands), commands[i].Kind, got, want[i])
				}
			}
		}
		all := w.Dense(room)
		if got := int64(len(all)); got != head {
			t.Fatalf("%d events, want %d", got, head)
		}
		named := map[string]int{"x": 0, "y @bob": 1, "z @ann @cyd": 2}
		for _, m := range messages {
			e := all[sends[m.id]-1].Message
			switch {
			case m.deleted > 0 && (e.Text != "" || len(e.Mentions) > 0 || len(w.listed(m.id)) > 0):
				t.Fatalf("deleted, yet %+v", e)
			case m.deleted == 0 && (e.Text != m.text || e.EditedAt.IsZero() != (m.edited == 0) || len(e.Mentions) != named[m.text]):
				t.Fatalf("%+v, want %+v", e, m)
			}
		}
	})
}
