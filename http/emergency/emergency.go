package emergency

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/emergency"
)

// quota replies with what the caller has used of the limits.
func (h *calls) quota(c edge.Call) (any, error) {
	q, err := h.Emergencies.Quota(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	return body.EmergencyQuota{OK: body.Done, CountThisHour: q.Hour, CountToday: q.Day, NextAllowedAt: edge.Moment(q.NextAllowed)}, nil
}

// history lists the caller's own emergency messages.
func (h *calls) history(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, emergencyPage, emergencyPage)
	if err != nil {
		return nil, err
	}
	after, err := emergency.ParseCursor(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, older, err := h.Emergencies.History(c.Context(), c.Caller().Member.ID, limit, after)
	if err != nil {
		return nil, err
	}
	reply := body.EmergencyHistory{OK: body.Done, History: make([]body.EmergencyEntry, 0, len(page)), NextCursor: edge.OrNull(older.Cursor())}
	for _, e := range page {
		reply.History = append(reply.History, body.EmergencyEntry{
			ID: e.ID, Priority: string(e.Priority), SentAt: e.SentAt, Message: e.Message,
			IsResolved: !e.ResolvedAt.IsZero(), Receipt: string(e.Receipt()),
		})
	}
	return reply, nil
}

// send stores an emergency message; jobs alert the creator.
func (h *calls) send(c edge.Call) (any, error) {
	var request body.SendEmergency
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	e, err := h.Emergencies.Send(c.Context(), c.Caller().Member.ID, request.Message, request.Priority, c.Header("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	said := c.Say("answer.emergencySent", h.Creator)
	if h.Creator == store.DefaultBrand.Creator { // a name that each language has a word for
		said = c.Say("answer.emergencySentToCreator")
	}
	return body.EmergencySent{OK: body.Done, Message: said, ID: e.ID}, nil
}

// emergencyPage is the most messages that a list has at once.
const emergencyPage = 50

// inbox lists the emergency messages of all members.
func (h *calls) inbox(c edge.Call) (any, error) {
	priority, state := emergency.Priority(c.Query("priority")), emergency.State(c.Query("state"))
	switch priority {
	case "", emergency.NormalPriority, emergency.HighPriority, emergency.CriticalPriority:
	default:
		return nil, store.NewErrorReason(store.Invalid, "priority", "This priority is not known")
	}
	switch state {
	case "", emergency.IsOpen, emergency.IsAcknowledged, emergency.IsResolved:
	default:
		return nil, store.NewErrorReason(store.Invalid, "state", "This state is not known")
	}
	limit, err := edge.PageLimit(c, emergencyPage, emergencyPage)
	if err != nil {
		return nil, err
	}
	after, err := emergency.ParseCursor(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, older, err := h.Emergencies.Inbox(c.Context(), priority, state, limit, after)
	if err != nil {
		return nil, err
	}
	reply := body.EmergencyInbox{OK: body.Done, Messages: make([]body.EmergencyMessage, 0, len(page)), NextCursor: edge.OrNull(older.Cursor())}
	for _, e := range page {
		reply.Messages = append(reply.Messages, messageBody(e))
	}
	return reply, nil
}

func messageBody(e emergency.Emergency) body.EmergencyMessage {
	return body.EmergencyMessage{
		ID: e.ID, UserID: e.MemberID, Username: edge.OrNull(e.Username), Message: e.Message, Priority: string(e.Priority),
		ClaimedPriority: edge.OrNull(string(e.Claimed)), SentAt: e.SentAt, HandedOverAt: edge.Moment(e.HandedOverAt),
		AcknowledgedAt: edge.Moment(e.AcknowledgedAt), IsResolved: !e.ResolvedAt.IsZero(), ResolvedAt: edge.Moment(e.ResolvedAt), Note: e.Note,
	}
}

// acknowledge notes that an administrator has seen a message.
func (h *calls) acknowledge(c edge.Call) (any, error) {
	e, err := h.Emergencies.Acknowledge(c.Context(), c.Caller(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.EmergencyChanged{OK: body.Done, Message: messageBody(e)}, nil
}

// resolve closes a message with a note.
func (h *calls) resolve(c edge.Call) (any, error) {
	var request body.ResolveEmergency
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	e, err := h.Emergencies.Resolve(c.Context(), c.Caller(), c.Param("id"), request.Note)
	if err != nil {
		return nil, err
	}
	return body.EmergencyChanged{OK: body.Done, Message: messageBody(e)}, nil
}
