package runtime

import (
	"time"

	"muster/actors/wire"
	"muster/store"
	"muster/store/language"
)

// ErrNobodyAnswers is the error of a query that the database did not answer.
func ErrNobodyAnswers() *store.Error {
	return store.NewError(store.Unavailable, "Chat is not available right now. Please try again.")
}

// FrameID is what a client calls a frame.
type FrameID struct{ ClientMsgID, RequestID string }

// IDOf is what the client calls a frame; zero for one without a name.
func IDOf(in wire.In) (id FrameID) {
	id.ClientMsgID, id.RequestID = wire.IDOf(in)
	return id
}

// ErrorFrame is the error frame of err in a language, or in English where that has no
// words for it; it names the frame that it answers. The cause of an Internal error is not shown.
func ErrorFrame(err error, to FrameID, in language.Tag) wire.Frame {
	e := store.AsError(err)
	message, known := in.Sentence(e)
	if !known {
		message = e.Message
	}
	return wire.Encode(wire.Error{
		Message: message, Error: message, Code: e.ReasonOrCode(),
		ClientMsgID: to.ClientMsgID, RequestID: to.RequestID, RetryAfterMs: e.RetryAfter.Milliseconds(),
		RetryAfter: int64((e.RetryAfter + time.Second - 1) / time.Second),
	})
}
