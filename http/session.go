package http

import (
	"muster/http/body"
	"muster/store"
)

// logout ends the session of the bearer token and closes its sockets. It replies 200
// also when the session has ended already.
func (s *Server) logout(c *call) (any, error) {
	s.setMediaCookie(c, store.Session{})
	caller, err := s.config.Store.Authenticate(c.Request.Context(), c.bearerToken())
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

// sessions lists the caller's signed-in browsers.
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

// endSession ends one of the caller's sessions. It fails with NotFound for another
// person's.
func (s *Server) endSession(c *call) (any, error) {
	err := s.config.Store.EndSession(c.Request.Context(), c.Param("id"), c.caller.Session.PersonID)
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.Done, nil
}

// endOtherSessions ends all sessions of the caller but the present one.
func (s *Server) endOtherSessions(c *call) (any, error) {
	_, err := s.config.Store.EndSessions(c.Request.Context(), c.caller.Session.PersonID, c.caller.Session.ID)
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.Done, nil
}
