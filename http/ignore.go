package http

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// ignored lists whom the caller ignores.
func (s *Server) ignored(c *call) (any, error) {
	list, asOf, err := s.config.Store.Ignored(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.Ignored{OK: body.Done, Ignored: make([]body.IgnoredMember, 0, len(list)), AsOf: asOf.Log, SiteAsOf: asOf.Site}
	for _, m := range list {
		reply.Ignored = append(reply.Ignored, body.IgnoredMember{UserID: m.ID, Username: edge.OrNull(m.Username)})
	}
	return reply, nil
}

// ignore adds a member to those whom the caller ignores. The member does not learn it.
func (s *Server) ignore(c *call) (any, error) {
	id, err := s.memberToIgnore(c)
	if err != nil {
		return nil, err
	}
	return s.ignoredChanged(s.config.Store.Ignore(c.Request.Context(), c.caller.Member.ID, id))
}

// unignore takes a member off that list.
func (s *Server) unignore(c *call) (any, error) {
	id, err := s.memberToIgnore(c)
	if err != nil {
		return nil, err
	}
	return s.ignoredChanged(s.config.Store.Unignore(c.Request.Context(), c.caller.Member.ID, id))
}

// ignoredChanged announces a change of the caller's list to the caller's other sockets, and
// replies with its position.
func (s *Server) ignoredChanged(changed []store.Broadcast, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	reply := body.IgnoredChanged{OK: body.Done}
	for _, b := range changed {
		reply.Position = b.Position
	}
	s.config.Hub.Broadcast(changed...)
	return reply, nil
}

// memberToIgnore reads the member's id from the body, or from the query, since some
// proxies drop the body of a DELETE.
func (s *Server) memberToIgnore(c *call) (string, error) {
	var request body.IgnoreMember
	if c.hasBody() {
		if err := s.readJSON(c, &request); err != nil {
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
