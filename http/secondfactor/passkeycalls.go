package secondfactor

import (
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/people"
	"muster/store/secondfactor"
)

// beginPasskey asks the browser for a new passkey that can sign in by itself.
func (h *calls) beginPasskey(c edge.Call) (any, error) {
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	mine, err := h.ownerOf(c.Context(), c.Caller().Member)
	if err != nil {
		return nil, err
	}
	asked, session, err := site.BeginRegistration(mine,
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		}),
		webauthn.WithExclusions(webauthn.Credentials(mine.passkeys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	options, err := h.begin(c.Context(), secondfactor.Register, mine.member.ID, c.Address(), asked.Response, session)
	return body.PasskeyAsked{OK: body.Done, Options: options}, err
}

// confirmPasskey keeps the passkey that the browser has made.
func (h *calls) confirmPasskey(c edge.Call) (any, error) {
	var request body.NewPasskey
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	name, err := secondfactor.CheckName(request.Name)
	if err != nil {
		return nil, err
	}
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(request.Answer))
	if err != nil {
		return nil, secondfactor.ErrPasskey()
	}
	m := c.Caller().Member
	session, err := h.session(c.Context(), secondfactor.Register, m.ID, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return nil, err
	}
	made, err := site.CreateCredential(owner{member: m}, session, parsed)
	if err != nil {
		return nil, secondfactor.ErrPasskey()
	}
	kept, err := stored(made)
	if err != nil {
		return nil, err
	}
	codes, err := h.Factors.AddPasskey(c.Context(), c.Caller(), kept, name)
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return added(codes), nil
}

// askPasskey asks the browser for a passkey of the caller.
func (h *calls) askPasskey(c edge.Call) (any, error) {
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	mine, err := h.ownerOf(c.Context(), c.Caller().Member)
	if err != nil {
		return nil, err
	}
	if len(mine.passkeys) == 0 {
		return nil, secondfactor.ErrUnknown()
	}
	asked, session, err := site.BeginLogin(mine, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	options, err := h.begin(c.Context(), secondfactor.Prove, mine.member.ID, c.Address(), asked.Response, session)
	return body.PasskeyAsked{OK: body.Done, Options: options}, err
}

// provePasskey takes the answer of a passkey of the caller.
func (h *calls) provePasskey(c edge.Call) (any, error) {
	var request body.PasskeyAnswer
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	m := c.Caller().Member
	parsed, session, err := h.assertion(c.Context(), secondfactor.Prove, m.ID, request.Answer)
	if err != nil {
		return nil, err
	}
	mine, err := h.ownerOf(c.Context(), m)
	if err != nil {
		return nil, err
	}
	used, err := site.ValidateLogin(mine, session, parsed)
	if err != nil {
		return nil, secondfactor.ErrPasskey()
	}
	return body.Done, h.Factors.ProvePasskey(c.Context(), c.Caller(), counted(used, parsed))
}

// askSignIn asks a browser for any passkey that it has of this site.
func (h *calls) askSignIn(c edge.Call) (any, error) {
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	asked, session, err := site.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	options, err := h.begin(c.Context(), secondfactor.SignIn, "", c.Address(), asked.Response, session)
	return body.PasskeyAsked{OK: body.Done, Options: options}, err
}

// signIn signs in whoever the passkey belongs to. A face step follows as after a code.
func (h *calls) signIn(c edge.Call) (any, error) {
	var request body.PasskeyAnswer
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	site, err := h.site(c.Context())
	if err != nil {
		return nil, err
	}
	parsed, session, err := h.assertion(c.Context(), secondfactor.SignIn, "", request.Answer)
	if err != nil {
		return nil, err
	}
	var found owner
	var failed error // of the database, which the library would hide
	used, err := site.ValidateDiscoverableLogin(func(_, handle []byte) (webauthn.User, error) {
		id, err := uuid.FromBytes(handle)
		if err != nil {
			return nil, err
		}
		found, failed = h.ownerOf(c.Context(), store.Member{ID: id.String()})
		return found, failed
	}, session, parsed)
	if failed != nil && store.CodeOf(failed) != store.Invalid {
		return nil, failed
	}
	if err != nil {
		return nil, secondfactor.ErrPasskey()
	}
	in, err := h.Factors.SignIn(c.Context(), h.Logins, found.member.ID, counted(used, parsed),
		people.LoginAttempt{Address: c.Address(), UserAgent: c.Header("User-Agent"), Former: c.Former()})
	if err != nil {
		return nil, err
	}
	return h.SignedIn(c, in), nil
}
