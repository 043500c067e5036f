package application

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
)

// step is one whole stage.
func step(stage int) Step {
	return Step{Stage: stage, Moving: true, Person: whole(), Fan: fanForm(), Answers: answers(10), Signature: "ann", Agreed: true, Address: "192.0.2.1"}
}

// proven is a draft whose applicant has proven everything.
func proven() *Application {
	return &Application{ID: NewID(), Status: Pending, Version: 1, PhotoID: NewID(), ProvenMail: "ann@example.org", ProvenSMS: "+15551234567"}
}

// filled has passed all stages before one, the last more than two minutes ago.
func filled(t *testing.T, before int) *Application {
	t.Helper()
	a := proven()
	for stage := Disclaimer; stage < before; stage++ {
		if stage == Assessment {
			a.AnswersAt = today.Add(-MinTime)
		}
		if err := a.Save(step(stage), today); err != nil {
			t.Fatalf("stage %d: %v", stage, err)
		}
	}
	return a
}

func TestStagesInTheirOrder_APP13_APP15_APP34(t *testing.T) {
	const skipped, closed = "PLEASE COMPLETE THE STAGES IN THEIR ORDER", "THIS APPLICATION HAS BEEN SUBMITTED AND CANNOT BE CHANGED"
	for reached := Disclaimer; reached <= Agreement; reached++ {
		for stage := Disclaimer; stage <= Complete; stage++ {
			a := filled(t, reached)
			if reached == Assessment+1 || reached == Assessment {
				a.AnswersAt = today.Add(-MinTime)
			}
			text := ""
			if want := min(stage, Agreement); want > max(reached, Identification) {
				text = skipped
			}
			before := *a
			err := a.Save(step(stage), today)
			wantText(t, fmt.Sprintf("stage %d after %d", stage, reached), err, store.Conflict, text)
			if err != nil && (a.Stage != before.Stage || a.Version != before.Version) {
				t.Errorf("stage %d after %d changed the application", stage, reached)
			}
			if a.Stage < before.Stage {
				t.Errorf("stage %d took back %d", stage, reached)
			}
		}
	}
	a := filled(t, Agreement)
	if err := a.Save(step(Complete), today); err != nil || a.Stage != Complete || a.Status != Pending || !a.SubmittedAt.Equal(today) || a.CanEdit() {
		t.Fatalf("%+v %v", a, err)
	}
	if a.Signature.Name != "ANN" || !a.Signature.At.Equal(today) || a.Signature.Version != AgreementVersion || a.Signature.Address != "192.0.2.1" {
		t.Errorf("%+v", a.Signature)
	}
	for stage := Disclaimer; stage <= Complete; stage++ {
		wantText(t, "closed", a.Save(step(stage), today.Add(time.Hour)), store.Conflict, closed)
	}
	if !a.SubmittedAt.Equal(today) {
		t.Error("a second submit moved the time of the first")
	}
	wantText(t, "no such stage", proven().Save(step(6), today), store.Invalid, "THERE IS NO SUCH STAGE")
}

// What a browser claims decides nothing: addresses, photo and time are the server's.
func TestNothingIsTakenOnTrust_APP14_APP16_APP31_APP33(t *testing.T) {
	for name, x := range map[string]struct {
		stage  int
		change func(*Application, *Step)
		text   string
	}{
		"e-mail":        {1, func(a *Application, _ *Step) { a.ProvenMail = "" }, VerifyEmail},
		"another one":   {1, func(_ *Application, s *Step) { s.Person.Email = "bob@example.org" }, VerifyEmail},
		"phone":         {1, func(_ *Application, s *Step) { s.Person.Phone = "5551234568" }, VerifyPhone},
		"photo":         {1, func(a *Application, _ *Step) { a.PhotoID = "" }, PhotoRequired},
		"119 s":         {3, func(a *Application, _ *Step) { a.AnswersAt = today.Add(-MinTime + time.Second) }, TakeMoreTime},
		"120 s":         {3, func(a *Application, _ *Step) { a.AnswersAt = today.Add(-MinTime) }, ""},
		"signature":     {4, func(_ *Application, s *Step) { s.Signature = "\u200b " }, SignRequired},
		"not agreed":    {4, func(_ *Application, s *Step) { s.Agreed = false }, SignRequired},
		"phone changed": {4, func(a *Application, _ *Step) { a.Phone = "+15551234568" }, VerifyPhone},
		"photo gone":    {4, func(a *Application, _ *Step) { a.PhotoID = "" }, PhotoRequired},
		"no answers":    {4, func(a *Application, _ *Step) { a.Answers = nil }, "PLEASE COMPLETE THE STAGES IN THEIR ORDER"},
	} {
		a := filled(t, x.stage)
		if x.stage == Agreement {
			a.AnswersAt = today.Add(-MinTime)
		}
		s := step(x.stage)
		x.change(a, &s)
		code := store.Invalid
		if name == "no answers" {
			code = store.Conflict
		}
		wantText(t, name, a.Save(s, today), code, x.text)
	}
	// Saving without moving on asks for no proof, and opens nothing.
	a := &Application{Status: Pending, Version: 1, Stage: 1}
	s := step(1)
	s.Moving = false
	if err := a.Save(s, today); err != nil || a.Stage != 1 || a.Person.City != "DERBY" {
		t.Errorf("%+v %v", a, err)
	}
}

