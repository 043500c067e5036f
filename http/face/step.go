package face

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// enroll stores a face to compare with, and gives the session.
func (h *calls) enroll(c edge.Call) (any, error) {
	var request body.EnrollFace
	if err := h.readStep(c, &request, &request.TempToken); err != nil {
		return nil, err
	}
	if request.Consent != nil && !*request.Consent || request.ConsentVersion != "" && request.ConsentVersion != h.Consent().Version() {
		return nil, face.ErrConsent()
	}
	sent, err := h.receive(c, face.Enrollment, request.ImageBase64)
	if err != nil {
		return nil, err
	}
	leave, err := h.Engine.TakePlace()
	if err != nil {
		return nil, face.AsError(err)
	}
	defer leave()
	picture, err := h.Engine.Read(c.Context(), sent)
	if err != nil {
		return nil, face.AsError(err)
	}
	enrolling, err := h.Faces.PrepareEnrolment(c.Context(), request.TempToken)
	if err != nil {
		return nil, err
	}
	made, err := h.Engine.Enrol(c.Context(), picture)
	if err != nil {
		return nil, face.AsError(err)
	}
	enrolling.Engine = h.Engine.ID()
	if request.ConsentVersion != "" {
		shown := h.Consent()
		enrolling.Consent = &shown
	}
	err = h.put(c.Context(), enrolling.ID, enrolling.Key, picture)
	var in faces.Signed
	if err == nil {
		in, err = h.Faces.Enrol(c.Context(), enrolling, made, sent)
	}
	if err != nil {
		h.dropFile(c, request.TempToken, enrolling.ID)
		return nil, err
	}
	return body.FaceEnrolled{OK: body.Done, Message: c.Say("answer.faceEnrolled"), Session: h.session(c, in)}, nil
}

// readStep reads a step with a picture, and the token in it. When no place in the queue is
// free it fails before it has received the picture.
func (h *calls) readStep(c edge.Call, request any, token *string) error {
	if h.Engine.Full() {
		return face.AsError(face.ErrBusy)
	}
	if err := c.ReadJSON(request); err != nil {
		return err
	}
	return sameToken(c, *token)
}

// sameToken fails unless the token in the body is the one that was let in.
func sameToken(c edge.Call, sent string) error {
	if sent != c.BearerToken() {
		return face.ErrToken()
	}
	return nil
}

// receive gives the file that was sent for a step which may still be taken.
func (h *calls) receive(c edge.Call, step face.Step, text string) ([]byte, error) {
	if err := h.Faces.Admit(c.Context(), c.BearerToken(), step); err != nil {
		return nil, err
	}
	if !h.On() {
		return nil, face.ErrOff()
	}
	return face.DecodePicture(text)
}

// session is the session that a step came to, as the browser stores it.
func (h *calls) session(c edge.Call, in faces.Signed) body.LoginSession {
	if in.Opened {
		c.SignedIn(in.Session, in.Ended)
	}
	return body.LoginSession{Token: in.Token, User: body.NewUser(in.Member, h.On()), FaceVerified: in.Session.FaceVerified}
}

// verify compares a picture with the enrolled one, and gives the session when it is of
// the same person.
func (h *calls) verify(c edge.Call) (any, error) {
	var request body.VerifyFace
	if err := h.readStep(c, &request, &request.TempToken); err != nil {
		return nil, err
	}
	sent, err := h.receive(c, face.Verification, request.ImageBase64)
	if err != nil {
		return nil, err
	}
	attempt, err := h.Faces.BeginAttempt(c.Context(), request.TempToken, sent)
	if err != nil {
		return nil, err
	}
	compared, err := h.look(c.Context(), attempt, sent)
	if err != nil {
		after, cancel := c.Later()
		defer cancel()
		// What fails here too stays counted.
		_ = h.Faces.GiveBack(after, attempt)
		return nil, err
	}
	out, err := h.Faces.Settle(c.Context(), attempt, h.Engine.ID(), compared)
	if err != nil {
		h.dropFile(c, request.TempToken, attempt.ID)
		return nil, err
	}
	reply := body.FaceVerified{OK: body.Done, Verified: out.Passed, AttemptsLeft: out.Left}
	if !out.Passed {
		reply.Message = c.Say("answer.faceNotRecognised")
		return reply, nil
	}
	reply.Message = c.Say("answer.faceRecognised")
	session := h.session(c, out.Signed)
	reply.Session = &session
	return reply, nil
}

