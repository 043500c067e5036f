package secondfactor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"muster/store"
	"muster/store/secondfactor"
)

// site is this installation as passkeys know it: they belong to the host of its public
// address, and answer its pages alone.
func (h *calls) site(ctx context.Context) (*webauthn.WebAuthn, error) {
	if len(h.Origins) == 0 {
		return nil, errors.New("passkeys need a public address")
	}
	public, err := url.Parse(h.Origins[0])
	if err != nil {
		return nil, err
	}
	return webauthn.New(&webauthn.Config{
		RPID: public.Hostname(), RPDisplayName: h.Brand.CurrentBrand(ctx).Community, RPOrigins: h.Origins,
		AttestationPreference: protocol.PreferNoAttestation,
	})
}

// owner is a member as the library asks for it.
type owner struct {
	member   store.Member
	passkeys []webauthn.Credential
}

// WebAuthnID is the member's id, which says nothing of the member.
func (o owner) WebAuthnID() []byte {
	id := uuid.MustParse(o.member.ID)
	return id[:]
}
func (o owner) WebAuthnName() string {
	return cmp.Or(o.member.Username, o.member.Email, o.member.Phone)
}
func (o owner) WebAuthnDisplayName() string                { return cmp.Or(o.member.Name, o.WebAuthnName()) }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.passkeys }

// ownerOf reads the passkeys of a member.
func (h *calls) ownerOf(ctx context.Context, m store.Member) (owner, error) {
	stored, err := h.Factors.Passkeys(ctx, m.ID)
	if err != nil {
		return owner{}, err
	}
	o := owner{member: m}
	for _, s := range stored {
		var c webauthn.Credential
		if err := json.Unmarshal(s.Credential, &c); err != nil {
			return owner{}, err
		}
		c.Authenticator.SignCount = uint32(s.SignCount)
		o.passkeys = append(o.passkeys, c)
	}
	return o, nil
}

// stored is a passkey as it is kept.
func stored(c *webauthn.Credential) (secondfactor.Credential, error) {
	raw, err := json.Marshal(c)
	return secondfactor.Credential{ID: c.ID, Credential: raw, SignCount: int64(c.Authenticator.SignCount)}, err
}

// begin keeps a challenge and gives what the browser is asked, as JSON.
func (h *calls) begin(ctx context.Context, purpose secondfactor.Purpose, memberID, address string, asked any, session *webauthn.SessionData) (string, error) {
	kept, err := json.Marshal(session)
	if err != nil {
		return "", err
	}
	err = h.Factors.SaveChallenge(ctx, secondfactor.Challenge{Purpose: purpose, MemberID: memberID, Challenge: session.Challenge, Session: kept}, address)
	if err != nil {
		return "", err
	}
	options, err := json.Marshal(asked)
	return string(options), err
}

// session takes what an answer is checked against. A challenge is answered once.
func (h *calls) session(ctx context.Context, purpose secondfactor.Purpose, memberID, challenge string) (s webauthn.SessionData, err error) {
	kept, err := h.Factors.TakeChallenge(ctx, secondfactor.Challenge{Purpose: purpose, MemberID: memberID, Challenge: challenge})
	if err == nil {
		err = json.Unmarshal(kept, &s)
	}
	return s, err
}

// assertion reads the answer of a passkey and what it is checked against. It fails with
// Invalid (passkey_refused).
func (h *calls) assertion(ctx context.Context, purpose secondfactor.Purpose, memberID, answer string) (*protocol.ParsedCredentialAssertionData, webauthn.SessionData, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return nil, webauthn.SessionData{}, secondfactor.ErrPasskey()
	}
	session, err := h.session(ctx, purpose, memberID, parsed.Response.CollectedClientData.Challenge)
	return parsed, session, err
}

// counted is a passkey with the counter of its answer. The library keeps the former one
// where that has not grown.
func counted(c *webauthn.Credential, answer *protocol.ParsedCredentialAssertionData) secondfactor.Credential {
	return secondfactor.Credential{ID: c.ID, SignCount: int64(answer.Response.AuthenticatorData.Counter)}
}
