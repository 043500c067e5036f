package http

import (
	"muster/http/body"
	"muster/store"
)

// logout ends the session of the bearer token and closes its sockets. It
// answers 200 for a token that is dead already: the person is signed out
// (AUTH-35).
func (s *Server) logout(c *call) (any, error) {
	caller, err := s.config.Store.Authenticate(c.Request.Context(), c.bearer())
	if store.CodeOf(err) == store.Unauthorized {
		return body.Done, nil
	}
	if err == nil {
		err = s.config.Store.EndSession(c.Request.Context(), caller.Session.ID, caller.Session.PersonID)
	}
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.Done, nil
}

// sessions lists where the caller is signed in (AUTH-37).
func (s *Server) sessions(c *call) (any, error) {
	open, err := s.config.Store.Sessions(c.Request.Context(), c.caller.Session.PersonID)
	if err != nil {
		return nil, err
	}
	reply := body.Sessions{OK: body.Done, Sessions: make([]body.OpenSession, 0, len(open))}
	for _, one := range open {
		reply.Sessions = append(reply.Sessions, body.OpenSession{
			ID: one.ID, Device: one.Device, Address: one.Address, CreatedAt: one.CreatedAt,
			LastSeenAt: one.LastSeenAt, Current: one.ID == c.caller.Session.ID,
		})
	}
	return reply, nil
}

// endSession ends one of the caller's sessions; another person's is not found.
func (s *Server) endSession(c *call) (any, error) {
	err := s.config.Store.EndSession(c.Request.Context(), c.Param("id"), c.caller.Session.PersonID)
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.Done, nil
}

// endOtherSessions signs the caller out everywhere else.
func (s *Server) endOtherSessions(c *call) (any, error) {
	_, err := s.config.Store.EndSessions(c.Request.Context(), c.caller.Session.PersonID, c.caller.Session.ID)
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.Done, nil
}
