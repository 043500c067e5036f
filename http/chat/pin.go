package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// pins lists the pinned messages of a room.
func (h *calls) pins(c edge.Call) (any, error) {
	list, asOf, err := h.Log.Pins(c.Context(), c.Caller().Member.ID, c.Param("roomId"))
	if err != nil {
		return nil, err
	}
	reply := body.Pins{OK: body.Done, Pins: make([]body.Pin, 0, len(list)), AsOf: body.AsOf(asOf.Log), SiteAsOf: body.AsOf(asOf.Site)}
	for _, p := range list {
		reply.Pins = append(reply.Pins, body.Pin{Message: h.messageBody(c, p.Message), PinnedBy: p.ByName, PinnedAt: p.PinnedAt})
	}
	return reply, nil
}

// pin pins a message. Pinning it twice changes nothing.
func (h *calls) pin(c edge.Call) (any, error) {
	message, err := h.messageToPin(c)
	if err != nil {
		return nil, err
	}
	e, stored, err := h.Log.Pin(c.Context(), c.Caller(), c.Param("roomId"), message)
	if err != nil {
		return nil, err
	}
	if stored {
		h.Hub.Announce(e)
	}
	return body.Done, nil
}

// unpin ends a pin. Ending none changes nothing.
func (h *calls) unpin(c edge.Call) (any, error) {
	message, err := h.messageToPin(c)
	if err != nil {
		return nil, err
	}
	e, stored, err := h.Log.Unpin(c.Context(), c.Caller(), c.Param("roomId"), message)
	if err != nil {
		return nil, err
	}
	if stored {
		h.Hub.Announce(e)
	}
	return body.Done, nil
}

// messageToPin reads the message's id from the body, or from the query, since some
// proxies drop the body of a DELETE.
func (h *calls) messageToPin(c edge.Call) (string, error) {
	var request body.PinMessage
	if c.HasBody() {
		if err := c.ReadJSON(&request); err != nil {
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
