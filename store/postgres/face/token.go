package face

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/language"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// token is the temporary token of a step.
type token struct {
	text     string
	signIn   string
	member   string
	step     face.Step
	session  string // that goes on, "" when one is opened
	sealed   []byte // its token
	pending  people.PendingSignIn
	attempts int        // that were counted
	provenAt *time.Time // when the second factor was proven before the step; nil: it was not
}

// BeginStep implements members.FaceSteps: a member with an enrolled face is asked for it,
// and one of whom a face is required enrols it.
func (f *Faces) BeginStep(ctx context.Context, tx pgx.Tx, p people.PendingSignIn) (people.FaceStep, error) {
	step := face.Verification
	var out people.FaceStep
	if !p.Member.FaceEnrolled {
		var required bool
		if err := tx.QueryRow(ctx, `select coalesce((select required from face_settings where member_id = $1), false)`, id(p.Member.ID)).Scan(&required); err != nil || !required {
			return out, err
		}
		step = face.Enrollment
	}
	if err := tx.QueryRow(ctx, `select language, exists (select from face_skips where member_id = m.id and kind = 'enrollment') from members m where id = $1`,
		id(p.Member.ID)).Scan(&out.Language, &out.PreviouslySkipped); err != nil {
		return out, err
	}
	out.Step, out.Token = string(step), store.NewToken()
	return out, addToken(ctx, tx, token{text: out.Token, signIn: uuid.NewString(), member: p.Member.ID, step: step, pending: p})
}

func addToken(ctx context.Context, tx pgx.Tx, t token) error {
	if err := postgres.KeepMemberIn(ctx, tx, id(t.member)); err != nil {
		return err
	}
	hash, _ := store.TokenHash(t.text)
	_, err := tx.Exec(ctx, `
		insert into face_tokens (token_hash, sign_in_id, member_id, step, session_id, sealed_session, former_id, device, address, expires_at, second_factor_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, muster_now() + $10::interval, case when $11 then muster_now() end)`,
		hash, id(t.signIn), id(t.member), string(t.step), id(t.session), t.sealed, id(t.pending.Former.ID), t.pending.Device, t.pending.Address, face.TokenLife, t.pending.SecondFactor)
	return err
}

// startsPerHour bounds how often a member may begin a step while signed in.
const startsPerHour = 30

// Start begins a step for a member who is signed in: to enrol a face, or to have it
// recognised. bearer is the token of the session, to which the step leads back.
func (f *Faces) Start(ctx context.Context, by store.Caller, bearer string) (out people.FaceStep, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		out = people.FaceStep{Step: string(face.Enrollment), Token: store.NewToken()}
		m, err := postgres.MemberIn(ctx, tx, by.Member.ID)
		if err != nil {
			return err
		}
		if m.FaceEnrolled {
			out.Step = string(face.Verification)
		}
		if err := (postgres.Quota{Scope: "face_starts", Key: []byte(m.ID), Most: startsPerHour, Window: time.Hour}).Use(ctx, tx, face.TooManyTries); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `select exists (select from face_skips where member_id = $1 and kind = 'enrollment')`, id(m.ID)).Scan(&out.PreviouslySkipped); err != nil {
			return err
		}
		// One session is one sign-in, so beginning again gives no more attempts.
		return addToken(ctx, tx, token{
			text: out.Token, signIn: by.Session.ID, member: m.ID, step: face.Step(out.Step), session: by.Session.ID,
			sealed: face.SessionSealer(out.Token).Seal([]byte(bearer), by.Session.ID), pending: people.PendingSignIn{Address: by.Address},
		})
	})
	return out, err
}

