package application

import (
	"time"

	"muster/store"
)

// Step is one stage as a browser sends it. Only the form of its stage counts.
type Step struct {
	Stage  int
	Moving bool // the stage is finished

	Person    PersonForm
	Fan       FanForm
	Answers   Answers
	Signature string
	Agreed    bool
	Address   string // network address of the browser
}

// Save stores a stage in the application at now, whose zone is the community's. Stages
// are finished in their order; earlier ones may be saved again until the application is
// submitted. On a failure the application is as it was. It fails with Conflict for a
// stage that is out of turn and for an application that is closed, and with Invalid for
// a broken rule.
func (a *Application) Save(step Step, now time.Time) error {
	if !a.CanEdit() {
		return ErrClosed()
	}
	stage := step.Stage
	if stage == Complete {
		stage = Agreement // the last form is sent as either
	}
	switch {
	case step.Stage < Disclaimer || step.Stage > Complete:
		return ErrStageInvalid()
	case stage > max(a.Stage, Identification):
		return store.NewErrorReason(store.Conflict, "stage_skipped", "PLEASE COMPLETE THE STAGES IN THEIR ORDER")
	}
	next := *a
	if err := next.put(stage, step, now); err != nil {
		return err
	}
	if stage == Agreement {
		if err := next.submit(now); err != nil {
			return err
		}
	} else if step.Moving {
		next.moveTo(stage+1, now)
	}
	next.Version++
	*a = next
	return nil
}

// ErrStageInvalid answers what is no stage.
func ErrStageInvalid() *store.Error {
	return store.NewErrorReason(store.Invalid, "stage_invalid", "THERE IS NO SUCH STAGE")
}

// put stores the form of one stage.
func (a *Application) put(stage int, step Step, now time.Time) (err error) {
	switch stage {
	case Identification:
		person, mail, phone, err := checkPerson(step.Person, step.Moving, now)
		if err != nil {
			return err
		}
		a.Person, a.Email, a.Phone = person, mail.Address, phone.Address
		if step.Moving {
			return a.checkProven()
		}
	case Background:
		a.Fan, err = checkFan(step.Fan, now)
		return err
	case Assessment:
		if a.Answers, err = checkAnswers(step.Answers); err != nil {
			return err
		}
		if step.Moving {
			return a.checkTime(now)
		}
	case Agreement:
		name, err := checkSignature(step.Signature)
		if err != nil {
			return err
		}
		if !step.Agreed {
			return broken("nda_agreed", "required", SignRequired)
		}
		a.Signature = Signature{Name: name, At: now, Version: AgreementVersion, Address: step.Address}
		a.Address = step.Address
	}
	return nil
}

// checkTime fails when stage 3 was opened less than MinTime ago.
func (a *Application) checkTime(now time.Time) error {
	if a.AnswersAt.IsZero() || now.Sub(a.AnswersAt) < MinTime {
		return broken("time_spent", "too_short", TakeMoreTime)
	}
	return nil
}

// moveTo opens a stage. Going back and forth does not lose what was reached.
func (a *Application) moveTo(stage int, now time.Time) {
	a.Stage = max(a.Stage, stage)
	if a.Stage >= Assessment && a.AnswersAt.IsZero() {
		a.AnswersAt = now
	}
}

// submit hands the application to the administrators. All stages are checked once more,
// because earlier ones may have been saved again and a day may have passed.
func (a *Application) submit(now time.Time) error {
	if _, err := checkBirth(a.Person.BirthDate, true, now); err != nil {
		return err
	}
	if err := a.checkProven(); err != nil {
		return err
	}
	if a.Fan == nil || a.Answers == nil {
		return store.NewErrorReason(store.Conflict, "stage_skipped", "PLEASE COMPLETE THE STAGES IN THEIR ORDER")
	}
	if err := a.checkTime(now); err != nil {
		return err
	}
	a.Stage, a.Status, a.SubmittedAt = Complete, Pending, now
	a.setDue()
	return nil
}
