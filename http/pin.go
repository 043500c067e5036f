package http

import (
	"muster/http/body"
	"muster/store"
)

// pins lists the pinned messages of a room.
func (s *Server) pins(c *call) (any, error) {
	list, asOf, err := s.config.Store.Pins(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"))
	if err != nil {
		return nil, err
	}
	reply := body.Pins{OK: body.Done, Pins: make([]body.Pin, 0, len(list)), AsOf: asOf.Log, SiteAsOf: asOf.Site}
	for _, p := range list {
		reply.Pins = append(reply.Pins, body.Pin{Message: s.messageBody(c, p.Message), PinnedBy: p.ByName, PinnedAt: p.PinnedAt})
	}
	return reply, nil
}

// pin pins a message. Pinning it twice changes nothing.
func (s *Server) pin(c *call) (any, error) {
	message, err := s.messageToPin(c)
	if err != nil {
		return nil, err
	}
	e, stored, err := s.config.Store.Pin(c.Request.Context(), c.caller, c.Param("roomId"), message)
	if err != nil {
		return nil, err
	}
	if stored {
		s.config.Hub.Announce(e)
	}
	return body.Done, nil
}

// unpin ends a pin. Ending none changes nothing.
func (s *Server) unpin(c *call) (any, error) {
	message, err := s.messageToPin(c)
	if err != nil {
		return nil, err
	}
	e, stored, err := s.config.Store.Unpin(c.Request.Context(), c.caller, c.Param("roomId"), message)
	if err != nil {
		return nil, err
	}
	if stored {
		s.config.Hub.Announce(e)
	}
	return body.Done, nil
}

// messageToPin reads the message's id from the body, or from the query, since some
// proxies drop the body of a DELETE.
func (s *Server) messageToPin(c *call) (string, error) {
	var request body.PinMessage
	if c.hasBody() {
		if err := s.readJSON(c, &request); err != nil {
			return "", err
		}
	}
	if request.MessageID == "" {
		request.MessageID = c.Query("messageId")
	}
	id, ok := store.CanonicalID(request.MessageID)
	if !ok {
		return "", store.ErrBadID()
	}
	return id, nil
}
