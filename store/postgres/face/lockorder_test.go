package face_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/people"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// Steps of a face and sign-ins by a passkey locked rows of a member before its rights, and the
// erasure took them the other way round: Postgres ended one of the two after a second.
func TestRightsOfAMemberAreLockedFirst(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	viewer := faces.New(w.DB, face.NewKeys(secret))
	logins := members.NewLogins(w.DB, members.NewCodes(people.NewCodeKeys(secret)), nil, people.NewLoginKeys(secret), people.DefaultLoginLimits)
	enrolment := face.Enrolment{Template: []byte("template"), Quality: face.Quality{Detection: 0.9}}

	type person struct {
		storetest.Person
		token string // of a step
	}
	begins := func(name string) person {
		t.Helper()
		p := w.Join(name)
		step, err := viewer.Start(ctx, p.Caller(), "bearer")
		w.Must(err)
		return person{p, step.Token}
	}
	enrols := func(p person) error {
		e, err := viewer.PrepareEnrolment(ctx, p.token)
		if err != nil {
			return err
		}
		e.Engine = "fake/1"
		return storetest.Second(viewer.Enrol(ctx, e, enrolment, []byte("sent")))
	}
	verifies := func(name string) person {
		t.Helper()
		p := begins(name)
		w.Must(enrols(p))
		step, err := viewer.Start(ctx, p.Caller(), "bearer")
		w.Must(err)
		return person{p.Person, step.Token}
	}
	attempted := verifies("ann")
	attempt, err := viewer.BeginAttempt(ctx, attempted.token, []byte("sent then"))
	w.Must(err)
	for what, x := range map[string]struct {
		person
		do func(p person) error
	}{
		"enrols":    {begins("bob"), enrols},
		"skips":     {begins("cyd"), func(p person) error { return storetest.Second(viewer.Skip(ctx, p.token, face.Enrollment, "")) }},
		"is let in": {begins("dan"), func(p person) error { return viewer.Admit(ctx, p.token, face.Enrollment) }},
		"begins an attempt": {verifies("eve"), func(p person) error {
			return storetest.Second(viewer.BeginAttempt(ctx, p.token, []byte("sent now")))
		}},
		"is recognised": {attempted, func(person) error {
			return storetest.Second(viewer.Settle(ctx, attempt, "fake/1", face.Comparison{Confidence: 99, Distance: 0.1}))
		}},
		"signs in by a passkey": {begins("fay"), func(p person) error {
			return storetest.Second(logins.SignInWith(ctx, p.ID, people.LoginAttempt{}, func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, `select from face_tokens where member_id = $1 for update`, p.ID)
				return err
			}))
		}},
	} {
		holder := w.Begin()
		storetest.LockRights(t, holder, x.ID)
		done := make(chan error, 1)
		go func() { done <- x.do(x.person) }()
		w.AwaitBlocked()
		for _, row := range []string{`members where id`, `face_tokens where member_id`, `face_enrolments where member_id`, `face_attempts where member_id`} {
			if _, err := holder.Exec(ctx, `select from `+row+` = $1 for update nowait`, x.ID); err != nil {
				t.Errorf("who %s has locked %s: %v", what, row, err)
				break
			}
		}
		w.Must(holder.Rollback(ctx))
		if err := <-done; err != nil {
			t.Errorf("who %s: %v", what, err)
		}
	}
}
