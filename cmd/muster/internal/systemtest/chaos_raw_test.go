package systemtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
)

// rawGuide explains the files to whoever checks a run again.
const rawGuide = `One JSON value a line; times are seconds since the run began, text is FNV-1a of a message's text.
reader-*, writer-*   every connection of one client ("call": node, its life, lastSeq it asked with, room_joined's seq and resumed)
                     and every numbered event it received, in order
sends                every message asked for: client id, room, tries, the id and number it was acknowledged with, when Postgres committed it
moderations                every deletion, edit and reaction asked for
rulings              every pin, end of a pin and change of a room that was made by a call
history-room-*       the history as GET /api/chat/room/{id}/messages pages it at the end, oldest first
log-room-*           room_events as Postgres has it at the end
faults               what was done and when
`

// keep writes the raw record into a new folder and gives its path.
func (r *record) keep(faults []*fault) (string, error) {
	dir, err := os.MkdirTemp("", "muster-chaos-")
	if err != nil {
		return "", err
	}
	err = os.WriteFile(filepath.Join(dir, "README"), []byte(rawGuide), 0o644)
	for _, d := range r.copies {
		err = firstOf(err, keepLines(dir, d.name, func(put func(any)) {
			for i, c := range d.calls {
				put(map[string]any{"call": i, "node": c.node, "life": c.life, "began": c.began.Seconds(), "joined": c.joined.Seconds(), "ended": c.ended.Seconds(),
					"lastSeq": c.from, "seq": c.head, "resumed": c.resumed, "why": c.why})
			}
			for _, g := range d.log {
				line := map[string]any{"at": g.at.Seconds(), "on": g.call, "seq": g.seq, "event": g.kind.String(), "message": g.message}
				if g.kind == kindSent || g.kind == kindEdited {
					line["client"], line["text"] = g.client, g.text
				}
				put(line)
			}
		}))
	}
	err = firstOf(err, keepLines(dir, "sends", func(put func(any)) {
		for _, s := range r.sends {
			put(map[string]any{"client": s.id, "room": roomName(s.room), "text": s.text, "tries": tries(s.tries), "refused": s.refused,
				"acknowledged": s.answered.Seconds(), "message": s.message, "seq": s.seq, "node": s.node, "life": s.life, "committed": r.commits[s.id].Seconds()})
		}
	}))
	err = firstOf(err, keepLines(dir, "moderations", func(put func(any)) {
		for _, d := range r.moderations {
			put(map[string]any{"event": d.kind.String(), "room": roomName(d.room), "message": d.message, "reaction": d.emoji, "tries": tries(d.tries),
				"acknowledged": d.seen.Seconds(), "seq": d.seq})
		}
	}))
	err = firstOf(err, keepLines(dir, "rulings", func(put func(any)) {
		for _, x := range r.rulings {
			put(map[string]any{"event": x.kind.String(), "room": roomName(x.room), "message": x.message, "name": x.name, "tries": x.tries, "done": x.done})
		}
	}))
	for room := range r.history {
		err = firstOf(err, keepLines(dir, "history room "+roomName(room), func(put func(any)) {
			for _, k := range r.history[room] {
				put(map[string]any{"message": k.id, "client": k.client, "seq": k.seq, "text": k.text, "deleted": k.deleted, "reactions": marks(k.reactions)})
			}
		}))
		err = firstOf(err, keepLines(dir, "log room "+roomName(room), func(put func(any)) {
			for _, e := range r.events[room] {
				put(map[string]any{"seq": e.seq, "event": e.kind.String(), "message": e.message, "member": e.member, "reaction": e.emoji})
			}
		}))
	}
	err = firstOf(err, keepLines(dir, "faults", func(put func(any)) {
		for _, f := range faults {
			var flying []uuid.UUID
			for _, s := range f.flying {
				flying = append(flying, s.id)
			}
			put(map[string]any{"fault": f.name, "nodes": f.nodes, "lives": f.lives, "begin": f.begin.Seconds(), "end": f.end.Seconds(), "flying": flying})
		}
	}))
	return dir, err
}

func tries(all []try) []string {
	var out []string
	for _, t := range all {
		out = append(out, fmt.Sprintf("%.6f to node %d life %d", t.at.Seconds(), t.node, t.life))
	}
	return out
}

func marks(all []mark) []string {
	var out []string
	for _, m := range all {
		out = append(out, m.member+" "+m.emoji)
	}
	return out
}

func firstOf(err, next error) error {
	if err != nil {
		return err
	}
	return next
}

// keepLines writes one file of JSON lines.
func keepLines(dir, name string, lines func(put func(any))) error {
	file, err := os.Create(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	to := bufio.NewWriter(file)
	out := json.NewEncoder(to)
	lines(func(v any) { err = firstOf(err, out.Encode(v)) })
	return firstOf(err, to.Flush())
}
