package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// ignored lists whom the caller ignores.
func (h *calls) ignored(c edge.Call) (any, error) {
	list, asOf, err := h.Chat.Ignored(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.Ignored{OK: body.Done, Ignored: make([]body.IgnoredMember, 0, len(list)), AsOf: body.AsOf(asOf.Log), SiteAsOf: body.AsOf(asOf.Site)}
	for _, m := range list {
		reply.Ignored = append(reply.Ignored, body.IgnoredMember{UserID: m.ID, Username: edge.OrNull(m.Username)})
	}
	return reply, nil
}

// ignore adds a member to those whom the caller ignores. The member does not learn it.
func (h *calls) ignore(c edge.Call) (any, error) {
	id, err := h.memberToIgnore(c)
	if err != nil {
		return nil, err
	}
	return h.ignoredChanged(h.Chat.Ignore(c.Context(), c.Caller().Member.ID, id))
}

// unignore takes a member off that list.
func (h *calls) unignore(c edge.Call) (any, error) {
	id, err := h.memberToIgnore(c)
	if err != nil {
		return nil, err
	}
	return h.ignoredChanged(h.Chat.Unignore(c.Context(), c.Caller().Member.ID, id))
}

// ignoredChanged announces a change of the caller's list to the caller's other sockets, and
// replies with its position.
func (h *calls) ignoredChanged(changed []store.Broadcast, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	reply := body.IgnoredChanged{OK: body.Done}
	for _, b := range changed {
		reply.Position = b.Position
	}
	h.Hub.Broadcast(changed...)
	return reply, nil
}

// memberToIgnore reads the member's id from the body, or from the query, since some
// proxies drop the body of a DELETE.
func (h *calls) memberToIgnore(c edge.Call) (string, error) {
	var request body.IgnoreMember
	if c.HasBody() {
		if err := c.ReadJSON(&request); err != nil {
			return "", err
		}
	}
	if request.UserID == "" {
		request.UserID = c.Query("userId")
	}
	if !store.ValidID(request.UserID) {
		return "", store.ErrBadID()
	}
	return request.UserID, nil
}
