package http

import (
	"context"

	"muster/http/body"
	"muster/store"
)

// checkUsername says whether the caller may take a username.
func (s *Server) checkUsername(c *call) (any, error) {
	ctx, id := c.Request.Context(), c.caller.Member.ID
	if err := s.config.Store.SpendUsernameCheck(ctx, id); err != nil {
		return nil, err
	}
	err := s.config.Store.UsernameFree(ctx, id, c.Param("username"))
	switch store.CodeOf(err) {
	case "":
		return body.UsernameCheck{OK: body.Done, Available: true}, nil
	case store.Invalid, store.Conflict:
		return body.UsernameCheck{OK: body.Done, Reason: store.AsError(err).Message}, nil
	}
	return nil, err
}

// setUsername sets the caller's username. A first username and a later change follow
// the same rules.
func (s *Server) setUsername(c *call) (any, error) {
	return s.takeUsername(c, s.config.Store.SetUsername)
}

// changeUsername is setUsername in the words of the rank page, and refuses the name that
// the caller has.
func (s *Server) changeUsername(c *call) (any, error) {
	reply, err := s.takeUsername(c, s.config.Store.ChangeUsername)
	if err != nil {
		return nil, store.ErrorOnRankPage(err)
	}
	return reply, nil
}

func (s *Server) takeUsername(c *call, take func(ctx context.Context, memberID, wanted string) (string, error)) (any, error) {
	var request body.SetUsername
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	name, err := take(c.Request.Context(), c.caller.Member.ID, request.Username)
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.UsernameSet{OK: body.Done, Username: name}, nil
}

// usernameEligibility says when the caller may change its username.
func (s *Server) usernameEligibility(c *call) (any, error) {
	e, err := s.config.Store.UsernameEligibility(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.UsernameEligibility{OK: body.Done, CanChange: e.CanChange, DaysRemaining: e.DaysRemaining, LockDays: e.LockDays}
	if !e.NextAvailable.IsZero() {
		reply.NextAvailableDate = &e.NextAvailable
	}
	return reply, nil
}
