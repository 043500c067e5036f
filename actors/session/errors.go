// The errors that are sent to a socket when something was refused or failed.
package session

import (
	"errors"

	"muster/actors/wire"
	"muster/store"
	"muster/store/roomlog"
)

func errNotAuthenticated() *store.Error {
	return store.NewErrorReason(store.Forbidden, "not_authenticated", store.NotAuthenticated)
}
func errNoRoom() *store.Error {
	return store.NewErrorReason(store.Conflict, "no_room", roomlog.MustJoinRoom)
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

// errFrame is the answer to a frame that could not be decoded; its code is the
// text of the decoder's error.
func errFrame(err error) *store.Error {
	message := "This message could not be read"
	if errors.Is(err, wire.ErrUnknownType) {
		message = "This type of message is not known"
	}
	return store.NewErrorReason(store.Invalid, err.Error(), message)
}
