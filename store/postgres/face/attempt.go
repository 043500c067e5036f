package face

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
)

// Attempt is a picture that is compared with the enrolled one. It is counted.
type Attempt struct {
	ID       string // of its check
	Member   string
	Key      face.DataKey
	Engine   string // that made the template
	Template []byte
	Enrolled string // check of the enrolled picture
	token    string
	signIn   string
	left     int
}

// Outcome is what an attempt came to.
type Outcome struct {
	Passed bool
	Left   int // attempts of the sign-in
	Signed Signed
}

// oneAttempt counts an attempt of a sign-in unless all were used: one statement, so that
// of many at once no more are let in than are left.
const oneAttempt = `
	insert into face_attempts as a (sign_in_id, member_id, failed, at) values ($1, $2, 1, muster_now())
	on conflict (sign_in_id) do update set failed = a.failed + 1, at = muster_now() where a.failed < $3
	returning failed`

// BeginAttempt counts an attempt before its picture is looked at. sent are the bytes of
// the picture: those of an earlier one are refused, and count. It fails with
// face.ErrToken, ErrStep, ErrNotEnrolled, ErrAttempts, ErrDayAttempts and ErrReplay.
func (f *Faces) BeginAttempt(ctx context.Context, text string, sent []byte) (out Attempt, err error) {
	if err := f.clampAttempts(ctx, text); err != nil {
		return out, err
	}
	var outcome error
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, outcome = Attempt{ID: newID(), token: text}, nil
		t, err := lockToken(ctx, tx, text, face.Verification)
		if err != nil {
			return err
		}
		enrolled, err := f.lockEnrolment(ctx, tx, t.member)
		if err != nil {
			return err
		}
		out.Member, out.signIn = t.member, t.signIn
		out.Key, out.Engine, out.Template, out.Enrolled = enrolled.key, enrolled.engine, enrolled.template, enrolled.check
		var failed int
		err = tx.QueryRow(ctx, oneAttempt, id(t.signIn), id(t.member), face.MostAttempts).Scan(&failed)
		if postgres.NoRow(err) {
			return face.ErrAttempts()
		}
		if err != nil {
			return err
		}
		out.left = face.MostAttempts - failed
		if err := dayAttempts(ctx, tx, t.member); err != nil {
			return err
		}
		mac := out.Key.BytesMAC(sent)
		var seen bool
		if err := tx.QueryRow(ctx, `select exists (select from face_checks where member_id = $1 and bytes_mac = $2)`, id(t.member), mac).Scan(&seen); err != nil {
			return err
		}
		if seen {
			outcome, mac = face.ErrReplay(), nil // the earlier one has it
		}
		_, err = tx.Exec(ctx, `insert into face_checks (id, member_id, kind, passed, settled, replay, bytes_mac) values ($1, $2, 'verification', false, $3, $3, $4)`,
			id(out.ID), id(t.member), seen, mac)
		return err
	})
	if err == nil {
		err = outcome
	}
	return out, err
}

// clampAttempts has attempts of the member of a token count from now that were made later, before
// the clock was set back. Where the day's are used up the transaction is rolled back.
func (f *Faces) clampAttempts(ctx context.Context, text string) error {
	hash, ok := store.TokenHash(text)
	if !ok {
		return face.ErrToken()
	}
	return f.db.Exec(ctx, `update face_attempts set at = muster_now() where at > muster_now()
		and member_id = (select member_id from face_tokens where token_hash = $1)`, hash)
}

// dayAttempts fails when a member, whose enrolment is locked, has used up the attempts
// of a day with the one just counted.
func dayAttempts(ctx context.Context, tx pgx.Tx, member string) error {
	var used int
	var oldest, now time.Time
	err := tx.QueryRow(ctx, `select coalesce(sum(failed), 0)::int, coalesce(min(at), muster_now()), muster_now() from face_attempts
		where member_id = $1 and at > muster_now() - interval '24 hours'`, id(member)).Scan(&used, &oldest, &now)
	if err == nil && used > face.MostDayAttempts {
		err = face.ErrDayAttempts(max(oldest.Add(24*time.Hour).Sub(now), time.Second))
	}
	return err
}

// giveBack takes back the count of an attempt.
func giveBack(ctx context.Context, tx pgx.Tx, signIn string) error {
	_, err := tx.Exec(ctx, `update face_attempts set failed = failed - 1 where sign_in_id = $1 and failed > 0`, id(signIn))
	return err
}

// GiveBack takes back an attempt whose picture could not be judged.
func (f *Faces) GiveBack(ctx context.Context, a Attempt) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		gone, err := tx.Exec(ctx, `delete from face_checks where id = $1 and not settled`, id(a.ID))
		if err != nil || gone.RowsAffected() == 0 { // it was given back, or all was removed meanwhile
			return err
		}
		if err := giveBack(ctx, tx, a.signIn); err != nil {
			return err
		}
		return postgres.RemoveFilesIn(ctx, tx, a.ID)
	})
}

// SaveTemplate stores the template that another engine made of the enrolled picture.
func (f *Faces) SaveTemplate(ctx context.Context, a Attempt, engine string, template []byte) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update face_enrolments set engine = $3, template = $4 where member_id = $1 and check_id = $2`,
			id(a.Member), id(a.Enrolled), engine, a.Key.SealTemplate(engine, template))
		return err
	})
}

// Settle stores what a comparison came to. One that passes gives the session and the
// attempt back. It fails with face.ErrReplay for a face that came before in the same
// picture, which stays counted, with face.ErrToken when another attempt used the token
// up, and with face.ErrNotEnrolled.
func (f *Faces) Settle(ctx context.Context, a Attempt, engine string, c face.Comparison) (out Outcome, err error) {
	var outcome error
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out, outcome = Outcome{Left: a.left}, nil
		t, err := lockToken(ctx, tx, a.token, face.Verification)
		if err != nil {
			return err
		}
		if _, err := f.lockEnrolment(ctx, tx, a.Member); err != nil {
			return err
		}
		mac := a.Key.FaceMAC(c.Quality.Fingerprint)
		var seen bool
		if err := tx.QueryRow(ctx, `select exists (select from face_checks where member_id = $1 and id <> $2 and face_mac = $3)`, id(a.Member), id(a.ID), mac).Scan(&seen); err != nil {
			return err
		}
		out.Passed = c.Passes() && !seen
		var distance *float64
		if !math.IsNaN(c.Distance) {
			distance = &c.Distance
		}
		done, err := tx.Exec(ctx, `
			update face_checks set settled = true, picture = true, engine = $3, confidence = $4, distance = $5, passed = $6, replay = $7, face_mac = $8
			where id = $1 and member_id = $2 and not settled`,
			id(a.ID), id(a.Member), engine, c.Confidence, distance, out.Passed, seen || c.MayBeReplay(), mac)
		if err != nil {
			return err
		}
		if done.RowsAffected() == 0 { // removed meanwhile, with its key
			return face.ErrNotEnrolled()
		}
		if seen {
			outcome = face.ErrReplay()
		}
		if !out.Passed {
			return nil
		}
		if err := giveBack(ctx, tx, a.signIn); err != nil {
			return err
		}
		out.Signed, err = f.issue(ctx, tx, t, true)
		return err
	})
	if err == nil {
		err = outcome
	}
	return out, err
}
