package http

import (
	"time"

	"muster/http/body"
	"muster/store"
)

// emergencyQuota replies with what the caller has used of the limits.
func (s *Server) emergencyQuota(c *call) (any, error) {
	q, err := s.config.Emergencies.Quota(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	return body.EmergencyQuota{OK: body.Done, CountThisHour: q.Hour, CountToday: q.Day, NextAllowedAt: moment(q.NextAllowed)}, nil
}

// moment is nil for the zero time.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// emergencyHistory lists the caller's own emergency messages.
func (s *Server) emergencyHistory(c *call) (any, error) {
	all, err := s.config.Emergencies.History(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.EmergencyHistory{OK: body.Done, History: make([]body.EmergencyEntry, 0, len(all))}
	for _, e := range all {
		reply.History = append(reply.History, body.EmergencyEntry{
			ID: e.ID, Priority: string(e.Priority), SentAt: e.SentAt, Message: e.Message,
			IsResolved: !e.ResolvedAt.IsZero(), Receipt: string(e.Receipt()),
		})
	}
	return reply, nil
}

// sendEmergency stores an emergency message; jobs alert the creator.
func (s *Server) sendEmergency(c *call) (any, error) {
	var request body.SendEmergency
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	e, err := s.config.Emergencies.Send(c.Request.Context(), c.caller.Member.ID, request.Message, request.Priority)
	if err != nil {
		return nil, err
	}
	return body.EmergencySent{OK: body.Done, Message: store.EmergencySent + " " + s.config.Brand.Creator + " has been notified.", ID: e.ID}, nil
}

// emergencyInbox lists the emergency messages of all members.
func (s *Server) emergencyInbox(c *call) (any, error) {
	priority, state := store.EmergencyPriority(c.Query("priority")), store.EmergencyState(c.Query("state"))
	switch priority {
	case "", store.NormalPriority, store.HighPriority, store.CriticalPriority:
	default:
		return nil, store.NewErrorReason(store.Invalid, "priority", "This priority is not known")
	}
	switch state {
	case "", store.EmergencyIsOpen, store.EmergencyIsAcknowledged, store.EmergencyIsResolved:
	default:
		return nil, store.NewErrorReason(store.Invalid, "state", "This state is not known")
	}
	page, next, err := s.config.Emergencies.Inbox(c.Request.Context(), priority, state, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.EmergencyInbox{OK: body.Done, Messages: make([]body.EmergencyMessage, 0, len(page)), NextCursor: nullable(next)}
	for _, e := range page {
		reply.Messages = append(reply.Messages, emergencyBody(e))
	}
	return reply, nil
}

func emergencyBody(e store.Emergency) body.EmergencyMessage {
	return body.EmergencyMessage{
		ID: e.ID, UserID: e.MemberID, Username: nullable(e.Username), Message: e.Message, Priority: string(e.Priority),
		ClaimedPriority: nullable(string(e.Claimed)), SentAt: e.SentAt, HandedOverAt: moment(e.HandedOverAt),
		AcknowledgedAt: moment(e.AcknowledgedAt), IsResolved: !e.ResolvedAt.IsZero(), ResolvedAt: moment(e.ResolvedAt), Note: e.Note,
	}
}

// acknowledgeEmergency notes that an administrator has seen a message.
func (s *Server) acknowledgeEmergency(c *call) (any, error) {
	e, err := s.config.Emergencies.Acknowledge(c.Request.Context(), c.caller, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.EmergencyChanged{OK: body.Done, Message: emergencyBody(e)}, nil
}

// resolveEmergency closes a message with a note.
func (s *Server) resolveEmergency(c *call) (any, error) {
	var request body.ResolveEmergency
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	e, err := s.config.Emergencies.Resolve(c.Request.Context(), c.caller, c.Param("id"), request.Note)
	if err != nil {
		return nil, err
	}
	return body.EmergencyChanged{OK: body.Done, Message: emergencyBody(e)}, nil
}
