// One command while Append works on it.

package roomlog

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// pendingCommand is one command with its ids parsed, and what became of it.
type pendingCommand struct {
	index           int // place in the call
	command         *roomlog.Command
	member, session pgtype.UUID
	message         pgtype.UUID // the new message, or the target of the command
	clientMsg       pgtype.UUID // the message's own id where the client gave none
	replyTo         pgtype.UUID
	uploadID        pgtype.UUID      // of an image, a video or a voice message
	named           roomlog.Mentions // in the text, for the kinds that have one
	slow            bool             // a message to a room that is taken to have slow mode

	// offeredBefore says that an earlier try ended without an answer: the command
	// may find itself in the log.
	offeredBefore bool

	outcome    string // what the database answered: ok, found, nothing or a key of refusalErrors
	seq        int64
	at         time.Time
	actor      string // who did it, for a found deletion not the member who asks
	actorName  string
	replyName  string
	replyText  string
	upload     *store.Upload  // that the message carries
	edit       roomlog.Edit   // the text with the members that it names
	wait       time.Duration  // until slow mode lets the member send
	firstEvent *roomlog.Event // the event of an earlier send
	err        error
}

// newPendingCommand parses the ids of a command. The error is the command's
// result when an id cannot exist.
func newPendingCommand(index int, command *roomlog.Command) (*pendingCommand, error) {
	r := &pendingCommand{index: index, command: command}
	var ok bool
	if r.member, ok = postgres.ParseID(command.Member); !ok {
		return nil, store.ErrSessionEnded()
	}
	if r.session, ok = postgres.ParseID(command.Session); !ok {
		return nil, store.ErrSessionEnded()
	}
	if !store.ValidRoomID(command.Room) {
		return nil, roomlog.ErrNoRoomAccess()
	}
	if r.message, ok = postgres.ParseID(command.MessageID); !ok {
		return nil, roomlog.ErrMessageUnknown()
	}
	d := &command.Draft
	if command.Kind == roomlog.MessageSent || command.Kind == roomlog.MessageEdited {
		r.named = roomlog.FindMentions(d.Text)
		if err := r.named.Check(); err != nil {
			return nil, err
		}
	}
	if command.Kind == roomlog.MessageEdited && (d.Text == "" || !storable(d.Text)) {
		return nil, errBadCharacter()
	}
	if command.Kind != roomlog.MessageSent {
		return r, nil
	}
	for _, text := range []string{d.Text, d.MediaURL, d.ThumbnailURL} {
		if !storable(text) {
			return nil, errBadCharacter()
		}
	}
	if d.Upload != "" {
		if r.uploadID, ok = postgres.ParseID(d.Upload); !ok {
			return nil, store.ErrMediaUnknown()
		}
	}
	if r.clientMsg, ok = r.message, true; d.ClientMsgID != "" {
		r.clientMsg, ok = postgres.ParseID(d.ClientMsgID)
	}
	if !ok {
		return nil, store.NewErrorReason(store.Invalid, "client_msg_id", "clientMsgId must be a UUID")
	}
	if d.ReplyTo != "" {
		if r.replyTo, ok = postgres.ParseID(d.ReplyTo); !ok {
			return nil, roomlog.ErrMessageUnknown()
		}
	}
	return r, nil
}

// plain is true of a message that refers to nothing: it has neither a reply nor media.
func (r *pendingCommand) plain() bool {
	kind := r.command.Draft.Kind
	return r.command.Kind == roomlog.MessageSent && !r.replyTo.Valid && (kind == roomlog.TextMessage || kind == roomlog.GIFMessage)
}

// storable says whether a database can hold the text.
func storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

func errBadCharacter() *store.Error {
	return store.NewErrorReason(store.Invalid, "control_character", "Message contains a character that cannot be sent")
}

func (r *pendingCommand) refuse(err error) { r.err, r.outcome = err, "" }

// result is the answer to the command once the transaction is committed.
func (r *pendingCommand) result() roomlog.Result {
	if r.err != nil {
		return roomlog.Result{Err: r.err}
	}
	if refused, ok := refusalErrors[r.outcome]; ok {
		return roomlog.Result{Err: refused}
	}
	if r.outcome == "slow_mode" {
		return roomlog.Result{Err: roomlog.ErrSlowMode(r.wait)}
	}
	if r.outcome == "nothing" {
		return roomlog.Result{}
	}
	if r.firstEvent != nil {
		// The first event carries our own message id when it was this very command
		// that an unanswered try stored.
		return roomlog.Result{Event: r.firstEvent, Stored: r.firstEvent.Message.ID == r.message.String()}
	}
	e := &roomlog.Event{
		Room: r.command.Room, Seq: r.seq, Kind: r.command.Kind, At: r.at,
		ActorID: r.command.Member, ActorName: r.actorName,
	}
	if r.actor != "" {
		e.ActorID = r.actor
	}
	if r.command.Kind != roomlog.MessageSent {
		e.MessageID, e.Reaction = r.message.String(), r.command.Reaction
		if r.command.Kind == roomlog.MessageEdited {
			e.Edit = &r.edit
		}
		// A found change that may be our own unanswered one is announced again:
		// receivers that know its number drop it.
		return roomlog.Result{Event: e, Stored: r.outcome == "ok" || r.offeredBefore && e.ActorID == r.command.Member}
	}
	d := &r.command.Draft
	e.Message = &roomlog.Message{
		ID: r.message.String(), Room: r.command.Room, Seq: r.seq, Kind: d.Kind,
		Text: d.Text, MediaURL: d.MediaURL, ThumbnailURL: d.ThumbnailURL, Upload: r.upload,
		SenderID: r.command.Member, SenderName: r.actorName,
		ReplyName: r.replyName, ReplyText: r.replyText,
		CreatedAt: r.at, Mentions: r.edit.Mentions, MentionsAll: r.edit.MentionsAll,
	}
	if r.replyTo.Valid {
		e.Message.ReplyTo = r.replyTo.String()
	}
	if r.clientMsg != r.message {
		e.Message.ClientMsgID = r.clientMsg.String()
	}
	return roomlog.Result{Event: e, Stored: true}
}

func compareText(a, b string) int { return strings.Compare(a, b) }
