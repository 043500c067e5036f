package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"muster/store"
)

// Any commands, in calls of any size, end as if they had been done one by one: the
// model is a room in memory.
func TestAppendAgainstAModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	people := []person{w.join("ann"), w.join("bob"), w.join("cyd")}
	w.must(w.AddRoom(ctx, store.Room{ID: "spare", DisplayName: "Spare", AccessLevel: store.OpenAccess}))
	for _, p := range people {
		w.stored(p.says("spare", "elsewhere"))
	}
	number := 0
	rapid.Check(t, func(t *rapid.T) {
		number++
		room := fmt.Sprintf("model-%d", number)
		w.must(w.AddRoom(ctx, store.Room{ID: room, DisplayName: room, AccessLevel: store.OpenAccess}))
		type message struct {
			id, sender string
			deleted    int64 // number of the deletion
			reactions  map[string]int64
		}
		var messages []*message
		sends := map[string]int64{}
		head := int64(0)
		for range rapid.IntRange(1, 4).Draw(t, "calls") {
			var commands []store.Command
			var want []string
			expect := func(command store.Command, format string, args ...any) {
				commands, want = append(commands, command), append(want, fmt.Sprintf(format, args...))
			}
			reachable := len(messages) // ids that a client can know
			for range rapid.IntRange(1, 9).Draw(t, "commands") {
				p := people[rapid.IntRange(0, 2).Draw(t, "who")]
				kind := rapid.IntRange(0, 4).Draw(t, "kind")
				if kind == 0 || reachable == 0 {
					head++
					command := p.says(room, "x")
					messages = append(messages, &message{id: command.MessageID, sender: p.ID, reactions: map[string]int64{}})
					sends[p.ID+command.Draft.ClientMsgID] = head
					expect(command, "stored %d", head)
					if rapid.Bool().Draw(t, "resend") {
						command.MessageID = newID()
						expect(command, "found %d", head)
					}
					continue
				}
				m := messages[rapid.IntRange(0, reachable-1).Draw(t, "message")]
				emoji := store.QuickReactions[rapid.IntRange(0, 1).Draw(t, "emoji")]
				seq, there := m.reactions[p.ID+emoji]
				switch kind {
				case 1:
					command := p.does(store.MessageDeleted, room, m.id, "")
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
					command := p.does(store.ReactionAdded, room, m.id, emoji)
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
					command := p.does(store.ReactionRemoved, room, m.id, emoji)
					if !there {
						expect(command, "nothing")
						continue
					}
					head++
					delete(m.reactions, p.ID+emoji)
					expect(command, "stored %d", head)
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
		if got := int64(len(w.dense(room))); got != head {
			t.Fatalf("%d events, want %d", got, head)
		}
	})
}
