package application

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/postgres"
)

// Started is an application that a browser begins or goes on with.
type Started struct {
	application.Application
	Cookie  string // the browser's from now on
	Resumed bool
}

// Start gives a browser the application of an e-mail address when it has proven before
// that it is its own, and otherwise a fresh draft. It does not look whether the address
// has an application, so that nobody learns it here. It fails with Limited, and with
// Forbidden when the intake does not let a new application begin.
func (s *Applications) Start(ctx context.Context, proof Proof, email store.Identifier) (Started, error) {
	var out Started
	var outcome error
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, outcome = Started{}, nil
		mine, err := s.one(ctx, tx, `where `+own+` and (a.email = $4 or `+provenMail+`) order by a.applicant_id is null limit 1`, proof.arguments(email.Address)...)
		if err == nil {
			out = Started{Application: mine.Application, Resumed: true}
			out.Cookie, err = s.admitOnce(ctx, tx, proof.Cookie, mine.ID)
			return err
		}
		if store.CodeOf(err) != store.NotFound {
			return err
		}
		if err := (postgres.Quota{Scope: "application_starts", Key: s.login.AddressKey(proof.Address), Most: startsPerHour, Window: time.Hour}).Use(ctx, tx, tooMany); err != nil {
			return err
		}
		// A refusal undoes what the draft changed, and keeps the count of tries.
		part, err := tx.Begin(ctx)
		if err != nil {
			return err
		}
		if out, err = s.draft(ctx, part, proof, email); store.CodeOf(err) == store.Forbidden {
			outcome = err
			return part.Rollback(ctx)
		}
		if err != nil {
			return err
		}
		return part.Commit(ctx)
	})
	if err == nil {
		err = outcome
	}
	return out, err
}

// draft makes a draft. The browser's former one gives way to it when nothing of it was
// proven: its cookie is replaced, so nobody could open it any more.
func (s *Applications) draft(ctx context.Context, tx pgx.Tx, proof Proof, email store.Identifier) (Started, error) {
	former, err := s.lockDraft(ctx, tx, proof.Cookie)
	if err != nil {
		return Started{}, err
	}
	if former != "" {
		if err := releaseInvitation(ctx, tx, former); err != nil {
			return Started{}, err
		}
	}
	invitation, err := s.takeInvitation(ctx, tx, proof.Invitation)
	if err != nil {
		return Started{}, err
	}
	id := application.NewID()
	_, wrapped := s.keys.NewDataKey(id)
	for {
		tag, err := tx.Exec(ctx, `insert into applications (id, number, data_key, key_version, email, invitation_id, language) values ($1, $2, $3, $4, $5, $6, $7) on conflict (number) do nothing`,
			ids(id)[0], application.NewNumber(), wrapped, s.keys.Version(), email.Address, invitation, proof.Language)
		if err != nil {
			return Started{}, err
		}
		if tag.RowsAffected() == 1 {
			break
		}
	}
	cookie, err := s.admit(ctx, tx, proof.Cookie, id)
	if err != nil {
		return Started{}, err
	}
	if former != "" {
		if err := s.moveFees(ctx, tx, former, id); err != nil {
			return Started{}, err
		}
		if err := s.delete(ctx, tx, former); err != nil {
			return Started{}, err
		}
	}
	made, err := s.byID(ctx, tx, id)
	if err != nil {
		return Started{}, err
	}
	return Started{made.Application, cookie, false}, nil
}

// admit gives a browser a new cookie that opens an application; the former one opens
// nothing any more. So a cookie that somebody else planted is worth nothing afterwards.
func (s *Applications) admit(ctx context.Context, tx pgx.Tx, former, id string) (cookie string, err error) {
	cookie = store.NewToken()
	var batch pgx.Batch
	batch.Queue(`delete from application_browsers where token_hash = $1`, tokenHash(former))
	batch.Queue(`delete from application_browsers where created_at <= muster_now() - $1::interval and application_id = $2`, browserLife, ids(id)[0])
	batch.Queue(`insert into application_browsers (token_hash, application_id) values ($1, $2)`, tokenHash(cookie), ids(id)[0])
	return cookie, tx.SendBatch(ctx, &batch).Close()
}

// admitOnce is admit unless the browser's cookie opens the application already. An
// applicant who is signed in may have none, and pictures are shown to the cookie alone.
func (s *Applications) admitOnce(ctx context.Context, tx pgx.Tx, cookie, id string) (string, error) {
	var opens bool
	err := tx.QueryRow(ctx, `select exists (select from application_browsers where token_hash = $1 and application_id = $2
		and created_at > muster_now() - $3::interval)`, tokenHash(cookie), ids(id)[0], browserLife).Scan(&opens)
	if err != nil || opens {
		return cookie, err
	}
	return s.admit(ctx, tx, cookie, id)
}

// lockDraft locks the draft that a cookie opens, "" for none.
func (s *Applications) lockDraft(ctx context.Context, tx pgx.Tx, cookie string) (id string, err error) {
	err = tx.QueryRow(ctx, `select a.id::text from applications a join application_browsers b on b.application_id = a.id
		where b.token_hash = $1 and a.applicant_id is null for update of a`, tokenHash(cookie)).Scan(&id)
	if postgres.NoRow(err) {
		return "", nil
	}
	return id, err
}

// delete deletes an application with its key, and has its files removed. The invitation
// of one that was never submitted serves for another.
func (s *Applications) delete(ctx context.Context, tx pgx.Tx, id string) error {
	if err := releaseInvitation(ctx, tx, id); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `delete from application_photos where application_id = $1 returning id::text`, ids(id)[0])
	if err != nil {
		return err
	}
	photos, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if len(photos) > 0 {
		if err := postgres.RemoveFilesIn(ctx, tx, photos...); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `delete from applications where id = $1`, ids(id)[0])
	return err
}

// SaveStage stores a stage of the caller's application as the rules let it, and gives the
// application as it is then.
func (s *Applications) SaveStage(ctx context.Context, proof Proof, id string, step application.Step) (application.Application, error) {
	var out application.Application
	err := s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		mine, err := s.lockOwn(ctx, tx, proof, id)
		if err != nil {
			return err
		}
		now, err := s.now(ctx, tx)
		if err != nil {
			return err
		}
		step.Address = proof.Address
		if err := mine.Save(step, now); err != nil {
			return err
		}
		mine.Language = proof.Language
		out = mine.Application
		if err := s.save(ctx, tx, mine); err != nil || !mine.SubmittedAt.Equal(now) {
			return err
		}
		if err := s.queue.QueueApplicationSubmission(ctx, tx, mine.ID); err != nil {
			return err
		}
		return postgres.AdminChangeIn(ctx, tx, deskPart, "")
	})
	return out, err
}
