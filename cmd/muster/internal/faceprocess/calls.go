package faceprocess

import (
	"errors"
	"fmt"
	"strings"

	"muster/store"
	"muster/store/face"
)

// service is the name under which the process offers its calls.
const service = "Faces"

// What the calls carry. net/rpc wants the types exported.
type (
	ReadyReply struct {
		ID      string
		Failure Failure
	}
	ReadRequest struct{ Sent []byte }
	ReadReply   struct {
		Picture face.Picture
		Failure Failure
	}
	EnrolRequest struct{ Picture face.Picture }
	EnrolReply   struct {
		Enrolment face.Enrolment
		Failure   Failure
	}
	CompareRequest struct {
		Template []byte
		Enrolled face.Picture // without a template
		Picture  face.Picture
	}
	CompareReply struct {
		Comparison face.Comparison
		Failure    Failure
	}
)

// Failure is an error on its way between the processes.
type Failure struct {
	Text            string // "" for none
	Refusal         int    // place in face.Refusals, counted from 1
	Reason, Message string // of a picture that is not taken
}

func failureOf(err error) Failure {
	if err == nil {
		return Failure{}
	}
	f := Failure{Text: err.Error()}
	if store.CodeOf(err) == store.Invalid {
		e := store.AsError(err)
		f.Reason, f.Message = e.Reason, e.Message
	}
	for i, refusal := range face.Refusals {
		if errors.Is(err, refusal) {
			f.Refusal = i + 1
		}
	}
	return f
}

func (f Failure) err() error {
	switch {
	case f.Text == "":
		return nil
	case f.Message != "":
		return store.NewErrorReason(store.Invalid, f.Reason, f.Message)
	case f.Refusal > 0 && f.Refusal <= len(face.Refusals):
		refusal := face.Refusals[f.Refusal-1]
		if f.Text == refusal.Error() {
			return refusal
		}
		return fmt.Errorf("%w: %s", refusal, strings.TrimPrefix(f.Text, refusal.Error()+": "))
	}
	return errors.New(f.Text)
}