// look has the engine compare the file of an attempt with the enrolled picture, and keeps
// what was looked at.
func (h *calls) look(ctx context.Context, a faces.Attempt, sent []byte) (face.Comparison, error) {
	leave, err := h.Engine.TakePlace()
	if err != nil {
		return face.Comparison{}, face.AsError(err)
	}
	defer leave()
	picture, err := h.Engine.Read(ctx, sent)
	if err != nil {
		return face.Comparison{}, face.AsError(err)
	}
	compared, err := h.compare(ctx, a, picture)
	if err != nil {
		return face.Comparison{}, err
	}
	return compared, h.put(ctx, a.ID, a.Key, picture)
}

// compare has the engine compare a picture with the enrolled one. When another engine
// made the template, this one makes its own of the enrolled picture first, if it can.
func (h *calls) compare(ctx context.Context, a faces.Attempt, picture face.Picture) (face.Comparison, error) {
	enrolled := func(ctx context.Context) (face.Picture, error) {
		jpeg, err := h.open(ctx, a.Enrolled, a.Key)
		if err != nil {
			return face.Picture{}, fmt.Errorf("%w: read the enrolled picture: %w", face.ErrUnavailable, err)
		}
		return face.Picture{JPEG: jpeg}, nil
	}
	if a.Engine != h.Engine.ID() {
		before, err := enrolled(ctx)
		if err != nil {
			return face.Comparison{}, face.AsError(err)
		}
		made, err := h.Engine.Enrol(ctx, before)
		if store.CodeOf(face.AsError(err)) == store.Invalid {
			return h.unlike(ctx, picture)
		}
		if err != nil { // whatever it is, it is not the picture that was sent
			return face.Comparison{}, face.AsError(fmt.Errorf("%w: enrol anew: %v", face.ErrUnavailable, err))
		}
		if err := h.Faces.SaveTemplate(ctx, a, h.Engine.ID(), made.Template); err != nil {
			return face.Comparison{}, err
		}
		a.Template = made.Template
	}
	compared, err := h.Engine.Compare(ctx, face.Reference{Template: a.Template, Picture: enrolled}, picture)
	if err != nil {
		return compared, face.AsError(err)
	}
	return compared, nil
}

// unlike is a picture compared with an enrolled one in which this engine finds no face: it is
// like nobody. So the attempt counts, and after the last one the member may leave the step out,
// remove the face and enrol it anew. Otherwise the member could never sign in again.
func (h *calls) unlike(ctx context.Context, picture face.Picture) (face.Comparison, error) {
	seen, err := h.Engine.Enrol(ctx, picture)
	if err != nil {
		return face.Comparison{}, face.AsError(err)
	}
	return face.Comparison{Distance: math.NaN(), Quality: seen.Quality}, nil
}

// skip leaves a step out and gives a session in which no face was recognised.
func (h *calls) skip(c edge.Call) (any, error) {
	var request body.SkipFace
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.TempToken != "" {
		if err := sameToken(c, request.TempToken); err != nil {
			return nil, err
		}
	}
	step := face.Step(request.SkipType)
	if step != face.Enrollment && step != face.Verification {
		return nil, store.NewErrorReason(store.Invalid, "skip_type", "skipType must be enrollment or verification")
	}
	in, err := h.Faces.Skip(c.Context(), c.BearerToken(), step, request.SkipReason)
	if err != nil {
		return nil, err
	}
	return body.FaceSkipped{OK: body.Done, Session: h.session(c, in)}, nil
}

// put stores the sealed picture of a check.
func (h *calls) put(ctx context.Context, check string, key face.DataKey, picture face.Picture) error {
	return h.Media.PutFile(ctx, check, store.MediaFile, bytes.NewReader(key.SealPicture(check, picture.JPEG)))
}

// open reads the picture of a check.
func (h *calls) open(ctx context.Context, check string, key face.DataKey) ([]byte, error) {
	file, err := h.Media.Get(ctx, check, store.MediaFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sealed, err := io.ReadAll(io.LimitReader(file, 2*face.MostPictureSize))
	if err != nil {
		return nil, err
	}
	return key.OpenPicture(check, sealed)
}

// dropFile has the file of a check removed that nothing came of. If that fails too, it is
// a file that nobody can open once its key is gone.
func (h *calls) dropFile(c edge.Call, token, check string) {
	after, cancel := c.Later()
	defer cancel()
	_ = h.Faces.DropFile(after, token, check)
}
