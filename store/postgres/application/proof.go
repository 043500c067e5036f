package application

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// SendCode sends a code to an address that the applicant says is its own. It does the
// same whether or not the address is known. For an application that is closed, whose addresses
// cannot change any more, it fails with application.ErrClosed.
func (s *Applications) SendCode(ctx context.Context, proof Proof, id string, to store.Identifier) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		key, ok := postgres.ParseID(id)
		if !ok {
			return application.ErrNotFound()
		}
		mine, err := s.one(ctx, tx, `where a.id = $4 and `+own, proof.arguments(key)...)
		if err != nil {
			return err
		}
		if !mine.CanEdit() {
			return application.ErrClosed()
		}
		// Always in this order: else two calls wait for each other's row until the database ends one.
		quotas := []postgres.Quota{{Scope: "application_codes", Key: []byte(id), Most: codesPerDay, Window: 24 * time.Hour}}
		if to.Channel == store.SMS {
			quotas = append(quotas, postgres.Quota{Scope: "application_texts", Key: []byte(id), Most: textsPerDay, Window: 24 * time.Hour})
		}
		for _, q := range quotas {
			if err := q.Use(ctx, tx, people.TooManySends); err != nil {
				return err
			}
		}
		return s.sendCode(ctx, tx, application.ProofCode, to, proof)
	})
}

// sendCode issues a code to the caller's browser and queues it.
func (s *Applications) sendCode(ctx context.Context, tx pgx.Tx, purpose people.CodePurpose, to store.Identifier, proof Proof) error {
	code, now, err := s.logins.IssueCode(ctx, tx, purpose, people.LoginCodeRequest{Identifier: to, Attempt: holder(proof), Address: proof.Address})
	if err != nil {
		return err
	}
	return s.queue.QueueApplicationCode(ctx, tx, purpose, to, proof.Language, code, now)
}

// holder is whose code it is: the browser's, or the signed-in applicant's.
func holder(proof Proof) string {
	if proof.Cookie != "" {
		return proof.Cookie
	}
	return proof.Applicant
}

// isOwn fails with application.ErrNotFound for an application that is not the caller's.
func (s *Applications) isOwn(ctx context.Context, on postgres.Querier, proof Proof, id string) error {
	key, ok := postgres.ParseID(id)
	if !ok {
		return application.ErrNotFound()
	}
	var found bool
	err := on.QueryRow(ctx, `select exists (select from applications a where a.id = $4 and `+own+`)`, proof.arguments(key)...).Scan(&found)
	if err == nil && !found {
		err = application.ErrNotFound()
	}
	return err
}

// Proven is what a right code leads to.
type Proven struct {
	application.Application
	Cookie   string // the browser's from now on
	IsMember bool   // the address belongs to a member
}

// VerifyCode checks a code and notes that the address is the applicant's. A verified
// e-mail address that has an application already leads to that one; a draft gives way to
// it. It fails with Invalid (application.ErrWrongCode), with Limited, with Conflict
// (application.ErrAddressTaken) and for an application that is closed. A wrong code is
// counted before VerifyCode returns.
func (s *Applications) VerifyCode(ctx context.Context, proof Proof, id string, address store.Identifier, code string) (Proven, error) {
	var out Proven
	var outcome error
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, outcome = Proven{}, nil
		if err := s.isOwn(ctx, tx, proof, id); err != nil {
			return err
		}
		// The identifier's row is locked before the application: it is what two drafts
		// with the same address wait for.
		right, err := s.logins.CheckCode(ctx, tx, application.ProofCode, people.LoginAttempt{
			Identifier: address, Code: code, Attempt: holder(proof), Address: proof.Address,
		})
		if err != nil {
			return err
		}
		if !right {
			outcome = application.ErrWrongCode()
			return nil
		}
		mine, err := s.lockOwn(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		if !mine.CanEdit() {
			outcome = application.ErrClosed()
			return nil
		}
		if _, err := postgres.FindMemberIn(ctx, tx, address.Address); err == nil {
			out.IsMember = true
		} else if store.CodeOf(err) != store.NotFound {
			return err
		}
		if address.Channel == store.SMS {
			outcome, err = s.provePhone(ctx, tx, mine, address)
			out.Cookie = proof.Cookie
		} else {
			mine, outcome, err = s.proveEmail(ctx, tx, mine, address)
			if err == nil && outcome == nil {
				out.Cookie, err = s.admit(ctx, tx, proof.Cookie, mine.ID)
			}
		}
		if err != nil || outcome != nil {
			return err
		}
		now, err := s.byID(ctx, tx, mine.ID)
		if err == nil {
			out.Application = now.Application
		}
		return err
	})
	if err == nil {
		err = outcome
	}
	return out, err
}

