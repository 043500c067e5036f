package http

import (
	"context"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// callerClass says who may make a call.
type callerClass int

const (
	undeclared callerClass = iota // refused when the router is built
	public                        // anybody
	signedIn                      // any live session: a member's or an applicant's
	member                        // a member's session
	admin                         // a member's session with the administrator's right
)

// membersOnly is the message for an applicant on a member's route.
const membersOnly = "Members only"

// handlerFunc handles one call and returns a struct of http/body.
type handlerFunc func(c *call) (any, error)

// call is one request with its caller, which is zero on public routes.
type call struct {
	*gin.Context
	caller store.Caller
}

// callTimeout limits a whole call, however many queries it makes, so that an outage
// is answered within 5 s.
const callTimeout = 4500 * time.Millisecond

// handler puts the guard before a route's handler.
func (s *Server) handler(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		ctx, cancel := context.WithTimeout(g.Request.Context(), callTimeout)
		defer cancel()
		g.Request = g.Request.WithContext(ctx)
		c := &call{Context: g}
		var err error
		if r.who != public {
			c.caller, err = s.authenticate(c, r.who)
		}
		if err != nil {
			s.fail(g, err)
			return
		}
		reply, err := r.handle(c)
		switch {
		case g.Writer.Written(): // the handler has replied
		case err != nil:
			s.fail(g, err)
		default:
			s.replyOK(g, reply)
		}
	}
}

// authenticate finds the caller of the bearer token and checks its class. It fails
// with Unauthorized without a live session and with Forbidden for a wrong class.
func (s *Server) authenticate(c *call, who callerClass) (store.Caller, error) {
	caller, err := s.config.Store.Authenticate(c.Request.Context(), c.bearerToken())
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

// bearerToken returns the token of the Authorization header, "" without one.
func (c *call) bearerToken() string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
