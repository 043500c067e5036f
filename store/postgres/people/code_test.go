package people_test

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// codes are one-time codes with a transaction for each step.
type codes struct {
	*world
	*members.Codes
	limits people.CodeLimits
}

func newCodes(t *testing.T) *codes {
	t.Helper()
	c := &codes{world: newWorld(t), limits: people.CodeLimits{Life: time.Minute, Tries: 3}}
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	c.Must(err)
	c.Codes = members.NewCodes(people.NewCodeKeys(secret))
	return c
}

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (c *codes) issue(scope people.CodeScope, after time.Duration) (code string) {
	c.T.Helper()
	c.Must(pgx.BeginFunc(context.Background(), c.Pool(), func(tx pgx.Tx) (err error) {
		code, err = c.Issue(context.Background(), tx, scope, c.limits, start.Add(after))
		return err
	}))
	return code
}

func (c *codes) guess(scope people.CodeScope, guess string, after time.Duration) (result members.Guess) {
	c.T.Helper()
	c.Must(pgx.BeginFunc(context.Background(), c.Pool(), func(tx pgx.Tx) error {
		found, err := c.Find(context.Background(), tx, scope, start.Add(after))
		if err != nil {
			return err
		}
		result, err = c.Compare(context.Background(), tx, found, guess, c.limits, start.Add(after))
		return err
	}))
	return result
}

func (c *codes) want(scope people.CodeScope, guess string, after time.Duration, want members.Guess) {
	c.T.Helper()
	if got := c.guess(scope, guess, after); got != want {
		c.T.Errorf("%s %q of %q after %v: %d, want %d", scope.Purpose, guess, scope.Holder, after, got, want)
	}
}

// A code proves only what it was issued for: neither another purpose nor another
// subject, once, and not after its life.
func TestCodesByPurpose(t *testing.T) {
	c := newCodes(t)
	subject := []byte("ann")
	signIn := people.CodeScope{Purpose: people.SignInCode, Subject: subject, Holder: "browser"}
	apply := people.CodeScope{Purpose: "application", Subject: subject, Holder: "browser"}
	first, second := c.issue(signIn, 0), c.issue(apply, 0)
	if first != second { // by one chance in a million
		c.want(apply, first, time.Second, members.WrongGuess)
		c.want(signIn, second, time.Second, members.WrongGuess)
	}
	c.want(people.CodeScope{Purpose: "application", Subject: []byte("bob"), Holder: "browser"}, second, time.Second, members.NotCompared)
	c.want(signIn, first, time.Second, members.RightGuess)
	c.want(signIn, first, time.Second, members.NotCompared)
	c.want(apply, second, c.limits.Life, members.NotCompared)
	c.want(apply, second, c.limits.Life-time.Second, members.RightGuess)
}

// A new code replaces the holder's former one of the same purpose, and nobody else's.
func TestCodesByHolder(t *testing.T) {
	c := newCodes(t)
	scope := func(purpose people.CodePurpose, holder string) people.CodeScope {
		return people.CodeScope{Purpose: purpose, Subject: []byte("ann"), Holder: holder}
	}
	former := c.issue(scope("application", "a"), 0)
	others := c.issue(scope("application", "b"), time.Second)
	signIn := c.issue(scope(people.SignInCode, "a"), time.Second)
	fresh := c.issue(scope("application", "a"), 2*time.Second)
	if former != fresh {
		c.want(scope("application", "a"), former, 3*time.Second, members.WrongGuess)
	}
	for code, s := range map[string]people.CodeScope{others: scope("application", "b"), signIn: scope(people.SignInCode, "a"), fresh: scope("application", "a")} {
		c.want(s, code, 3*time.Second, members.RightGuess)
	}
}

// Wrong tries by the holder kill a code for everybody; those of a stranger are not
// counted against it, and a guess that has not the form of a code costs nothing.
func TestCodesDie(t *testing.T) {
	c := newCodes(t)
	holder := people.CodeScope{Purpose: "application", Subject: []byte("ann"), Holder: "a"}
	stranger := people.CodeScope{Purpose: "application", Subject: []byte("ann"), Holder: "b"}
	code := c.issue(holder, 0)
	for range 10 {
		c.want(stranger, wrong(code), time.Second, members.WrongGuess)
		c.want(holder, "12345", time.Second, members.NotCompared)
	}
	for range c.limits.Tries {
		c.want(holder, wrong(code), time.Second, members.WrongGuess)
	}
	c.want(holder, code, time.Second, members.NotCompared)
	c.want(stranger, code, time.Second, members.NotCompared)
}

// The migration keeps the codes of a database in use, and nodes of the previous
// version go on issuing and checking codes while they are replaced.
func TestCodesSurviveTheirMigration(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	at := storetest.EmptyDatabase(t, w.URL)
	storetest.MigrateTo(t, at, 6)
	pool, err := pgxpool.New(ctx, at)
	w.Must(err)
	defer pool.Close()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	key, holder := people.NewCodeKeys(secret), sha256.Sum256([]byte("browser"))
	insert := func(id string) {
		_, err := pool.Exec(ctx, `insert into login_codes (id, subject, attempt, code_mac, created_at, expires_at)
			values ($1, $2, $3, $4, muster_now(), muster_now() + interval '10 minutes')`, id, []byte("subject "+id), holder[:], key.MAC(id, "123456"))
		w.Must(err)
	}
	before, during := storetest.NewID(), storetest.NewID()
	insert(before)
	w.Must(postgres.Migrate(ctx, at))
	insert(during)
	for _, id := range []string{before, during} {
		var tries int
		w.Must(pool.QueryRow(ctx, `select tries from login_codes where subject = $1 for update`, []byte("subject "+id)).Scan(&tries))
		_, err := pool.Exec(ctx, `update login_codes set tries = tries + 1 where id = $1`, id)
		w.Must(err)
		w.Must(pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			var now time.Time
			if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
				return err
			}
			scope := people.CodeScope{Purpose: people.SignInCode, Subject: []byte("subject " + id), Holder: "browser"}
			codes := members.NewCodes(key)
			found, err := codes.Find(ctx, tx, scope, now)
			if err != nil {
				return err
			}
			guess, err := codes.Compare(ctx, tx, found, "123456", people.CodeLimits{Life: time.Minute, Tries: 2}, now)
			if guess != members.RightGuess {
				t.Errorf("a code from before the migration: %d", guess)
			}
			return err
		}))
	}
}
