package runtime

import (
	"time"

	"muster/actors/wire"
	"muster/store"
)

// ErrNobodyAnswers is the error of a query that the database did not answer.
func ErrNobodyAnswers() *store.Error {
	return store.NewError(store.Unavailable, "Chat is not available right now. Please try again.")
}

// ErrorFrame is the error frame of err. The cause of an Internal error is not
// shown.
func ErrorFrame(err error, clientMsgID string) wire.Frame {
	e := store.AsError(err)
	return wire.Encode(wire.Error{
		Message: e.Message, Error: e.Message, Code: e.ReasonOrCode(),
		ClientMsgID: clientMsgID, RetryAfterMs: e.RetryAfter.Milliseconds(),
		RetryAfter: int64((e.RetryAfter + time.Second - 1) / time.Second),
	})
}
