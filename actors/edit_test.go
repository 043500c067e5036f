package actors

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/actors/poller"
	"muster/store"
	"muster/store/roomlog"
)

func (b *browser) edit(id, text string) {
	raw, _ := json.Marshal(text)
	b.send(`{"type":"edit_message","messageId":%q,"message":%s,"roomId":"general"}`, id, raw)
}

// texts are all frames as they were received, for searching.
func texts(fs []frame) string { return fmt.Sprint(fs) }

func TestEditIsAnnounced(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		a.take()
		b.take()
		a.say("the old text")
		id := only(b.take(), "message")[0]["id"].(string)
		b.send(`{"type":"send_message","message":"a reply","replyToMessageId":%q}`, id)
		a.take()
		b.take()
		a.edit(id, "  the new text ")
		for _, s := range []*browser{a, b} {
			got := s.take()
			equal(t, "kinds", kinds(got), []string{"message_edited"})
			e := got[0]
			equal(t, "frame", []any{e["messageId"], e["message"], e["roomId"], e.num("seq"), e["mentions"]}, []any{id, "the new text", "general", int64(3), []any{}})
			if at, err := time.Parse(time.RFC3339, e["editedAt"].(string)); err != nil || at.IsZero() {
				t.Error(e)
			}
		}
		// No way into the room brings the old text: not the history, not a resume from
		// memory, not one from the log.
		for i, r := range w.nodes {
			fresh := r.join(fmt.Sprint("cyd", i), "").take()
			history := only(fresh, "message_history")[0]["messages"].([]any)
			first, reply := history[0].(map[string]any), history[1].(map[string]any)
			equal(t, "history", []any{first["message"], first["edited_at"] != nil, reply["reply_to_text"]}, []any{"the new text", true, "the new text"})
			near := r.join(fmt.Sprint("dan", i), `,"lastSeq":0`).take()
			equal(t, "resumed", kinds(near)[2:6], []string{"room_joined", "message", "message", "message_edited"})
			if strings.Contains(texts(fresh)+texts(near), "old text") {
				t.Error("the old text came back", texts(near))
			}
		}
		a.send(`{"type":"delete_message","messageId":%q}`, id)
		late := w.nodes[1].join("eve", `,"lastSeq":0`).take()
		if strings.Contains(texts(late), "new text") {
			t.Error("the deleted text came back", texts(late))
		}
		equal(t, "resumed past the deletion", seqs(late), numbers(1, 4))
	})
}

// An error says which of several frames it answers, whether the session refuses it or the log.
func TestErrorNamesTheChangeItAnswers(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		a.say("text")
		id := only(a.take(), "message")[0]["id"].(string)
		names := func(code string) {
			t.Helper()
			e := refusal(t, a.take())
			equal(t, "the refusal", []any{e["code"], e["requestId"], e["clientMsgId"]}, []any{code, "mine", nil})
		}
		a.send(`{"type":"add_reaction","messageId":%q,"reaction":"x","requestId":"mine"}`, id)
		names("unknown_reaction")
		a.send(`{"type":"delete_message","messageId":"x","requestId":"mine"}`)
		names("invalid")
		a.send(`{"type":"edit_message","messageId":5,"requestId":"mine"}`)
		names("malformed")
		r.log.set(func(l *memLog) {
			l.refuse["id-ann"] = store.NewErrorReason(store.Conflict, "message_unknown", "Message not found")
		})
		for _, frame := range []string{
			`{"type":"add_reaction","messageId":%q,"reaction":"🔥","requestId":"mine"}`, `{"type":"remove_reaction","messageId":%q,"reaction":"🔥","requestId":"mine"}`,
			`{"type":"edit_message","messageId":%q,"message":"new","requestId":"mine"}`, `{"type":"delete_message","messageId":%q,"requestId":"mine"}`,
		} {
			a.send(frame, id)
			after(time.Second)
			names("message_unknown")
		}
		// An older client names nothing.
		a.send(`{"type":"delete_message","messageId":"x"}`)
		e := refusal(t, a.take())
		equal(t, "the refusal", []any{e["code"], e["requestId"]}, []any{"invalid", nil})
	})
}

