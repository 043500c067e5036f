package people

import (
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/face"
	"muster/store/people"
)

// The cookies of the sign-in: AttemptCookie marks the browser that requested a code,
// DeviceCookie a browser that has signed in before. Neither is a credential.
const (
	AttemptCookie = "muster_attempt"
	DeviceCookie  = "muster_device"
	attemptMaxAge = time.Hour
	deviceMaxAge  = 400 * 24 * time.Hour
)

// sendVerification sends a sign-in code. The reply is the same whether or not the
// identifier belongs to anybody.
func (h *calls) sendVerification(c edge.Call) (any, error) {
	var request body.SendVerification
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	id, err := parseIdentifier(request)
	if err != nil {
		return nil, err
	}
	attempt := c.Token(AttemptCookie)
	if attempt == "" {
		attempt = store.NewToken()
	}
	err = h.Logins.RequestCode(c.Context(), people.LoginCodeRequest{
		Identifier: id, Attempt: attempt, Device: c.Token(DeviceCookie), Address: c.Address(),
		Language: c.Language(),
	})
	if err != nil {
		return nil, err
	}
	c.SetCookie(AttemptCookie, attempt, attemptMaxAge)
	return body.MessageReply{OK: body.Done, Message: c.Say("answer.loginCode")}, nil
}

// parseIdentifier returns the e-mail address or the phone number of a request;
// exactly one must be set. A refusal names what was sent.
func parseIdentifier(request body.SendVerification) (store.Identifier, error) {
	email, phone := "", ""
	if request.Email != nil {
		email = *request.Email
	}
	if request.Phone != nil {
		phone = *request.Phone
	}
	switch {
	case phone != "" && email == "", request.Phone != nil && request.Email == nil:
		return store.ParsePhone(phone)
	case phone == "":
		return store.ParseEmail(email)
	}
	return store.Identifier{}, store.NewErrorReason(store.Invalid, "email_invalid", store.InvalidEmail)
}

// verify checks a sign-in code and replies with a session.
func (h *calls) verify(c edge.Call) (any, error) {
	var request body.Verify
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	id, err := store.ParseIdentifier(request.Identifier)
	if err != nil {
		return nil, err
	}
	in, err := h.Logins.SignIn(c.Context(), people.LoginAttempt{
		Identifier: id, Code: request.Code, Attempt: c.Token(AttemptCookie), Device: c.Token(DeviceCookie),
		Address: c.Address(), UserAgent: c.Header("User-Agent"), Former: c.Former(),
	})
	if err != nil {
		return nil, err
	}
	c.SetCookie(AttemptCookie, "", -1)
	c.SetCookie(DeviceCookie, in.Device, deviceMaxAge)
	return SignedIn(h.Faces)(c, in), nil
}

// SignedIn answers a sign-in, however it was made; faces says that it may ask for a face.
func SignedIn(faces bool) func(edge.Call, people.SignedIn) any {
	return func(c edge.Call, in people.SignedIn) any {
		if in.Face.Step != "" {
			return faceStepBody(in)
		}
		c.SignedIn(in.Session, in.Ended)
		return verifiedBody(in, faces)
	}
}

// faceStepBody is the reply to a right code that a face step follows.
func faceStepBody(in people.SignedIn) body.Verified {
	return body.Verified{
		OK: body.Done, RequiresFaceEnrollment: in.Face.Step == string(face.Enrollment), RequiresFaceVerification: in.Face.Step == string(face.Verification),
		TempToken: &in.Face.Token, UserID: in.Member.ID, PreviouslySkipped: in.Face.PreviouslySkipped, IsAdmin: in.Member.IsAdmin,
		UserType: "member", NextStep: "face_" + in.Face.Step, Language: string(in.Face.Language),
	}
}

// verifiedBody is the reply to a right code that nothing else follows.
func verifiedBody(in people.SignedIn, faces bool) body.Verified {
	reply := body.Verified{OK: body.Done, Session: &body.LoginSession{Token: in.Token}}
	if in.Session.Kind == store.ApplicantSession {
		a := in.Applicant
		reply.Session.User = body.NewUser(store.Member{ID: a.ID, Email: a.Email, Phone: a.Phone}, false)
		reply.UserID, reply.UserType, reply.NextStep = a.ID, "application", "application_status"
		return reply
	}
	reply.Session.User = body.NewUser(in.Member, faces)
	reply.UserID, reply.UserType, reply.NextStep = in.Member.ID, "member", "dashboard"
	reply.IsAdmin = in.Member.IsAdmin
	return reply
}
