package desk

import (
	"muster/actors/wire"
	"muster/store/desk"
)

// ActivityBody is an activity as a browser receives it.
func ActivityBody(one desk.Activity) wire.ActivityBody {
	frame := wire.ActivityBody{
		ID: one.ID, At: one.At, Kind: string(one.Kind), Actor: wire.ActivityPerson(one.Actor), RoomID: one.Room,
		Detail: wire.ActivityDetail{
			MessageID: one.Detail.MessageID, MessageType: one.Detail.MessageType, Reaction: one.Detail.Reaction, Points: one.Detail.Points,
			Amount: one.Detail.Amount, Purpose: one.Detail.Purpose, Priority: one.Detail.Priority, Reason: one.Detail.Reason,
			Action: one.Detail.Action, Until: one.Detail.Until, Before: one.Detail.Before, After: one.Detail.After,
		},
	}
	if m := one.Detail.Member; m != nil {
		member := wire.ActivityPerson(*m)
		frame.Detail.Member = &member
	}
	return frame
}
