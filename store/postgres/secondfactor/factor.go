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

// Factors answers the calls about second factors.
type Factors struct {
	db   *postgres.DB
	keys secondfactor.Keys
}

// New makes the factors of a database.
func New(db *postgres.DB, keys secondfactor.Keys) *Factors { return &Factors{db, keys} }

// guesses is the locked row of a member's wrong guesses.
type guesses struct {
	people.LoginBucket
	member pgtype.UUID
	now    time.Time
}

// lock locks everything about a member's factors, and reads the clock after the wait. It fails
// with NotFound, also for one who was erased.
func lock(ctx context.Context, tx pgx.Tx, memberID string) (*guesses, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
		return nil, err
	}
	g := &guesses{member: member, LoginBucket: people.LoginBucket{KnownDevice: true}}
	batch := &pgx.Batch{}
	batch.Queue(`insert into second_factor_guesses (member_id) values ($1)
		on conflict on constraint second_factor_guesses_pkey do update set updated_at = muster_now() returning wrong`, member).
		QueryRow(func(row pgx.Row) error { return row.Scan(&g.Failures) })
	batch.Queue(`select muster_now()`).QueryRow(func(row pgx.Row) error { return row.Scan(&g.now) })
	return g, tx.SendBatch(ctx, batch).Close()
}

// allow fails with Limited after too many wrong guesses.
func (g *guesses) allow() error {
	return g.AllowAttempt(g.now, people.DefaultLoginLimits, false)
}

// wrong counts a wrong guess. The transaction must commit.
func (g *guesses) wrong(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `update second_factor_guesses set wrong = $2 where member_id = $1`, g.member, append(g.Failures, g.now))
	return err
}

// inForce says whether a member has a factor that counts.
func (g *guesses) inForce(ctx context.Context, tx pgx.Tx) (some bool, err error) {
	err = tx.QueryRow(ctx, `select exists (select from second_factors where member_id = $1 and confirmed_at is not null)`, g.member).Scan(&some)
	return some, err
}

// Of reads what a member has set up.
func (f *Factors) Of(ctx context.Context, memberID string) (out secondfactor.Factors, err error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return out, postgres.ErrMemberUnknown()
	}
	err = f.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select id::text, kind, name, created_at, last_used_at from second_factors
			where member_id = $1 and confirmed_at is not null order by created_at, second_factors.id`, member)
		if err != nil {
			return err
		}
		if out.Factors, err = pgx.CollectRows(rows, pgx.RowToStructByPos[secondfactor.Factor]); err != nil {
			return err
		}
		return conn.QueryRow(ctx, `select count(*) from recovery_codes where member_id = $1 and used_at is null`, member).Scan(&out.RecoveryCodes)
	})
	return out, err
}

// added notes a new factor: the session that set it up has proven it, the member's other
// sessions owe it from now on. The first factor comes with recovery codes.
func (f *Factors) added(ctx context.Context, tx pgx.Tx, g *guesses, by store.Caller, id string, kind secondfactor.Kind, first bool) (codes []string, err error) {
	if first {
		if err := members.ForgetSecondFactorIn(ctx, tx, by.Member.ID); err != nil {
			return nil, err
		}
		if codes, err = f.renewCodes(ctx, tx, g); err != nil {
			return nil, err
		}
	}
	if err := members.ProveSecondFactorIn(ctx, tx, by.Session.ID, by.Member.ID); err != nil {
		return nil, err
	}
	if err := f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "second_factor_added", Subject: by.Member.ID, After: record{kind, id}}); err != nil {
		return nil, err
	}
	return codes, changed(ctx, tx, by.Member.ID)
}

// record is a factor as the audit log keeps it.
type record struct {
	Kind   secondfactor.Kind `json:"kind"`
	Factor string            `json:"factor"`
}

// changed has the member's sockets asked again what they may watch.
func changed(ctx context.Context, tx pgx.Tx, memberID string) error {
	return postgres.AppendSiteEvents(ctx, tx, store.SiteEvent{Kind: store.MemberStatusChanged, MemberID: memberID})
}

// Remove removes a factor of the caller; with the last one the recovery codes go. It fails
// with NotFound.
func (f *Factors) Remove(ctx context.Context, by store.Caller, factorID string) error {
	factor, ok := postgres.ParseID(factorID)
	if !ok {
		return secondfactor.ErrUnknown()
	}
	return f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		g, err := lock(ctx, tx, by.Member.ID)
		if err != nil {
			return err
		}
		was := record{Factor: factor.String()}
		err = tx.QueryRow(ctx, `delete from second_factors where id = $1 and member_id = $2 and confirmed_at is not null returning kind`, factor, g.member).Scan(&was.Kind)
		if postgres.NoRow(err) {
			return secondfactor.ErrUnknown()
		}
		if err != nil {
			return err
		}
		some, err := g.inForce(ctx, tx)
		if err == nil && !some {
			err = forget(ctx, tx, by.Member.ID)
		}
		if err != nil {
			return err
		}
		if err := f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "second_factor_removed", Subject: by.Member.ID, Before: was}); err != nil {
			return err
		}
		return changed(ctx, tx, by.Member.ID)
	})
}

// forget deletes what is left of a member without factors.
func forget(ctx context.Context, tx pgx.Tx, memberID string) error {
	member, _ := postgres.ParseID(memberID)
	if _, err := tx.Exec(ctx, `delete from recovery_codes where member_id = $1`, member); err != nil {
		return err
	}
	return members.ForgetSecondFactorIn(ctx, tx, memberID)
}

// RemoveAll removes every factor of a member whom the operator names by e-mail address,
// phone or username, and says which. It fails with NotFound for nobody and for a member
// without a factor.
func (f *Factors) RemoveAll(ctx context.Context, by store.Caller, called string) (m store.Member, removed []secondfactor.Kind, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if m, err = members.CalledIn(ctx, tx, called); err != nil {
			return err
		}
		g, err := lock(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `delete from second_factors where member_id = $1 returning kind`, g.member)
		if err != nil {
			return err
		}
		if removed, err = pgx.CollectRows(rows, pgx.RowTo[secondfactor.Kind]); err != nil {
			return err
		}
		if len(removed) == 0 {
			return store.NewErrorReason(store.NotFound, "factor_unknown", "This member has no second factor")
		}
		if err := forget(ctx, tx, m.ID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from second_factor_guesses where member_id = $1`, g.member); err != nil {
			return err
		}
		for _, kind := range removed {
			if err := f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "second_factor_removed", Subject: m.ID, Before: record{Kind: kind}}); err != nil {
				return err
			}
		}
		return changed(ctx, tx, m.ID)
	})
	return m, removed, err
}
