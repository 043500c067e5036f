package http

import (
	"muster/store"
)

// The credentials of the routes.
var (
	// anyone needs no proof.
	anyone = credential{name: "anyone", check: func(callers, *call) error { return nil }}
	// signedIn is any live session: a member's or an applicant's.
	signedIn = bearer("signed in", func(store.Caller) error { return nil })
	// member is a member's session.
	member = bearer("member", isMember)
	// chatAdmin is the session of a member who is an administrator now.
	chatAdmin = bearer("administrator in chat", func(caller store.Caller) error {
		if err := isMember(caller); err != nil {
			return err
		}
		if !caller.Member.IsAdmin {
			return store.ErrAdminsOnly()
		}
		return nil
	})
	// admin is chatAdmin with the second factor proven where there is one: the back office
	// asks for it, and what anybody does in chat does not.
	admin = bearer("administrator", func(caller store.Caller) error {
		if err := isMember(caller); err != nil {
			return err
		}
		return caller.MayAdminister()
	})
)

// bearer is the credential of a live session whose caller is permitted. The check sets
// the caller of the call.
func bearer(name string, permit func(store.Caller) error) credential {
	return credential{name: name, scheme: bearerScheme, check: func(by callers, c *call) error {
		caller, err := by.authenticate(c)
		if err != nil {
			return err
		}
		c.caller = caller
		return permit(caller)
	}}
}

// authenticate implements callers.
func (s *Server) authenticate(c *call) (store.Caller, error) {
	caller, err := s.config.People.Authenticate(c.Request.Context(), c.bearerToken())
	caller.Address = s.clientAddress(c)
	return caller, err
}

// membersOnly is the message for an applicant on a member's route.
const membersOnly = "Members only"

func isMember(caller store.Caller) error {
	if caller.Session.Kind != store.MemberSession {
		return store.NewErrorReason(store.Forbidden, "members_only", membersOnly)
	}
	return nil
}

// isAdminRead is true of a route whose calls adminReads limits: not of one that sends a
// file, which takes as long as the caller's connection does.
func (r route) isAdminRead() bool {
	return r.who.name == admin.name && r.method == "GET" && r.reply.kind == jsonReplyKind
}