func TestEditIsCheckedLikeASend(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		a.say("text")
		id := only(a.take(), "message")[0]["id"].(string)
		appends := r.log.count("Append")
		many := ""
		for i := range roomlog.MaxMentions + 1 {
			many += fmt.Sprintf("@name_%d ", i)
		}
		for text, code := range map[string]string{
			strings.Repeat("é", 501): "too_long", " \n ": "blank", "a\x00": "control_character", many: "too_many_mentions",
		} {
			a.edit(id, text)
			equal(t, "code", refusal(t, a.take())["code"], any(code))
		}
		a.send(`{"type":"edit_message","messageId":"7","message":"x"}`)
		equal(t, "bad id", refusal(t, a.take())["code"], any("invalid"))
		a.send(`{"type":"edit_message","messageId":%q,"message":"x","roomId":"side"}`, id)
		equal(t, "another room", refusal(t, a.take())["code"], any("no_room"))
		equal(t, "asked the log", r.log.count("Append"), appends)
		for i := range 5 {
			a.edit(id, fmt.Sprint("text ", i)) // the pace of sends, of which one is spent
		}
		got := a.take()
		equal(t, "paced", only(got, "error")[0]["code"], any("rate_limited"))
		equal(t, "edited", len(only(got, "message_edited")), 4)
	})
}

// The refusal of slow mode says in seconds how long to wait.
func TestSlowModeSaysWhenToSend(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = roomlog.ErrSlowMode(29_100 * time.Millisecond) })
		a.say("x")
		e := refusal(t, a.take())
		equal(t, "error", []any{e["code"], e.num("retryAfter"), e.num("retryAfterMs")}, []any{"slow_mode", int64(30), int64(29100)})
		r.log.set(func(l *memLog) { l.refuse["id-ann"] = roomlog.ErrReadOnly() })
		a.say("x")
		equal(t, "code", refusal(t, a.take())["code"], any("read_only"))
	})
}

// What a call commits reaches the room on every node, at once where the bus works
// and from the log where it does not, and is resumed like all else.
func TestAnnouncedEventsCross(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b := w.nodes[0].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		commit := func(e roomlog.Event) roomlog.Event {
			w.nodes[0].log.mu.Lock()
			defer w.nodes[0].log.mu.Unlock()
			e.Room, e.ActorID = "general", "id-ann"
			return *w.nodes[0].log.number(e).Event
		}
		a.take()
		b.take()
		id := newID()
		w.nodes[0].hub.Announce(commit(roomlog.Event{Kind: roomlog.MessagePinned, MessageID: id}))
		room := roomlog.Room{ID: "general", DisplayName: "Hall", SlowMode: 30 * time.Second, ReadOnly: true}
		w.nodes[0].hub.Announce(commit(roomlog.Event{Kind: roomlog.SettingsChanged, Settings: &room}))
		after(0)
		for _, s := range []*browser{a, b} {
			got := s.take()
			equal(t, "kinds", kinds(got), []string{"message_pinned", "room_changed"})
			equal(t, "pin", []any{got[0]["messageId"], got[0]["userId"], got[0].num("seq")}, []any{id, "id-ann", int64(1)})
			settings := got[1]["room"].(map[string]any)
			equal(t, "room", []any{settings["display_name"], settings["slow_mode_seconds"], settings["read_only"]}, []any{"Hall", 30.0, true})
		}
		w.exchange.Cut()
		w.nodes[0].hub.Announce(commit(roomlog.Event{Kind: roomlog.MessageUnpinned, MessageID: id}))
		after(0)
		equal(t, "here", kinds(a.take()), []string{"message_unpinned"})
		after(poller.Every)
		equal(t, "from the log", kinds(b.take()), []string{"message_unpinned"})
		got := w.nodes[1].join("cyd", `,"lastSeq":0`).take()
		equal(t, "resumed", kinds(got)[2:6], []string{"room_joined", "message_pinned", "room_changed", "message_unpinned"})
	})
}
