// The errors that are sent to a socket when something was refused or failed.
package actors

import (
	"errors"
	"time"

	"muster/actors/wire"
	"muster/store"
)

// errorFrame is the error frame of err. The cause of an Internal error is not
// shown.
func errorFrame(err error, clientMsgID string) wire.Frame {
	e := store.AsError(err)
	return wire.Encode(wire.Error{
		Message: e.Message, Error: e.Message, Code: e.ReasonOrCode(),
		ClientMsgID: clientMsgID, RetryAfterMs: e.RetryAfter.Milliseconds(),
		RetryAfter: int64((e.RetryAfter + time.Second - 1) / time.Second),
	})
}

func errNotAuthenticated() *store.Error {
	return store.NewErrorReason(store.Forbidden, "not_authenticated", store.NotAuthenticated)
}
func errNoRoom() *store.Error {
	return store.NewErrorReason(store.Conflict, "no_room", store.MustJoinRoom)
}
func errAlreadyJoined() *store.Error {
	return store.NewErrorReason(store.Conflict, "already_joined", "Already joined")
}
func errMembersOnly() *store.Error {
	return store.NewError(store.Forbidden, "Only members can join the chat")
}
func errSessionOver() *store.Error {
	return store.NewError(store.Unauthorized, "Your session has ended")
}
func errTooManySockets() *store.Error {
	return store.NewErrorReason(store.Limited, "too_many_sockets", "Too many open connections")
}

// errFrame is the answer to a frame that could not be decoded; its code is the
// text of the decoder's error.
func errFrame(err error) *store.Error {
	message := "This message could not be read"
	if errors.Is(err, wire.ErrUnknownType) {
		message = "This type of message is not known"
	}
	return store.NewErrorReason(store.Invalid, err.Error(), message)
}
