package application

import (
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/application"
	applications "muster/store/postgres/application"
)

// The cookie of the browser of an applicant. It lives as long as what it opens.
const (
	cookieName = "muster_applicant"
	cookieLife = 30 * 24 * time.Hour
)

// proof is what a call shows that an application is its own.
func (h *calls) proof(c edge.Call) (applications.Proof, error) {
	p := applications.Proof{Cookie: c.Token(cookieName), Address: c.Address(), Language: c.Language()}
	session, err := c.Bearer()
	if session.Kind == store.ApplicantSession {
		p.Applicant = session.PersonID
	}
	return p, err
}

// foundLater lets everybody on: whether an application or its photo is the caller's own
// is known only with it, and who has proven nothing reads that there is none. A body of
// a wrong type or size is refused before, for everybody alike.
func foundLater(edge.Call) error { return nil }

// keep gives the browser its cookie.
func keep(c edge.Call, cookie string) {
	if cookie != "" {
		c.SetCookie(cookieName, cookie, cookieLife)
	}
}

// start begins an application or goes on with the browser's own.
func (h *calls) start(c edge.Call) (any, error) {
	var request body.StartApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	email, err := application.ParseEmail(request.Email)
	if err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	p.Invitation = request.Invitation
	started, err := h.Applications.Start(c.Context(), p, email)
	if err != nil {
		return nil, err
	}
	keep(c, started.Cookie)
	message := c.Say("answer.application.started")
	if started.Resumed {
		message = c.Say("answer.application.resumed")
	}
	return body.ApplicationStarted{OK: body.Done, Application: h.own(c, &started.Application), CanEdit: started.CanEdit(), Message: message}, nil
}

// save saves one stage.
func (h *calls) save(c edge.Call) (any, error) {
	var request body.SaveApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	step, err := h.readStep(request)
	if err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	saved, err := h.Applications.SaveStage(c.Context(), p, request.ApplicationID, step)
	if err != nil {
		return nil, err
	}
	message := c.Say("answer.application.saved")
	if saved.Submitted() && !saved.CanEdit() {
		message = c.Say("answer.application.submitted")
	}
	return body.ApplicationSaved{OK: body.Done, Application: h.own(c, &saved), Message: message}, nil
}

// address reads an address of a type.
func address(identifier, kind string) (store.Identifier, error) {
	switch kind {
	case "email":
		return application.ParseEmail(identifier)
	case "phone":
		return application.ParsePhone(identifier)
	}
	return store.Identifier{}, store.NewErrorReason(store.Invalid, "type_invalid", "type must be email or phone")
}

// sendCode sends a code to an address that the applicant enters.
func (h *calls) sendCode(c edge.Call) (any, error) {
	var request body.SendApplicationCode
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	to, err := address(request.Identifier, request.Type)
	if err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	if err := h.Applications.SendCode(c.Context(), p, request.ApplicationID, to); err != nil {
		return nil, err
	}
	return body.MessageReply{OK: body.Done, Message: c.Say("answer.application.codeSent")}, nil
}

// verifyCode checks a code. Only with a right one the reply says whose the address is.
func (h *calls) verifyCode(c edge.Call) (any, error) {
	var request body.VerifyApplicationCode
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	of, err := address(request.Identifier, request.Type)
	if err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	proven, err := h.Applications.VerifyCode(c.Context(), p, request.ApplicationID, of, request.Code)
	if err != nil {
		return nil, err
	}
	keep(c, proven.Cookie)
	message := c.Say("answer.application.verified")
	switch {
	case proven.IsMember && of.Channel == store.SMS:
		message = c.Say("answer.application.verifiedPhone")
	case proven.IsMember:
		message = c.Say("answer.application.verifiedMail")
	}
	return body.ApplicationSaved{OK: body.Done, Application: h.own(c, &proven.Application), Message: message}, nil
}

// status looks an application up. Without a proof and without a right code the reply is
// the same whether or not there is one.
func (h *calls) status(c edge.Call) (any, error) {
	var request body.CheckApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	email, err := application.ParseEmail(request.Email)
	if err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	var found applications.Started
	if request.Code != "" {
		if found, err = h.Applications.StatusByCode(c.Context(), p, email, request.Code); err != nil {
			return nil, err
		}
	} else {
		if p.Cookie == "" {
			p.Cookie = store.NewToken() // whose the code is
		}
		known := false
		if found, known, err = h.Applications.Status(c.Context(), p, email); err != nil {
			return nil, err
		}
		if !known {
			keep(c, p.Cookie)
			return body.ApplicationStatus{OK: body.Done, CodeRequired: true, Message: c.Say("answer.application.codeMailed")}, nil
		}
	}
	keep(c, found.Cookie)
	own := h.own(c, &found.Application)
	return body.ApplicationStatus{OK: body.Done, Application: &own, Message: c.Say("answer.application.found")}, nil
}