// provePhone notes the phone of an application. A draft that proved it before and was
// left has it no longer.
func (s *Applications) provePhone(ctx context.Context, tx pgx.Tx, mine *row, phone store.Identifier) (refusal, err error) {
	if _, err := tx.Exec(ctx, `delete from application_proofs p using applications a
		where p.channel = 'sms' and p.address = $1 and p.application_id <> $2 and a.id = p.application_id and a.applicant_id is null`,
		phone.Address, ids(mine.ID)[0]); err != nil {
		return nil, err
	}
	var taken bool
	if err := tx.QueryRow(ctx, `select exists (select from application_proofs where channel = 'sms' and address = $1 and application_id <> $2)`,
		phone.Address, ids(mine.ID)[0]).Scan(&taken); err != nil {
		return nil, err
	}
	if taken {
		return application.ErrAddressTaken(store.SMS), nil
	}
	if mine.applicant != "" {
		if err := members.SetApplicantIn(ctx, tx, mine.applicant, mine.ProvenMail, phone.Address); err != nil {
			return nil, err
		}
	}
	mine.ProvenSMS, mine.Phone = phone.Address, phone.Address
	return nil, s.noteProof(ctx, tx, mine, phone)
}

// proveEmail notes the e-mail address of an application, and gives the application that
// is the address's: the stored one where there is one.
func (s *Applications) proveEmail(ctx context.Context, tx pgx.Tx, mine *row, email store.Identifier) (of *row, refusal, err error) {
	switch {
	case mine.ProvenMail == email.Address:
		return mine, nil, nil
	case mine.applicant != "": // another address for an application that has one
		taken, err := members.ApplicantTakenIn(ctx, tx, email.Address)
		if err != nil {
			return nil, nil, err
		}
		if taken {
			return nil, application.ErrAddressTaken(store.Email), nil
		}
		if err := members.SetApplicantIn(ctx, tx, mine.applicant, email.Address, mine.ProvenSMS); err != nil {
			return nil, nil, err
		}
		mine.Email = email.Address
		return mine, nil, s.noteProof(ctx, tx, mine, email)
	}
	applicant, err := members.ApplicantIn(ctx, tx, email.Address)
	if err != nil {
		return nil, nil, err
	}
	stored, err := s.lock(ctx, tx, `a.applicant_id = $1`, ids(applicant)[0])
	if err == nil {
		if err := s.moveFees(ctx, tx, mine.ID, stored.ID); err != nil {
			return nil, nil, err
		}
		return stored, nil, s.delete(ctx, tx, mine.ID)
	}
	if store.CodeOf(err) != store.NotFound {
		return nil, nil, err
	}
	if mine.ProvenSMS != "" {
		if err := members.SetApplicantIn(ctx, tx, applicant, email.Address, mine.ProvenSMS); err != nil {
			return nil, nil, err
		}
	}
	if _, err := tx.Exec(ctx, `update applications set applicant_id = $2 where id = $1`, ids(mine.ID)[0], ids(applicant)[0]); err != nil {
		return nil, nil, err
	}
	mine.applicant, mine.Email = applicant, email.Address
	return mine, nil, s.noteProof(ctx, tx, mine, email)
}

// noteProof stores that an address was verified, in place of the one before.
func (s *Applications) noteProof(ctx context.Context, tx pgx.Tx, mine *row, address store.Identifier) error {
	mine.Version++
	if err := s.save(ctx, tx, mine); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into application_proofs (application_id, channel, address) values ($1, $2, $3)
		on conflict on constraint application_proofs_one_each do update set address = excluded.address, proven_at = muster_now()`,
		ids(mine.ID)[0], string(address.Channel), address.Address)
	return err
}
