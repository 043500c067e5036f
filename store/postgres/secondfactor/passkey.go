package secondfactor

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/secondfactor"
)

// challengeLife is how long a browser has to answer a challenge.
const challengeLife = 5 * time.Minute

// signInsPerHour bounds the challenges of sign-ins for one network.
const signInsPerHour = 300

// SaveChallenge keeps what a browser is asked to sign, and forgets those that have run out.
// A sign-in has no member; its network address is limited then: Limited.
func (f *Factors) SaveChallenge(ctx context.Context, c secondfactor.Challenge, address string) error {
	member, _ := postgres.ParseID(c.MemberID)
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if !member.Valid {
			q := postgres.Quota{Scope: "passkey_sign_ins", Key: f.keys.AddressKey(address), Most: signInsPerHour, Window: time.Hour}
			if err := q.Use(ctx, tx, postgres.TooManyRequests); err != nil {
				return err
			}
		} else if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from passkey_challenges where expires_at < muster_now()`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into passkey_challenges (challenge, purpose, member_id, session, expires_at)
			values ($1, $2, $3, $4::jsonb, muster_now() + $5::interval)`, c.Challenge, c.Purpose, member, string(c.Session), challengeLife)
		return err
	})
}

// TakeChallenge gives what an answer is checked against; a challenge is answered once. It
// fails with Invalid (passkey_refused) for one that is unknown, somebody else's, for another
// purpose or too old.
func (f *Factors) TakeChallenge(ctx context.Context, c secondfactor.Challenge) (session []byte, err error) {
	member, _ := postgres.ParseID(c.MemberID)
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `delete from passkey_challenges where challenge = $1 and purpose = $2 and member_id is not distinct from $3
			and expires_at > muster_now() returning session`, c.Challenge, c.Purpose, member).Scan(&session)
		if postgres.NoRow(err) {
			return secondfactor.ErrPasskey()
		}
		return err
	})
	return session, err
}

// Passkeys reads the passkeys of a member.
func (f *Factors) Passkeys(ctx context.Context, memberID string) (found []secondfactor.Credential, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, secondfactor.ErrPasskey()
	}
	err = f.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select credential_id, credential, sign_count from second_factors where member_id = $1 and kind = 'passkey' order by created_at`, member)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[secondfactor.Credential])
		return err
	})
	return found, err
}

// AddPasskey keeps a passkey of the caller under a name, and gives the recovery codes that
// come with a first factor. It fails with Conflict beyond the limit, and with Invalid for a
// passkey that somebody has already.
func (f *Factors) AddPasskey(ctx context.Context, by store.Caller, c secondfactor.Credential, name string) (codes []string, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		g, err := lock(ctx, tx, by.Member.ID)
		if err != nil {
			return err
		}
		some, err := g.inForce(ctx, tx)
		if err != nil {
			return err
		}
		var id pgtype.UUID
		err = tx.QueryRow(ctx, `insert into second_factors (member_id, kind, name, confirmed_at, credential_id, credential, sign_count)
			select $1, 'passkey', $2, muster_now(), $3, $4::jsonb, $5
			where (select count(*) from second_factors where member_id = $1 and kind = 'passkey') < $6
			on conflict on constraint second_factors_credential_once do nothing returning id`,
			g.member, name, c.ID, string(c.Credential), c.SignCount, secondfactor.MostPasskeys).Scan(&id)
		if postgres.NoRow(err) {
			return f.notAdded(ctx, tx, g)
		}
		if err != nil {
			return err
		}
		codes, err = f.added(ctx, tx, g, by, id.String(), secondfactor.Passkey, !some)
		return err
	})
	return codes, err
}

// notAdded says why a passkey was not added.
func (f *Factors) notAdded(ctx context.Context, tx pgx.Tx, g *guesses) error {
	var have int
	if err := tx.QueryRow(ctx, `select count(*) from second_factors where member_id = $1 and kind = 'passkey'`, g.member).Scan(&have); err != nil {
		return err
	}
	if have >= secondfactor.MostPasskeys {
		return secondfactor.ErrTooMany()
	}
	return secondfactor.ErrPasskey()
}

// ProvePasskey notes that the caller's session has proven a factor by a passkey, whose
// answer was checked. It fails with Invalid (passkey_refused).
func (f *Factors) ProvePasskey(ctx context.Context, by store.Caller, c secondfactor.Credential) error {
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := usePasskey(ctx, tx, by.Member.ID, c); err != nil {
			return err
		}
		return members.ProveSecondFactorIn(ctx, tx, by.Session.ID, by.Member.ID)
	})
}

// SignIn signs a member in by a passkey whose answer was checked. It fails with Invalid
// (passkey_refused) and, where sign-in is disabled, with Forbidden.
func (f *Factors) SignIn(ctx context.Context, logins *members.Logins, memberID string, c secondfactor.Credential, attempt people.LoginAttempt) (people.SignedIn, error) {
	return logins.SignInWith(ctx, memberID, attempt, func(ctx context.Context, tx pgx.Tx) error {
		return usePasskey(ctx, tx, memberID, c)
	})
}

// usePasskey writes the counter of a passkey down. One that did not grow is of a copy;
// passkeys that do not count always say 0 (WebAuthn section 7.2 step 22).
func usePasskey(ctx context.Context, tx pgx.Tx, memberID string, c secondfactor.Credential) error {
	member, _ := postgres.ParseID(memberID)
	tag, err := tx.Exec(ctx, `update second_factors set sign_count = $3, last_used_at = muster_now()
		where member_id = $1 and credential_id = $2 and kind = 'passkey' and (sign_count < $3 or sign_count = 0 and $3 = 0)`, member, c.ID, c.SignCount)
	if err == nil && tag.RowsAffected() == 0 {
		err = secondfactor.ErrPasskey()
	}
	return err
}
