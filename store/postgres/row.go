// One act on its way through Append.

package postgres

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// row is one act with its ids parsed, and what became of it.
type row struct {
	ord             int // place in the call
	act             *store.Act
	member, session pgtype.UUID
	message         pgtype.UUID // the new message, or the one that is meant
	clientMsg       pgtype.UUID // the message's own id where the client gave none
	replyTo         pgtype.UUID

	// offeredBefore says that an earlier try ended without an answer: the act
	// may find itself in the log.
	offeredBefore bool

	word      string // the verdict's word from the database
	seq       int64
	at        time.Time
	actor     string // who did it, for a found deletion not the member who asks
	actorName string
	replyName string
	replyText string
	first     *store.Event // the event of an earlier send
	err       error
}

// newRow parses the ids of an act; the error is its verdict when they cannot
// mean anything in the log.
func newRow(ord int, act *store.Act) (*row, error) {
	r := &row{ord: ord, act: act}
	var ok bool
	if r.member, ok = parseID(act.Member); !ok {
		return nil, store.ErrSessionEnded()
	}
	if r.session, ok = parseID(act.Session); !ok {
		return nil, store.ErrSessionEnded()
	}
	if !store.ValidRoomID(act.Room) {
		return nil, store.ErrNoRoomAccess()
	}
	if r.message, ok = parseID(act.MessageID); !ok {
		return nil, store.ErrMessageUnknown()
	}
	if act.Kind != store.MessageSent {
		return r, nil
	}
	d := &act.Draft
	for _, text := range []string{d.Text, d.MediaURL, d.ThumbnailURL} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return nil, store.Because(store.Invalid, "control_character", "Message contains a character that cannot be sent")
		}
	}
	if r.clientMsg, ok = r.message, true; d.ClientMsgID != "" {
		r.clientMsg, ok = parseID(d.ClientMsgID)
	}
	if !ok {
		return nil, store.Because(store.Invalid, "client_msg_id", "clientMsgId must be a UUID")
	}
	if d.ReplyTo != "" {
		if r.replyTo, ok = parseID(d.ReplyTo); !ok {
			return nil, store.ErrMessageUnknown()
		}
	}
	return r, nil
}

func (r *row) refuse(err error) { r.err, r.word = err, "" }

// verdict is the answer to the act once the transaction is committed.
func (r *row) verdict() store.Verdict {
	if r.err != nil {
		return store.Verdict{Err: r.err}
	}
	if refused, ok := refusals[r.word]; ok {
		return store.Verdict{Err: refused}
	}
	if r.word == "nothing" {
		return store.Verdict{}
	}
	if r.first != nil {
		// The first event carries our own message id when it was this very act
		// that an unanswered try stored.
		return store.Verdict{Event: r.first, Stored: r.first.Message.ID == r.message.String()}
	}
	e := &store.Event{
		Room: r.act.Room, Seq: r.seq, Kind: r.act.Kind, At: r.at,
		ActorID: r.act.Member, ActorName: r.actorName,
	}
	if r.actor != "" {
		e.ActorID = r.actor
	}
	if r.act.Kind != store.MessageSent {
		e.MessageID, e.Reaction = r.message.String(), r.act.Reaction
		// A found change that may be our own unanswered one is told again: who
		// knows its number drops it.
		return store.Verdict{Event: e, Stored: r.word == "ok" || r.offeredBefore && e.ActorID == r.act.Member}
	}
	d := &r.act.Draft
	e.Message = &store.Message{
		ID: r.message.String(), Room: r.act.Room, Seq: r.seq, Kind: d.Kind,
		Text: d.Text, MediaURL: d.MediaURL, ThumbnailURL: d.ThumbnailURL,
		SenderID: r.act.Member, SenderName: r.actorName,
		ReplyName: r.replyName, ReplyText: r.replyText,
		CreatedAt: r.at,
	}
	if r.replyTo.Valid {
		e.Message.ReplyTo = r.replyTo.String()
	}
	if r.clientMsg != r.message {
		e.Message.ClientMsgID = r.clientMsg.String()
	}
	return store.Verdict{Event: e, Stored: true}
}

// parseID reads a UUID in its written form: pgtype's own reading takes any byte
// where a dash belongs.
func parseID(s string) (pgtype.UUID, bool) {
	var id pgtype.UUID
	if !store.ValidID(s) || id.Scan(s) != nil {
		return pgtype.UUID{}, false
	}
	return id, true
}

func compareID(a, b pgtype.UUID) int { return bytes.Compare(a.Bytes[:], b.Bytes[:]) }

func compareText(a, b string) int { return strings.Compare(a, b) }
