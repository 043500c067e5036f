package storetest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/roomlog"
)

// Says is the command of sending text.
func (p Person) Says(room, text string) roomlog.Command {
	return roomlog.Command{
		Kind: roomlog.MessageSent, Room: room, Member: p.ID, Session: p.Session, MessageID: NewID(),
		Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: text, ClientMsgID: NewID()},
	}
}

// Does is a command on a message.
func (p Person) Does(kind roomlog.EventKind, room, message, emoji string) roomlog.Command {
	return roomlog.Command{Kind: kind, Room: room, Member: p.ID, Session: p.Session, MessageID: message, Reaction: emoji}
}

// Do gives the results of commands in one call.
func (w *World) Do(commands ...roomlog.Command) []roomlog.Result {
	w.T.Helper()
	results, err := w.Append(context.Background(), commands)
	w.Must(err)
	return results
}

// Stored appends one command and wants it stored.
func (w *World) Stored(command roomlog.Command) *roomlog.Event {
	w.T.Helper()
	v := w.Do(command)[0]
	if v.Err != nil || v.Event == nil || !v.Stored {
		w.T.Fatalf("want stored, got %s", Show(v))
	}
	return v.Event
}

// Refused appends one command and wants this answer, when it is alone and beside another:
// a message alone is stored by a statement of its own.
func (w *World) Refused(command roomlog.Command, want *store.Error) {
	w.T.Helper()
	for _, v := range []roomlog.Result{w.Do(command)[0], w.Do(command, Nobodys())[0]} {
		if got := store.AsError(v.Err); v.Err == nil || got.Code != want.Code || got.Message != want.Message {
			w.T.Fatalf("want %v, got %s", want, Show(v))
		}
	}
}

// Nobodys is a message that is refused: its session is none.
func Nobodys() roomlog.Command {
	nobody := Person{Member: store.Member{ID: NewID()}, Session: NewID()}
	return nobody.Says("general", "x")
}

// Show says a result in words.
func Show(v roomlog.Result) string {
	return fmt.Sprintf("stored=%v event=%+v err=%v", v.Stored, v.Event, v.Err)
}

// RoomEvents reads the whole log of a room.
func (w *World) RoomEvents(room string) []roomlog.Event {
	w.T.Helper()
	var all []roomlog.Event
	for {
		after := int64(0)
		if len(all) > 0 {
			after = all[len(all)-1].Seq
		}
		page, err := w.Events(context.Background(), room, after, 500)
		w.Must(err)
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
	}
}

// Dense wants the log of a room to be numbered 1, 2, 3 … with times that never
// go back, agreeing with the room's head, and gives it.
func (w *World) Dense(room string) []roomlog.Event {
	w.T.Helper()
	all := w.RoomEvents(room)
	for i, e := range all {
		if e.Seq != int64(i+1) {
			w.T.Fatalf("event %d of %s has number %d", i+1, room, e.Seq)
		}
		if i > 0 && e.At.Before(all[i-1].At) {
			w.T.Fatalf("event %d of %s happened before event %d", i+1, room, i)
		}
	}
	heads, _, err := w.Heads(context.Background(), []string{room})
	w.Must(err)
	if heads[room] != int64(len(all)) {
		w.T.Fatalf("head of %s is %d with %d events", room, heads[room], len(all))
	}
	return all
}

// Unnoted are the sessions that are still to be noted as seen.
func Unnoted(decisions []roomlog.AdmissionDecision) (seen []roomlog.SeenSession) {
	for _, d := range decisions {
		if !d.SeenAt.IsZero() {
			seen = append(seen, roomlog.SeenSession{SessionID: d.Caller.Session.ID, At: d.SeenAt})
		}
	}
	return seen
}

// Fill puts n messages of p into a room at once, as if they had been sent.
func (w *World) Fill(room string, p Person, n int) {
	w.T.Helper()
	w.Must(pgx.BeginFunc(context.Background(), w.Pool(), func(tx pgx.Tx) error {
		for _, statement := range []string{
			`set local statement_timeout = 0`,
			`create temporary table made on commit drop as
				select h.seq + i as seq, gen_random_uuid() as id, gen_random_uuid() as client_msg_id
				from room_heads h, generate_series(1, ` + fmt.Sprint(n) + `) i where h.room_id = '` + room + `'`,
			`insert into sends select '` + p.ID + `', client_msg_id, id from made`,
			`insert into messages (id, room_id, seq, kind, body, sender_id, client_msg_id, created_at)
				select id, '` + room + `', seq, 'text', 'message ' || seq, '` + p.ID + `', client_msg_id, muster_now() from made order by seq`,
			`insert into room_events (room_id, seq, kind, message_id, actor_id, at)
				select '` + room + `', seq, 'message', id, '` + p.ID + `', muster_now() from made order by seq`,
			`update room_heads set seq = seq + ` + fmt.Sprint(n) + `, last_at = muster_now() where room_id = '` + room + `'`,
		} {
			if _, err := tx.Exec(context.Background(), statement); err != nil {
				return err
			}
		}
		return nil
	}))
}
