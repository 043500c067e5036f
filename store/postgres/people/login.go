// Sign-in by code: requesting one, and signing in with it.

package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/language"
	"muster/store/people"
	"muster/store/postgres"
)

// Logins is the sign-in. All its limits are checked on one locked row, so they hold
// across nodes and under races.
type Logins struct {
	db     *postgres.DB
	codes  *Codes
	queue  CodeQueue
	keys   people.LoginKeys
	limits people.LoginLimits
	faces  FaceSteps // nil: no sign-in asks for a face
}

// FaceSteps decides whether a member's sign-in goes on with a face
// (store/postgres/face).
type FaceSteps interface {
	BeginStep(ctx context.Context, tx pgx.Tx, p people.PendingSignIn) (people.FaceStep, error)
}

// AskFaces has sign-ins go on with the steps of f. It is called while the node is wired.
func (l *Logins) AskFaces(f FaceSteps) { l.faces = f }

// CodeQueue queues the delivery of a login code in the transaction that made it, in the
// member's language or else in the given one (store/queue).
type CodeQueue interface {
	QueueLoginCode(ctx context.Context, tx pgx.Tx, to store.Identifier, tag language.Tag, code string, now time.Time) error
}

// NewLogins returns the sign-in over db; queue delivers the codes.
func NewLogins(db *postgres.DB, codes *Codes, queue CodeQueue, keys people.LoginKeys, limits people.LoginLimits) *Logins {
	return &Logins{db: db, codes: codes, queue: queue, keys: keys, limits: limits}
}

// RequestCode issues a code to a browser, voids the browser's former code and queues
// the delivery, in one transaction. It does the same work whether or not the
// identifier belongs to anybody; only the delivery job finds that out. It fails with
// Limited when codes are requested too soon or too often.
func (l *Logins) RequestCode(ctx context.Context, request people.LoginCodeRequest) error {
	return l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		code, now, err := l.IssueCode(ctx, tx, people.SignInCode, request)
		if err != nil {
			return err
		}
		return l.queue.QueueLoginCode(ctx, tx, request.Identifier, request.Language, code, now)
	})
}

// IssueCode issues a code of a purpose inside the caller's transaction, within the limits
// of the sign-in. Each purpose counts for itself what concerns one identifier; what
// concerns a network, a country or all is counted together. It fails with Limited.
func (l *Logins) IssueCode(ctx context.Context, tx pgx.Tx, purpose people.CodePurpose, request people.LoginCodeRequest) (string, time.Time, error) {
	scope := l.scope(purpose, request.Identifier, request.Attempt)
	bucket, now, err := lockLoginBucket(ctx, tx, subjects(scope), request.Device)
	if err != nil {
		return "", now, err
	}
	if err := bucket.AddSend(now, l.limits); err != nil {
		return "", now, err
	}
	if err := l.countSend(ctx, tx, request); err != nil {
		return "", now, err
	}
	code, err := l.codes.Issue(ctx, tx, scope, l.limits.Codes(), now)
	if err != nil {
		return "", now, err
	}
	return code, now, bucket.save(ctx, tx, now)
}

// scope is where the codes of a purpose, an identifier and a browser belong.
func (l *Logins) scope(purpose people.CodePurpose, id store.Identifier, attempt string) people.CodeScope {
	macs := l.keys.PurposeMACs(purpose, id)
	return people.CodeScope{Purpose: purpose, Subject: macs[0], Formers: macs[1:], Holder: attempt}
}

// countSend counts a code against the limits of its network address, channel and
// country.
func (l *Logins) countSend(ctx context.Context, tx pgx.Tx, request people.LoginCodeRequest) error {
	address := l.keys.AddressKey(request.Address)
	quotas := []postgres.Quota{
		{Scope: "code_address_hour", Key: address, Most: l.limits.AddressPerHour, Window: time.Hour},
		{Scope: "code_address_day", Key: address, Most: l.limits.AddressPerDay, Window: 24 * time.Hour},
	}
	if request.Identifier.Channel == store.SMS {
		country := []byte(store.CallingCode(request.Identifier.Address))
		quotas = append(quotas, postgres.Quota{Scope: "code_texts_hour", Key: []byte("all"), Most: l.limits.TextsPerHour, Window: time.Hour},
			postgres.Quota{Scope: "code_texts_country_day", Key: country, Most: l.limits.TextsPerCountryDay, Window: 24 * time.Hour})
	} else {
		quotas = append(quotas, postgres.Quota{Scope: "code_mails_hour", Key: []byte("all"), Most: l.limits.MailsPerHour, Window: time.Hour})
	}
	for _, q := range quotas {
		if err := q.Use(ctx, tx, people.TooManySends); err != nil {
			return err
		}
	}
	return nil
}

// SignIn checks a code and, when it is right and its identifier belongs to somebody,
// opens a session. It fails with Invalid (people.InvalidCode) for a wrong code and with
// Limited after too many. A failure is committed before SignIn returns it.
func (l *Logins) SignIn(ctx context.Context, attempt people.LoginAttempt) (people.SignedIn, error) {
	var in people.SignedIn
	var outcome error
	err := l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		in, outcome = people.SignedIn{}, nil
		right, err := l.CheckCode(ctx, tx, people.SignInCode, attempt)
		if err != nil {
			return err
		}
		if !right {
			outcome = people.ErrInvalidCode()
			return nil
		}
		in, err = l.openSession(ctx, tx, attempt)
		if store.CodeOf(err) == store.Invalid {
			outcome = err
			return nil
		}
		return err
	})
	if err == nil {
		err = outcome
	}
	return in, err
}

