package secondfactor

import (
	"muster/http/body"
	"muster/http/edge"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	code := edge.Body{JSON: body.SecondFactorCode{}}
	added := edge.Reply{JSON: body.SecondFactorAdded{}}
	asked := edge.Reply{JSON: body.PasskeyAsked{}}
	answer := edge.Body{JSON: body.PasskeyAnswer{}}
	return []edge.Route{
		{Method: "GET", Path: "/api/profile/second-factor", Who: edge.Member, Handle: h.show, Reply: edge.Reply{JSON: body.SecondFactors{}}},
		{Method: "POST", Path: "/api/profile/second-factor/prove", Who: edge.Member, Handle: h.prove, Body: code, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "POST", Path: "/api/profile/second-factor/app", Who: edge.Member, Handle: h.beginApp, Reply: edge.Reply{JSON: body.AppBegun{}}},
		{Method: "POST", Path: "/api/profile/second-factor/app/confirm", Who: edge.Member, Handle: h.confirmApp, Body: code, Reply: added},
		{Method: "POST", Path: "/api/profile/second-factor/recovery-codes", Who: edge.Member, Handle: h.renewCodes, Reply: added},
		{Method: "DELETE", Path: "/api/profile/second-factor/factors/:id", Who: edge.Member, Handle: h.remove, Reply: edge.Reply{JSON: body.OK{}}},

		{Method: "POST", Path: "/api/profile/second-factor/passkey", Who: edge.Member, Handle: h.beginPasskey, Reply: asked},
		{Method: "POST", Path: "/api/profile/second-factor/passkey/confirm", Who: edge.Member, Handle: h.confirmPasskey, Body: edge.Body{JSON: body.NewPasskey{}}, Reply: added},
		{Method: "POST", Path: "/api/profile/second-factor/prove-passkey", Who: edge.Member, Handle: h.askPasskey, Reply: asked},
		{Method: "POST", Path: "/api/profile/second-factor/prove-passkey/confirm", Who: edge.Member, Handle: h.provePasskey, Body: answer, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "POST", Path: "/api/auth/passkey", Who: edge.Anyone, Handle: h.askSignIn, Reply: asked},
		{Method: "POST", Path: "/api/auth/passkey/verify", Who: edge.Anyone, Handle: h.signIn, Body: answer, Reply: edge.Reply{JSON: body.Verified{}}},
	}
}
