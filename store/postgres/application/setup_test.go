// The harness of this package's tests: applications on a real database, browsers with
// their cookie, and a queue that keeps what it is given.

package application_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	rules "muster/store/application"
	"muster/store/language"
	"muster/store/people"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// world is a community with applications.
type world struct {
	t     testing.TB
	url   string
	owner func() *pgxpool.Pool
	*postgres.DB
	*applications.Applications
	secret store.Secret

	mu          sync.Mutex
	codes       map[string][]string // by purpose and address
	decisions   []int64
	submissions []string
}

func (w *world) QueueApplicationCode(_ context.Context, _ pgx.Tx, purpose people.CodePurpose, to store.Identifier, _ language.Tag, code string, _ time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := string(purpose) + " " + to.Address
	w.codes[at] = append(w.codes[at], code)
	return nil
}

func (w *world) QueueApplicationSubmission(_ context.Context, _ pgx.Tx, id string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.submissions = append(w.submissions, id)
	return nil
}

func (w *world) QueueApplicationDecision(_ context.Context, _ pgx.Tx, decision int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.decisions = append(w.decisions, decision)
	return nil
}

// QueueLoginCode implements members.CodeQueue.
func (w *world) QueueLoginCode(ctx context.Context, tx pgx.Tx, to store.Identifier, tag language.Tag, code string, now time.Time) error {
	return w.QueueApplicationCode(ctx, tx, people.SignInCode, to, tag, code, now)
}

// code is the newest code of a purpose that an address was sent.
func (w *world) code(purpose people.CodePurpose, address string) string {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.codes[string(purpose)+" "+address]
	if len(sent) == 0 {
		w.t.Fatalf("%s was sent no code", address)
	}
	return sent[len(sent)-1]
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := openWorld(t, storetest.URL(t))
	w.owner = storetest.Owner(t, w.url)
	return w
}

// openWorld opens the database of a world.
func openWorld(t testing.TB, url string) *world {
	t.Helper()
	w := &world{t: t, url: url, codes: map[string][]string{}}
	var err error
	w.secret, err = store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.must(err)
	w.DB, w.Applications = w.node()
	return w
}

// node is one more node of the community.
func (w *world) node() (*postgres.DB, *applications.Applications) {
	w.t.Helper()
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.url, MaxConns: 16})
	w.must(err)
	w.t.Cleanup(db.Close)
	limits := people.DefaultLoginLimits
	limits.ResendAfter, limits.SendsPerHour, limits.SendsPerDay, limits.AddressPerHour, limits.AddressPerDay = 0, 1000, 1000, 10_000, 10_000
	login := people.NewLoginKeys(w.secret)
	logins := members.NewLogins(db, members.NewCodes(people.NewCodeKeys(w.secret)), w, login, limits)
	made := applications.New(db, logins, rules.NewKeys(w.secret), login, w)
	db.Join(made)
	return db, made
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	_, err := w.owner().Exec(context.Background(), sql, args...)
	w.must(err)
}

// one reads one value.
func one[T any](w *world, sql string, args ...any) T {
	w.t.Helper()
	rows, err := w.Pool().Query(context.Background(), sql, args...)
	w.must(err)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	w.must(err)
	return v
}

// wants wants a failure of this code and reason.
func (w *world) wants(err error, code store.Code, reason string) {
	w.t.Helper()
	if e := store.AsError(err); err == nil || e.Code != code || e.Reason != reason {
		w.t.Fatalf("got %v, want %s %s", err, code, reason)
	}
}

// browser is a browser with its cookie and the application that it has.
type browser struct {
	*world
	cookie string
	id     string
}

func (b *browser) proof() applications.Proof {
	return applications.Proof{Cookie: b.cookie, Address: "192.0.2.7"}
}

func mail(address string) store.Identifier {
	return store.Identifier{Channel: store.Email, Address: address}
}
func phone(address string) store.Identifier {
	return store.Identifier{Channel: store.SMS, Address: address}
}

// starts begins an application in a new browser.
func (w *world) starts(email string) *browser {
	w.t.Helper()
	b := &browser{world: w}
	made, err := w.Start(context.Background(), b.proof(), mail(email))
	w.must(err)
	b.cookie, b.id = made.Cookie, made.ID
	return b
}

// proves has an address verified.
func (b *browser) proves(address store.Identifier) (applications.Proven, error) {
	b.t.Helper()
	b.must(b.SendCode(context.Background(), b.proof(), b.id, address))
	p, err := b.VerifyCode(context.Background(), b.proof(), b.id, address, b.code(rules.ProofCode, address.Address))
	if err == nil {
		b.cookie, b.id = p.Cookie, p.ID
	}
	return p, err
}

// shows gives the application a photo without files.
func (b *browser) shows() {
	b.t.Helper()
	p, err := b.AddPhoto(context.Background(), b.proof(), b.id)
	b.must(err)
	_, err = b.ShowPhoto(context.Background(), b.proof(), b.id, p.ID)
	b.must(err)
}

// step is one whole stage of an applicant.
func step(stage int, email, number string) rules.Step {
	no := new(bool)
	answers := rules.Answers{Texts: map[string]string{}}
	for _, q := range rules.Questions {
		answers.Texts[q] = "one two three four five six seven eight nine ten"
	}
	return rules.Step{
		Stage: stage, Moving: true, Signature: "Ann Example", Agreed: true, Answers: answers,
		Person: rules.PersonForm{
			Person: rules.Person{FullName: "Ann Example", BirthDate: "1990-05-06", City: "Derby", State: "Kent", Country: "Canada"}, Email: email, Phone: number,
		},
		Fan: rules.FanForm{Platform: "OTHER", Since: "2020", InFanClub: no, InPhotodump: no, HasFanChat: no, UsedSite: no, PlayedGames: no, Purchased: no},
	}
}

// saves saves a stage.
func (b *browser) saves(s rules.Step) error {
	_, err := b.SaveStage(context.Background(), b.proof(), b.id, s)
	return err
}

// submits goes through everything, from a proven address to the end.
func (b *browser) submits(email, number string) {
	b.t.Helper()
	_, err := b.proves(mail(email))
	b.must(err)
	_, err = b.proves(phone(number))
	b.must(err)
	b.shows()
	for stage := rules.Disclaimer; stage <= rules.Agreement; stage++ {
		if stage == rules.Assessment {
			b.exec(`update applications set answers_at = answers_at - interval '2 minutes' where id = $1`, b.id)
		}
		b.must(b.saves(step(stage, email, number)))
	}
}

// chief is an administrator who makes a call.
func (w *world) chief(name string) store.Caller {
	w.t.Helper()
	m, err := members.New(w.DB).AddMember(context.Background(), store.NewMember{Email: name + "@example.org", IsAdmin: true})
	w.must(err)
	_, s, err := members.New(w.DB).CreateSession(context.Background(), store.MemberSession, m.ID, "Firefox", "192.0.2.1")
	w.must(err)
	return store.Caller{Session: s, Member: m}
}
