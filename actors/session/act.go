// The frames of a browser: each is checked against the session and never
// against what the frame claims.
package session

import (
	"github.com/google/uuid"

	"muster/actors/logwriter"
	"muster/actors/ratelimit"
	"muster/actors/room"
	"muster/actors/runtime"
	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

// frame handles one frame of the browser.
func (s *actor) frame(f received) {
	if f.err != nil {
		s.refuse(errFrame(f.err))
		return
	}
	if in, ok := f.in.(wire.JoinChat); ok {
		if s.stage != stageNew {
			s.refuse(errAlreadyJoined())
			return
		}
		s.join(in)
		return
	}
	if in, ok := f.in.(wire.Watch); ok {
		switch s.stage {
		case stageNew:
			s.watch(in)
		case stageWatches:
			s.watchAgain()
		default:
			s.refuse(errAlreadyJoined())
		}
		return
	}
	if s.admitted() && s.aboutActivity(f.in) {
		return
	}
	if s.stage == stageWatches {
		s.refuse(errNoRoom())
		return
	}
	if s.stage != stageJoined {
		s.refuse(errNotAuthenticated())
		return
	}
	switch in := f.in.(type) {
	case wire.JoinRoom:
		s.joinRoom(in)
	case wire.LeaveRoom:
		s.leaveRoom(in)
	case wire.SendMessage:
		s.sendMessage(in)
	case wire.TypingStart:
		s.typed(in.RoomID, true)
	case wire.TypingStop:
		s.typed(in.RoomID, false)
	case wire.AddReaction:
		s.react(roomlog.ReactionAdded, in.RoomID, in.MessageID, in.Reaction)
	case wire.RemoveReaction:
		s.react(roomlog.ReactionRemoved, in.RoomID, in.MessageID, in.Reaction)
	case wire.DeleteMessage:
		s.remove(in)
	case wire.EditMessage:
		s.edit(in)
	}
}

// checkInRoom checks what every command in a room needs, and returns what is
// missing as an error.
func (s *actor) checkInRoom(room string, named bool) error {
	if !s.inRoom(room) {
		return errNoRoom()
	}
	if named && s.caller.Member.Username == "" {
		s.push(wire.UsernameNeeded{})
		return roomlog.ErrUsernameRequired()
	}
	return nil
}

// messageHere gives the id of the message that a command in a room names. What is
// missing is answered.
func (s *actor) messageHere(room, message string, named bool) (id string, ok bool) {
	if err := s.checkInRoom(room, named); err != nil {
		s.refuse(err)
		return "", false
	}
	if id, ok = store.CanonicalID(message); !ok {
		s.refuse(store.ErrBadID())
	}
	return id, ok
}

// sendMessage appends one message to the log.
func (s *actor) sendMessage(in wire.SendMessage) {
	if err := s.checkInRoom(in.RoomID, true); err != nil {
		s.refuse(err)
		return
	}
	draft, err := roomlog.CheckDraft(s.draftOf(in), s.caller.Member.IsAdmin, s.shared.GIFHosts)
	if err != nil {
		s.refuse(err)
		return
	}
	if wait, ok := s.shared.Rates.Send(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.submit(roomlog.Command{Kind: roomlog.MessageSent, MessageID: uuid.Must(uuid.NewV7()).String(), Draft: draft})
}

// edit replaces the text of the member's own message, by the rules of sending.
func (s *actor) edit(in wire.EditMessage) {
	id, ok := s.messageHere(in.RoomID, in.MessageID, true)
	if !ok {
		return
	}
	text, err := roomlog.CheckText(in.Text)
	if err != nil {
		s.refuse(err)
		return
	}
	if wait, ok := s.shared.Rates.Send(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.submit(roomlog.Command{Kind: roomlog.MessageEdited, MessageID: id, Draft: roomlog.Draft{Text: text}})
}

// react adds or removes a reaction.
func (s *actor) react(kind roomlog.EventKind, room, message, emoji string) {
	id, ok := s.messageHere(room, message, true)
	if !ok {
		return
	}
	emoji, err := roomlog.CheckReaction(emoji)
	if err != nil {
		s.refuse(err)
		return
	}
	s.paced(roomlog.Command{Kind: kind, MessageID: id, Reaction: emoji})
}

// remove deletes a message.
func (s *actor) remove(in wire.DeleteMessage) {
	id, ok := s.messageHere(in.RoomID, in.MessageID, false)
	if !ok {
		return
	}
	s.paced(roomlog.Command{Kind: roomlog.MessageDeleted, MessageID: id, Address: s.caller.Address})
}

// paced submits a command under the rate limit of reactions.
func (s *actor) paced(act roomlog.Command) {
	if wait, ok := s.shared.Rates.React(s.limits, s.node.Now()); !ok {
		s.refuse(ratelimit.ErrTooFast(wait))
		return
	}
	s.submit(act)
}

// submit hands a command to the room's log writer. The room sends its event, or
// the log writer an error.
func (s *actor) submit(act roomlog.Command) {
	s.noteActivity()
	act.Room, act.Member, act.Session = s.room.ID, s.caller.Member.ID, s.caller.Session.ID
	d := &logwriter.Append{
		Command: act, ID: s.answering, Session: s.Session, Quota: &s.room.Quota, ReceivedAt: s.node.Now(),
		Size: int64(256 + len(act.Draft.Text) + len(act.Draft.MediaURL) + len(act.Draft.ThumbnailURL)),
	}
	if s.shared.Hub.Stopping() || !d.Quota.Reserve(d.Size) {
		s.node.Judged(act.Kind, store.Unavailable)
		s.Answer(logwriter.ErrSendFailed(), s.answering)
		return
	}
	if !s.shared.Writers.Enqueue(d) {
		d.Quota.Release(d.Size)
		s.node.Judged(act.Kind, store.Unavailable)
		s.Answer(logwriter.ErrSendFailed(), s.answering)
	}
}

// typed passes typing on to the room; frames beyond the rate limit are dropped
// without an answer.
func (s *actor) typed(id string, on bool) {
	if err := s.checkInRoom(id, on); err != nil {
		s.refuse(err)
		return
	}
	if !s.shared.Rates.Typed(s.limits, s.node.Now()) {
		s.countRefusal()
		return
	}
	if on {
		s.noteActivity()
	}
	runtime.Tell(s.room.Ref, room.Typing{Session: s.Session, On: on})
}

// draftOf returns the draft in a frame.
func (s *actor) draftOf(in wire.SendMessage) roomlog.Draft {
	d := roomlog.Draft{Kind: roomlog.MessageKind(in.MessageType), Text: in.Text, ClientMsgID: in.ClientMsgID}
	if in.ReplyToMessageID != nil {
		d.ReplyTo = *in.ReplyToMessageID
	}
	if in.MediaData != nil {
		d.MediaURL, d.ThumbnailURL = in.MediaData.MediaURL, in.MediaData.ThumbnailURL
		d.Upload = s.shared.uploadOf(s.caller.Member.ID, d)
	}
	return d
}

// uploadOf is the upload that a member's draft means, "" for none.
func (s *Shared) uploadOf(member string, d roomlog.Draft) string {
	switch d.Kind {
	case roomlog.ImageMessage, roomlog.VideoMessage, roomlog.VoiceMessage:
		if s.Uploads != nil {
			upload, _ := s.Uploads.UploadOf(member, d.MediaURL)
			return upload
		}
	}
	return ""
}