// readToken reads a live token; lock is how its row is locked. It fails with
// face.ErrToken.
func readToken(ctx context.Context, on postgres.Querier, text, lock string) (token, error) {
	hash, ok := store.TokenHash(text)
	if !ok {
		return token{}, face.ErrToken()
	}
	t := token{text: text}
	err := on.QueryRow(ctx, `
		select t.sign_in_id::text, t.member_id::text, t.step, coalesce(t.session_id::text, ''), t.sealed_session, coalesce(t.former_id::text, ''), t.device, t.address, t.second_factor_at,
		       coalesce((select failed from face_attempts where sign_in_id = t.sign_in_id), 0)
		from face_tokens t where t.token_hash = $1 and t.expires_at > muster_now() `+lock, hash).
		Scan(&t.signIn, &t.member, &t.step, &t.session, &t.sealed, &t.pending.Former.ID, &t.pending.Device, &t.pending.Address, &t.provenAt, &t.attempts)
	if postgres.NoRow(err) {
		return t, face.ErrToken()
	}
	t.pending.Member.ID, t.pending.Former.PersonID = t.member, t.member
	return t, err
}

// lockToken reads a live token and locks it against a second use; face.ErrToken,
// face.ErrStep.
func lockToken(ctx context.Context, tx pgx.Tx, text string, step face.Step) (token, error) {
	t, err := readToken(ctx, tx, text, "")
	if err == nil {
		err = postgres.KeepRightsIn(ctx, tx, id(t.member))
	}
	if err == nil {
		t, err = readToken(ctx, tx, text, "for update of t")
	}
	if err == nil && t.step != step {
		err = face.ErrStep()
	}
	return t, err
}

// Check says that a token is live, and which language its member has chosen, "" for none;
// face.ErrToken.
func (f *Faces) Check(ctx context.Context, text string) (spoken language.Tag, err error) {
	err = f.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		t, err := readToken(ctx, q, text, "")
		if err != nil {
			return err
		}
		return q.QueryRow(ctx, `select language from members where id = $1`, id(t.member)).Scan(&spoken)
	})
	return spoken, err
}

// Admit lets a picture in before it is read: the token is for the step, attempts are
// left, and the sign-in has not sent too many pictures. It fails with face.ErrToken,
// face.ErrStep, face.ErrAttempts, and with Limited.
func (f *Faces) Admit(ctx context.Context, text string, step face.Step) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		t, err := lockToken(ctx, tx, text, step)
		if err != nil {
			return err
		}
		if step == face.Verification && t.attempts >= face.MostAttempts {
			return face.ErrAttempts()
		}
		return postgres.Quota{Scope: "face_pictures", Key: []byte(t.signIn), Most: face.MostPictures, Window: time.Hour}.Use(ctx, tx, face.TooManyPics)
	})
}

// Signed is the session that a step came to.
type Signed struct {
	Token   string
	Session store.Session
	Member  store.Member
	Ended   string // the browser's session before, "" when none was open
	Opened  bool   // false: it was open before
}

// issue gives the session of a token, which is used up with it.
func (f *Faces) issue(ctx context.Context, tx pgx.Tx, t token, verified bool) (out Signed, err error) {
	if out.Member, err = postgres.MemberIn(ctx, tx, t.member); err != nil {
		return out, err
	}
	if _, err := tx.Exec(ctx, `delete from face_tokens where sign_in_id = $1`, id(t.signIn)); err != nil {
		return out, err
	}
	if t.session == "" {
		t.pending.Member = out.Member
		out.Opened = true
		if out.Token, out.Session, out.Ended, err = members.New(f.db).OpenSessionIn(ctx, tx, t.pending, verified); err != nil {
			return out, err
		}
		if t.provenAt != nil {
			if err := members.ProveSecondFactorBeforeIn(ctx, tx, out.Session.ID, t.member, *t.provenAt); err != nil {
				return out, err
			}
		}
		// A step that begins in this session belongs to the same sign-in.
		_, err = tx.Exec(ctx, `update face_attempts set sign_in_id = $2 where sign_in_id = $1`, id(t.signIn), id(out.Session.ID))
		return out, err
	}
	if verified {
		if err := members.VerifyFaceIn(ctx, tx, t.session, t.member); err != nil {
			return out, err
		}
	}
	var live bool
	if out.Session, live, err = members.New(f.db).LiveSessionIn(ctx, tx, t.session, t.member); err != nil {
		return out, err
	}
	if !live {
		return out, face.ErrToken()
	}
	bearer, err := face.SessionSealer(t.text).Open(t.sealed, t.session)
	out.Token = string(bearer)
	return out, err
}
