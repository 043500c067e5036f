package http

import (
	"context"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// caller says who may make a call.
type caller int

const (
	undeclared caller = iota // refused when the router is built
	public                   // anybody
	session                  // a live session: member or applicant
	member                   // a member's session
	admin                    // a member's session with the administrator's right
)

// membersOnly is what an applicant is told.
const membersOnly = "Members only"

// handler answers one call with a struct of http/body.
type handler func(c *call) (any, error)

// call is one request with who makes it; caller is zero on public routes.
type call struct {
	*gin.Context
	caller store.Caller
}

// callPatience bounds a whole call, however many questions it asks the store:
// the caller is told of an outage within 5 s (P19).
const callPatience = 4500 * time.Millisecond

// serve puts the guard before a route's handler.
func (s *Server) serve(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		ctx, cancel := context.WithTimeout(g.Request.Context(), callPatience)
		defer cancel()
		g.Request = g.Request.WithContext(ctx)
		c := &call{Context: g}
		var err error
		if r.who != public {
			c.caller, err = s.admit(c, r.who)
		}
		if err != nil {
			s.fail(g, err)
			return
		}
		reply, err := r.handle(c)
		switch {
		case g.Writer.Written(): // the handler answered by itself
		case err != nil:
			s.fail(g, err)
		default:
			s.reply(g, reply)
		}
	}
}

// admit finds the caller of a bearer token and checks its right: Unauthorized
// without a live session, Forbidden for the wrong kind of one.
func (s *Server) admit(c *call, who caller) (store.Caller, error) {
	caller, err := s.config.Store.Authenticate(c.Request.Context(), c.bearer())
	switch {
	case err != nil:
		return store.Caller{}, err
	case who >= member && caller.Session.Kind != store.MemberSession:
		return store.Caller{}, store.NewErrorReason(store.Forbidden, "members_only", membersOnly)
	case who == admin && !caller.Member.IsAdmin:
		return store.Caller{}, store.ErrAdminsOnly()
	}
	return caller, nil
}

// bearer is the token of the Authorization header, "" without one.
func (c *call) bearer() string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