// CheckCode says whether a code of a purpose is right and counts a wrong one, inside the
// caller's transaction, which must commit also after a wrong one. A sign-in may use the
// newest code of another browser; codes of all other purposes serve their own only.
func (l *Logins) CheckCode(ctx context.Context, tx pgx.Tx, purpose people.CodePurpose, attempt people.LoginAttempt) (bool, error) {
	scope := l.scope(purpose, attempt.Identifier, attempt.Attempt)
	bucket, now, err := lockLoginBucket(ctx, tx, subjects(scope), attempt.Device)
	if err != nil {
		return false, err
	}
	code, err := l.codes.Find(ctx, tx, scope, now)
	if err != nil {
		return false, err
	}
	if err := bucket.AllowAttempt(now, l.limits, !code.Held); err != nil {
		return false, err
	}
	if purpose != people.SignInCode && !code.Held {
		return false, nil
	}
	guess, err := l.codes.Compare(ctx, tx, code, attempt.Code, l.limits.Codes(), now)
	switch {
	case err != nil || guess == NotCompared:
		return false, err
	case guess == RightGuess:
		bucket.Reset()
	default:
		bucket.AddFailure(now, l.limits, !code.Held)
	}
	return guess == RightGuess, bucket.save(ctx, tx, now)
}

// openSession creates a session for the person of the identifier, a member before an
// applicant. The device gets a new cookie, so that one planted by somebody else is
// worth nothing afterwards.
func (l *Logins) openSession(ctx context.Context, tx pgx.Tx, attempt people.LoginAttempt) (people.SignedIn, error) {
	in := people.SignedIn{Device: store.NewToken()}
	kind, person, err := findPerson(ctx, tx, attempt.Identifier)
	if err != nil {
		return in, err
	}
	if person == "" {
		return in, people.ErrInvalidCode()
	}
	if kind != store.MemberSession {
		if in.Applicant, err = applicantByID(ctx, tx, person); err != nil {
			return in, err
		}
	}
	if err := l.openFor(ctx, tx, &in, kind, person, attempt, false); err != nil {
		return in, err
	}
	return in, rememberDevice(ctx, tx, l.keys.IdentifierMAC(attempt.Identifier), attempt.Device, in.Device)
}

// openFor opens a session for a person, or begins the face step that comes before it. proven
// says that the second factor is.
func (l *Logins) openFor(ctx context.Context, tx pgx.Tx, in *people.SignedIn, kind store.SessionKind, person string, attempt people.LoginAttempt, proven bool) (err error) {
	if kind == store.MemberSession {
		if in.Member, err = postgres.MemberIn(ctx, tx, person); err != nil {
			return err
		}
	}
	device := people.DeviceName(attempt.UserAgent)
	if kind == store.MemberSession && l.faces != nil {
		in.Face, err = l.faces.BeginStep(ctx, tx, people.PendingSignIn{Member: in.Member, Device: device, Address: attempt.Address, Former: attempt.Former, SecondFactor: proven})
		if err != nil || in.Face.Step != "" {
			return err
		}
	}
	if in.Token, in.Session, err = New(l.db).createSession(ctx, tx, kind, person, device, attempt.Address); err != nil {
		return err
	}
	if proven {
		if err := ProveSecondFactorIn(ctx, tx, in.Session.ID, person); err != nil {
			return err
		}
	}
	in.Ended, err = endFormerSession(ctx, tx, attempt.Former)
	return err
}

// SignInWith signs in a member who proves who it is by something else than a code; prove
// checks that in the transaction. The face step follows as after a code. The session that is
// opened, then or after the step, has proven the second factor.
func (l *Logins) SignInWith(ctx context.Context, memberID string, attempt people.LoginAttempt, prove func(ctx context.Context, tx pgx.Tx) error) (in people.SignedIn, err error) {
	err = l.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		in = people.SignedIn{}
		member, _ := postgres.ParseID(memberID)
		if err := postgres.KeepRightsIn(ctx, tx, member); err != nil {
			return err
		}
		if err := prove(ctx, tx); err != nil {
			return err
		}
		return l.openFor(ctx, tx, &in, store.MemberSession, memberID, attempt, true)
	})
	return in, err
}

// MaySignIn says whether an identifier belongs to a person who may sign in.
func (pe *People) MaySignIn(ctx context.Context, id store.Identifier) (bool, error) {
	_, person, err := findPerson(ctx, pe.db.Pool(), id)
	return person != "", postgres.Fault(err)
}

// findPerson returns the person of an identifier, "" for nobody and for a member whose
// sign-in is disabled.
func findPerson(ctx context.Context, q postgres.Querier, id store.Identifier) (store.SessionKind, string, error) {
	var kind store.SessionKind
	var person string
	err := q.QueryRow(ctx, `
		select 'member', m.id::text from members m join member_standing s on s.member_id = m.id
		where case $1 when 'email' then m.email else m.phone end = $2 and not s.sign_in_disabled
		union all
		select 'application', a.id::text from applicants a
		where case $1 when 'email' then a.email else a.phone end = $2
		  and not exists (select from members m where case $1 when 'email' then m.email else m.phone end = $2)
		limit 1`, string(id.Channel), id.Address).Scan(&kind, &person)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	return kind, person, err
}