// Random steps never leave an application that was submitted without all it takes.
func TestNoWayAroundTheStages_APP13(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := &Application{ID: NewID(), Status: Pending, Version: 1}
		now := today
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(rt, "seconds")) * time.Second)
			switch rapid.IntRange(0, 5).Draw(rt, "does") {
			case 0:
				a.ProvenMail = "ann@example.org"
			case 1:
				a.ProvenSMS = "+15551234567"
			case 2:
				a.PhotoID = NewID()
			default:
				s := step(rapid.IntRange(-1, 6).Draw(rt, "stage"))
				s.Moving = rapid.Bool().Draw(rt, "moving")
				before := *a
				if err := a.Save(s, now); err == nil && a.Stage > before.Stage+1 && !(before.Stage == 0 && a.Stage == 2) {
					rt.Fatalf("from stage %d to %d", before.Stage, a.Stage)
				}
			}
		}
		if a.Submitted() && (!a.EmailVerified() || !a.PhoneVerified() || a.PhotoID == "" || a.Fan == nil || a.Answers == nil ||
			a.Signature.Name == "" || a.SubmittedAt.Sub(a.AnswersAt) < MinTime || a.Person.FullName == "") {
			rt.Fatalf("submitted: %+v", a)
		}
	})
}

func TestDecisions_AREV7_AREV9_AREV10_AREV12_AREV13_AREV15(t *testing.T) {
	submitted := func(s Status) *Application {
		a := filled(t, Agreement)
		if err := a.Save(step(Agreement), today); err != nil {
			t.Fatal(err)
		}
		a.Status = s
		return a
	}
	all := []Status{Pending, Accepted, Rejected, OnHold, Reapply}
	for _, from := range all {
		for _, to := range all[1:] {
			a := submitted(from)
			version := a.Version
			changed, err := a.Decide(Decision{Status: to, Reason: " too short ", Confirm: true}, "chief", today)
			if err != nil || a.Status != to || changed == (from == to && to == Accepted) || changed != (a.Version == version+1) {
				t.Errorf("%s to %s: %v %v %+v", from, to, changed, err, a)
			}
			if to == Accepted && a.Reason != "" || changed && to != Accepted && a.Reason != "too short" {
				t.Errorf("%s to %s: the reason is %q", from, to, a.Reason)
			}
			if again, err := a.Decide(Decision{Status: to, Reason: "too short"}, "other", today); again || err != nil || changed && a.ReviewedBy != "chief" {
				t.Errorf("%s twice: %v %v", to, again, err)
			}
			if a.CanEdit() != (to == Reapply) {
				t.Errorf("%s can be edited: %v", to, a.CanEdit())
			}
		}
	}
	for name, x := range map[string]struct {
		of       *Application
		decision Decision
		code     store.Code
		text     string
	}{
		"pending":       {submitted(Accepted), Decision{Status: Pending, Confirm: true}, store.Invalid, "The status must be accepted, rejected, on_hold or reapply"},
		"unknown":       {submitted(Pending), Decision{Status: "maybe"}, store.Invalid, "The status must be accepted, rejected, on_hold or reapply"},
		"long reason":   {submitted(Pending), Decision{Status: Rejected, Reason: strings.Repeat("x", 2001)}, store.Invalid, "A reason has at most 2000 characters"},
		"not submitted": {filled(t, Agreement), Decision{Status: Accepted}, store.Conflict, "This application has not been submitted"},
		"stale":         {submitted(Pending), Decision{Status: Rejected, Version: new(1)}, store.Conflict, "This application has changed meanwhile. Please look at it again."},
		"unconfirmed":   {submitted(Accepted), Decision{Status: Rejected}, store.Conflict, "This takes the membership away. Please confirm."},
	} {
		before := *x.of
		_, err := x.of.Decide(x.decision, "chief", today)
		wantText(t, name, err, x.code, x.text)
		if x.of.Status != before.Status || x.of.Version != before.Version {
			t.Errorf("%s changed the application", name)
		}
	}
}

// An application that was sent back goes through all stages again and is pending then.
func TestReapply_APP34_AREV13(t *testing.T) {
	a := filled(t, Agreement)
	if err := a.Save(step(Agreement), today); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Decide(Decision{Status: Reapply, Reason: "say more"}, "chief", today); err != nil || a.Stage != Identification {
		t.Fatal(err, a.Stage)
	}
	wantText(t, "skipped", a.Save(step(Agreement), today), store.Conflict, "PLEASE COMPLETE THE STAGES IN THEIR ORDER")
	later := today.Add(time.Hour)
	for stage := Identification; stage <= Agreement; stage++ {
		if err := a.Save(step(stage), later); err != nil {
			t.Fatalf("stage %d: %v", stage, err)
		}
	}
	if a.Status != Pending || !a.SubmittedAt.Equal(later) || a.CanEdit() {
		t.Errorf("%+v", a)
	}
}
