package application

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/people"
	"muster/store/postgres"
)

// provenMail holds for an application "a" whose verified e-mail address is $4. It is looked
// up by the application, never by the address, so that the time tells nothing.
const provenMail = `(select address from application_proofs where application_id = a.id and channel = 'email') = $4`

// Status gives a caller who has proven it the application of an e-mail address. To
// anybody else it gives nothing and mails a code where there is an application, which
// only the job finds out; found is false then.
func (s *Applications) Status(ctx context.Context, proof Proof, email store.Identifier) (out Started, found bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, found = Started{}, false
		mine, err := s.one(ctx, tx, `where `+provenMail+` and `+own, proof.arguments(email.Address)...)
		switch {
		case store.CodeOf(err) == store.NotFound:
			return s.sendCode(ctx, tx, application.StatusCode, email, proof)
		case err != nil:
			return err
		}
		out, found = Started{Application: mine.Application}, true
		out.Cookie, err = s.admitOnce(ctx, tx, proof.Cookie, mine.ID)
		return err
	})
	return out, found, err
}

// StatusByCode gives the application of an e-mail address for a right code. It fails with
// application.ErrNotFound for a wrong code and without an application, alike, and with
// Limited.
func (s *Applications) StatusByCode(ctx context.Context, proof Proof, email store.Identifier, code string) (Started, error) {
	var out Started
	var outcome error
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, outcome = Started{}, nil
		right, err := s.logins.CheckCode(ctx, tx, application.StatusCode, people.LoginAttempt{
			Identifier: email, Code: code, Attempt: holder(proof), Address: proof.Address,
		})
		if err != nil {
			return err
		}
		if !right {
			outcome = application.ErrNotFound()
			return nil
		}
		stored, err := s.one(ctx, tx, `where a.id = (select application_id from application_proofs where channel = 'email' and address = $1)`, email.Address)
		if store.CodeOf(err) == store.NotFound {
			outcome = err
			return nil
		}
		if err != nil {
			return err
		}
		out.Application = stored.Application
		out.Cookie, err = s.admit(ctx, tx, proof.Cookie, stored.ID)
		return err
	})
	if err == nil {
		err = outcome
	}
	return out, err
}

// Exists says whether an e-mail address has an application.
func (s *Applications) Exists(ctx context.Context, email string) (found bool, err error) {
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		return q.QueryRow(ctx, `select exists (select from application_proofs where channel = 'email' and address = $1)`, email).Scan(&found)
	})
	return found, err
}
