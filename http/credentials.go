package http

import (
	"strings"

	"muster/store"
)

// credential is what a request must prove to call a route. Its check is a predicate:
// it looks for the proof that it needs (a bearer token, a cookie, a signature over the
// raw body) and fails with Unauthorized without one and with Forbidden for one of the
// wrong kind. Credentials have no order: none includes another.
type credential struct {
	name   string // in the OpenAPI document
	scheme string // security scheme in the OpenAPI document, "" for none
	check  func(s *Server, c *call) error
}

// The credentials of the routes.
var (
	// anyone needs no proof.
	anyone = credential{name: "anyone", check: func(*Server, *call) error { return nil }}
	// signedIn is any live session: a member's or an applicant's.
	signedIn = bearer("signed in", func(store.Caller) error { return nil })
	// member is a member's session.
	member = bearer("member", isMember)
	// admin is the session of a member who is an administrator now.
	admin = bearer("administrator", func(caller store.Caller) error {
		if err := isMember(caller); err != nil {
			return err
		}
		if !caller.Member.IsAdmin {
			return store.ErrAdminsOnly()
		}
		return nil
	})
)

// bearerScheme is the security scheme of session tokens.
const bearerScheme = "session"

// bearer is the credential of a live session whose caller is permitted. The check sets
// the caller of the call.
func bearer(name string, permit func(store.Caller) error) credential {
	return credential{name: name, scheme: bearerScheme, check: func(s *Server, c *call) error {
		caller, err := s.config.People.Authenticate(c.Request.Context(), c.bearerToken())
		if err != nil {
			return err
		}
		c.caller = caller
		c.caller.Address = s.clientAddress(c)
		return permit(caller)
	}}
}

// membersOnly is the message for an applicant on a member's route.
const membersOnly = "Members only"

func isMember(caller store.Caller) error {
	if caller.Session.Kind != store.MemberSession {
		return store.NewErrorReason(store.Forbidden, "members_only", membersOnly)
	}
	return nil
}

// bearerToken returns the token of the Authorization header, "" without one.
func (c *call) bearerToken() string {
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
