package people

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// logout ends the session of the bearer token and closes its sockets. It replies 200
// also when the session has ended already.
func (h *calls) logout(c edge.Call) (any, error) {
	c.MediaCookie(store.Session{})
	caller, err := h.People.Authenticate(c.Context(), c.BearerToken())
	if store.CodeOf(err) == store.Unauthorized {
		return body.Done, nil
	}
	if err == nil {
		err = h.People.EndSession(c.Context(), caller.Session.ID, caller.Session.PersonID)
	}
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.Done, nil
}

// currentSession replies with the caller's own profile, and gives the browser the
// media cookie anew.
func (h *calls) currentSession(c edge.Call) (any, error) {
	c.MediaCookie(c.Caller().Session)
	return h.ownProfile(c)
}

// sessions lists the caller's signed-in browsers.
func (h *calls) sessions(c edge.Call) (any, error) {
	open, err := h.People.Sessions(c.Context(), c.Caller().Session.PersonID)
	if err != nil {
		return nil, err
	}
	reply := body.Sessions{OK: body.Done, Sessions: make([]body.OpenSession, 0, len(open))}
	for _, one := range open {
		reply.Sessions = append(reply.Sessions, body.OpenSession{
			ID: one.ID, Device: one.Device, Address: one.Address, CreatedAt: one.CreatedAt,
			LastSeenAt: one.LastSeenAt, Current: one.ID == c.Caller().Session.ID,
		})
	}
	return reply, nil
}

// endSession ends one of the caller's sessions. It fails with NotFound for another
// person's.
func (h *calls) endSession(c edge.Call) (any, error) {
	err := h.People.EndSession(c.Context(), c.Param("id"), c.Caller().Session.PersonID)
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.Done, nil
}

// endOtherSessions ends all sessions of the caller but the present one.
func (h *calls) endOtherSessions(c edge.Call) (any, error) {
	_, err := h.People.EndSessions(c.Context(), c.Caller().Session.PersonID, c.Caller().Session.ID)
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.Done, nil
}
