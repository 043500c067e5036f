package application

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/language"
	"muster/store/people"
	"muster/store/postgres"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
)

// Queue queues what is sent to applicants, in the transaction that causes it
// (store/queue).
type Queue interface {
	// QueueApplicationCode queues the delivery of a code. One of application.StatusCode
	// is sent only where there is an application, which only the job finds out.
	QueueApplicationCode(ctx context.Context, tx pgx.Tx, purpose people.CodePurpose, to store.Identifier, tag language.Tag, code string, now time.Time) error
	// QueueApplicationSubmission queues the mail that an application arrived.
	QueueApplicationSubmission(ctx context.Context, tx pgx.Tx, id string) error
	// QueueApplicationDecision queues the mail about a decision.
	QueueApplicationDecision(ctx context.Context, tx pgx.Tx, decision int64) error
}

// Limits of calls that anybody may make, a network each.
const (
	startsPerHour = 5000
	codesPerDay   = 30 // of one application, to all addresses
	textsPerDay   = 10
)

// tooMany is the message of these limits.
const tooMany = "TOO MANY REQUESTS - TRY AGAIN LATER"

// browserLife is for how long a browser may open an application.
const browserLife = 30 * 24 * time.Hour

// Applications are the membership applications of a community.
type Applications struct {
	db     *postgres.DB
	logins *members.Logins
	keys   application.Keys
	queue  Queue
	login  people.LoginKeys
	zone   *time.Location

	payments *payments.Payments // nil: none
	intake   func(context.Context) application.IntakeRules
}

// New returns the applications of db. Codes are issued by logins and delivered by queue.
func New(db *postgres.DB, logins *members.Logins, keys application.Keys, login people.LoginKeys, queue Queue) *Applications {
	s := &Applications{db: db, logins: logins, keys: keys, queue: queue, login: login, zone: db.Zone()}
	s.SetIntake(application.IntakeRules{Intake: application.IntakeOpen})
	return s
}

// Proof is what a caller has to show that an application is its own.
type Proof struct {
	Cookie    string       // the browser's, "" for none
	Applicant string       // id of a signed-in applicant, "" for none
	Address   string       // network address
	Language  language.Tag // of the browser

	Invitation string // by which a new one may begin, "" for none
}

// tokenHash is what is stored of a cookie. An absent cookie has none that is stored.
func tokenHash(cookie string) []byte {
	hash, ok := store.TokenHash(cookie)
	if !ok {
		none := sha256.Sum256(nil)
		return none[:8] // a stored one is longer
	}
	return hash
}

// own holds for an application "a" that the caller of $1 (a cookie's hash) and $2 (an
// applicant's id) has proven to be its own. $3 is browserLife.
const own = `a.id in (
	select application_id from application_browsers where token_hash = $1 and created_at > muster_now() - $3::interval
	union all select id from applications where applicant_id = $2)`

// arguments are the arguments of own, and more.
func (p Proof) arguments(more ...any) []any {
	applicant, _ := postgres.ParseID(p.Applicant)
	return append([]any{tokenHash(p.Cookie), applicant, browserLife}, more...)
}

// HasAny says whether the caller has proven that any application is its own.
func (s *Applications) HasAny(ctx context.Context, proof Proof) (bool, error) {
	if proof.Cookie == "" && proof.Applicant == "" {
		return false, nil
	}
	var any bool
	err := s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		return q.QueryRow(ctx, `select exists (select from applications a where `+own+`)`, proof.arguments()...).Scan(&any)
	})
	return any, err
}

// lockOwn locks and reads an application of the caller's; application.ErrNotFound.
func (s *Applications) lockOwn(ctx context.Context, tx pgx.Tx, proof Proof, id string) (*row, error) {
	key, ok := postgres.ParseID(id)
	if !ok {
		return nil, application.ErrNotFound()
	}
	return s.lock(ctx, tx, `a.id = $4 and `+own, proof.arguments(key)...)
}

// lock locks the one application of a condition, then reads it: a statement that waited
// for the lock would read the rows beside it as they were before.
func (s *Applications) lock(ctx context.Context, tx pgx.Tx, condition string, args ...any) (*row, error) {
	var id string
	err := tx.QueryRow(ctx, `select a.id::text from applications a where `+condition+` for update`, args...).Scan(&id)
	if postgres.NoRow(err) {
		return nil, application.ErrNotFound()
	}
	if err != nil {
		return nil, err
	}
	return s.byID(ctx, tx, id)
}

// now is the product's clock in the community's zone.
func (s *Applications) now(ctx context.Context, q postgres.Querier) (now time.Time, err error) {
	err = q.QueryRow(ctx, `select muster_now()`).Scan(&now)
	return now.In(s.zone), err
}
