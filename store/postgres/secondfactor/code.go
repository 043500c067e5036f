package secondfactor

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/secondfactor"
)

// BeginApp draws the secret of the caller's app, which counts once it is confirmed. It fails
// with Conflict when an app is set up already.
func (f *Factors) BeginApp(ctx context.Context, by store.Caller) (app secondfactor.App, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		g, err := lock(ctx, tx, by.Member.ID)
		if err != nil {
			return err
		}
		app = secondfactor.NewApp()
		tag, err := tx.Exec(ctx, `insert into second_factors as f (member_id, kind, secret, key_version) values ($1, 'totp', $2, $3)
			on conflict (member_id) where kind = 'totp' do update set secret = excluded.secret, key_version = excluded.key_version, created_at = muster_now() where f.confirmed_at is null`,
			g.member, f.keys.Seal(app, g.member.String()), f.keys.Version())
		if err == nil && tag.RowsAffected() == 0 {
			err = secondfactor.ErrExists()
		}
		return err
	})
	return app, err
}

// ConfirmApp has the app that was begun count, by a code that it shows, and gives the
// recovery codes that come with a first factor. It fails with Conflict when none was begun,
// with Invalid for a wrong code and with Limited after too many.
func (f *Factors) ConfirmApp(ctx context.Context, by store.Caller, typed string) (codes []string, err error) {
	err = f.guess(ctx, by.Member.ID, func(ctx context.Context, tx pgx.Tx, g *guesses) error {
		some, err := g.inForce(ctx, tx)
		if err != nil {
			return err
		}
		id, err := f.useAppCode(ctx, tx, g, typed, false)
		if err != nil {
			return err
		}
		codes, err = f.added(ctx, tx, g, by, id, secondfactor.TOTP, !some)
		return err
	})
	return codes, err
}

// Prove notes that the caller's session has proven a factor, by a code of the app or a
// recovery code. It fails with Invalid for a wrong or used one (factor_wrong,
// factor_used) and with Limited after too many.
func (f *Factors) Prove(ctx context.Context, by store.Caller, typed string) error {
	return f.guess(ctx, by.Member.ID, func(ctx context.Context, tx pgx.Tx, g *guesses) error {
		var err error
		if _, ofApp := secondfactor.ParseCode(typed); ofApp {
			_, err = f.useAppCode(ctx, tx, g, typed, true)
		} else {
			err = f.useRecoveryCode(ctx, tx, g, typed)
		}
		if err != nil {
			return err
		}
		return members.ProveSecondFactorIn(ctx, tx, by.Session.ID, by.Member.ID)
	})
}

// guess runs try with the member's guesses locked. When try fails with Invalid that is
// counted and committed before guess returns it, but not a code that was used already: who
// sends one again, as after a lost answer, guesses nothing.
func (f *Factors) guess(ctx context.Context, memberID string, try func(ctx context.Context, tx pgx.Tx, g *guesses) error) error {
	var outcome error
	err := f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		outcome = nil
		g, err := lock(ctx, tx, memberID)
		if err != nil {
			return err
		}
		if err := g.allow(); err != nil {
			return err
		}
		err = try(ctx, tx, g)
		if store.CodeOf(err) == store.Invalid && store.AsError(err).Reason != secondfactor.ErrUsed().Reason {
			outcome = err
			return g.wrong(ctx, tx)
		}
		return err
	})
	if err == nil {
		err = outcome
	}
	return err
}

// useAppCode accepts a code of the member's app, confirmed or one that is begun. A code of
// the step of the last one, or of one before, is used up (RFC 6238 section 5.2).
func (f *Factors) useAppCode(ctx context.Context, tx pgx.Tx, g *guesses, typed string, confirmed bool) (id string, err error) {
	var sealed []byte
	var last int64
	var version int
	err = tx.QueryRow(ctx, `select id::text, secret, key_version, last_step from second_factors
		where member_id = $1 and kind = 'totp' and (confirmed_at is not null) = $2`, g.member, confirmed).Scan(&id, &sealed, &version, &last)
	if postgres.NoRow(err) && !confirmed {
		return "", secondfactor.ErrNotBegun()
	}
	if postgres.NoRow(err) {
		return "", secondfactor.ErrWrong()
	}
	if err != nil {
		return "", err
	}
	app, err := f.keys.Open(version, sealed, g.member.String())
	if err != nil {
		return "", err
	}
	code, _ := secondfactor.ParseCode(typed)
	step, found, err := app.Step(code, g.now)
	switch {
	case err != nil:
		return "", err
	case !found:
		return "", secondfactor.ErrWrong()
	case step <= last:
		return "", secondfactor.ErrUsed()
	}
	_, err = tx.Exec(ctx, `update second_factors set last_step = $2, last_used_at = muster_now(), confirmed_at = coalesce(confirmed_at, muster_now())
		where id = $1`, id, step)
	return id, err
}

// useRecoveryCode uses up a recovery code.
func (f *Factors) useRecoveryCode(ctx context.Context, tx pgx.Tx, g *guesses, typed string) error {
	tag, err := tx.Exec(ctx, `update recovery_codes set used_at = muster_now() where member_id = $1 and hash = $2 and used_at is null
		and exists (select from second_factors where member_id = $1 and confirmed_at is not null)`,
		g.member, secondfactor.RecoveryHash(g.member.String(), typed))
	if err == nil && tag.RowsAffected() == 0 {
		err = secondfactor.ErrWrong()
	}
	return err
}

// renewCodes replaces a member's recovery codes, used or not.
func (f *Factors) renewCodes(ctx context.Context, tx pgx.Tx, g *guesses) ([]string, error) {
	codes := secondfactor.NewRecoveryCodes()
	hashes := make([][]byte, len(codes))
	for i, code := range codes {
		hashes[i] = secondfactor.RecoveryHash(g.member.String(), code)
	}
	if _, err := tx.Exec(ctx, `delete from recovery_codes where member_id = $1`, g.member); err != nil {
		return nil, err
	}
	_, err := tx.Exec(ctx, `insert into recovery_codes (member_id, hash) select $1, unnest($2::bytea[])`, g.member, hashes)
	return codes, err
}

// RenewRecoveryCodes gives the caller new recovery codes; those before are worth nothing
// then. It fails with NotFound for a caller without a factor.
func (f *Factors) RenewRecoveryCodes(ctx context.Context, by store.Caller) (codes []string, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		g, err := lock(ctx, tx, by.Member.ID)
		if err != nil {
			return err
		}
		some, err := g.inForce(ctx, tx)
		if err == nil && !some {
			err = secondfactor.ErrUnknown()
		}
		if err != nil {
			return err
		}
		if codes, err = f.renewCodes(ctx, tx, g); err != nil {
			return err
		}
		return f.db.AdminService(by).AuditIn(ctx, tx, store.AuditRecord{Action: "recovery_codes_renewed", Subject: by.Member.ID})
	})
	return codes, err
}
