package systemtest

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// moderation is one deletion, edit or reaction of a writer.
type moderation struct {
	kind    kind
	room    int
	message uuid.UUID
	emoji   string
	text    string // of an edit
	tries   []try

	seen time.Duration // 0: not yet
	seq  int64
}

// choose picks a deletion or a reaction; nil when there is nothing to choose.
func (w *writer) choose() *moderation {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch roll := w.random.IntN(10); {
	case roll < 2 && len(w.fresh) > 0:
		s := w.fresh[len(w.fresh)-1]
		w.fresh = w.fresh[:len(w.fresh)-1]
		d := &moderation{kind: kindEdited, room: w.room, message: s.message, text: w.text(s) + " edited"}
		s.edited = hashOf(d.text)
		return d
	case roll < 4 && len(w.mine) > 0:
		i := w.random.IntN(len(w.mine))
		d := &moderation{kind: kindDeleted, room: w.room, message: w.mine[i]}
		w.mine[i] = w.mine[len(w.mine)-1]
		w.mine = w.mine[:len(w.mine)-1]
		return d
	case roll < 6 && len(w.placed) > 0:
		i := w.random.IntN(len(w.placed))
		d := &moderation{kind: kindRemoved, room: w.room, message: w.placed[i].message, emoji: w.placed[i].emoji}
		w.placed[i] = w.placed[len(w.placed)-1]
		w.placed = w.placed[:len(w.placed)-1]
		return d
	case len(w.targets) > 0:
		// Each message gets at most one reaction of each writer at a time.
		i := w.random.IntN(len(w.targets))
		d := &moderation{kind: kindAdded, room: w.room, message: w.targets[i], emoji: emojis[w.random.IntN(len(emojis))]}
		w.targets[i] = w.targets[len(w.targets)-1]
		w.targets = w.targets[:len(w.targets)-1]
		return d
	}
	return nil
}

// do puts a moderation on a line; nil takes any that is up.
func (w *writer) do(ctx context.Context, d *moderation, l *clientLog) {
	if l == nil {
		if l = w.lines[0]; l.node() < 0 {
			l = w.lines[1]
		}
	}
	conn, node, life := l.here()
	w.mu.Lock()
	if len(d.tries) == 0 {
		w.moderations, w.open = append(w.moderations, d), append(w.open, d)
	}
	if conn == nil { // said again when a line is up
		d.tries = append(d.tries, try{at: w.harness.since(), node: -1})
		w.mu.Unlock()
		return
	}
	d.tries = append(d.tries, try{w.harness.since(), node, life, l, false})
	w.tried[act{d.kind, d.message}]++
	w.mu.Unlock()
	frame := map[string]any{"messageId": d.message.String(), "roomId": roomName(d.room)}
	switch d.kind {
	case kindDeleted:
		frame["type"] = "delete_message"
	case kindAdded:
		frame["type"], frame["reaction"] = "add_reaction", d.emoji
	case kindRemoved:
		frame["type"], frame["reaction"] = "remove_reaction", d.emoji
	case kindEdited:
		frame["type"], frame["message"] = "edit_message", d.text
	}
	put(ctx, conn, frame)
}
