// What administrators change about members' points and ranks.

package rank

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

// accountRecord is an account as the audit keeps it.
type accountRecord struct {
	Points   int       `json:"points"`
	Guardian bool      `json:"guardian"`
	Honorary rank.Rank `json:"honorary_rank,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}

// AdjustPoints gives or takes points, by a line of the ledger with its reason, and
// returns the account after it. Penalties that are due are written first: what is given now
// costs nothing for days before. It fails with Invalid and Conflict (below_zero) as
// rank.CheckAdjustment does, and with NotFound.
func (p *Points) AdjustPoints(ctx context.Context, by store.Caller, memberID string, amount int, reason string) (rank.PointsAccount, error) {
	return p.changeAccount(ctx, by, "points_adjusted", memberID, reason, func(a *rank.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error) {
		if err := rank.CheckAdjustment(a.Points, amount, reason); err != nil {
			return nil, err
		}
		return []LedgerLine{{
			PointsLine: rank.PointsLine{Action: rank.AdminAdjustAction, Points: amount, At: now}, Reason: reason, actor: actor,
		}}, nil
	})
}

// SetGuardian makes a member a Guardian or ends that, and returns the account after
// it. NotFound for an unknown member.
func (p *Points) SetGuardian(ctx context.Context, by store.Caller, memberID string, guardian bool) (rank.PointsAccount, error) {
	return p.changeAccount(ctx, by, "guardian_changed", memberID, "", func(a *rank.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
		a.Guardian = guardian
		return nil, nil
	})
}

// SetHonoraryRank gives a member an honorary rank, or takes it back with "", and
// returns the account after it. It fails with Invalid for any other rank and with
// NotFound.
func (p *Points) SetHonoraryRank(ctx context.Context, by store.Caller, memberID string, honorary rank.Rank) (rank.PointsAccount, error) {
	if err := rank.CheckHonorary(honorary); err != nil {
		return rank.PointsAccount{}, err
	}
	return p.changeAccount(ctx, by, "honorary_rank_changed", memberID, "", func(a *rank.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
		a.Honorary = honorary
		return nil, nil
	})
}

// changeAccount runs change on a member's account, which is locked. What leaves it as it was
// is no change.
func (p *Points) changeAccount(ctx context.Context, by store.Caller, action, memberID, reason string,
	change func(a *rank.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error),
) (rank.PointsAccount, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return rank.PointsAccount{}, postgres.ErrMemberUnknown()
	}
	var after rank.PointsAccount
	err := p.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		before, now, err := LockAccount(ctx, tx, id)
		if err == nil {
			before, err = p.charge(ctx, tx, id, before, now)
		}
		if err != nil {
			return postgres.AdminChange{}, err
		}
		actor, _ := postgres.ParseID(by.Member.ID)
		after = before
		lines, err := change(&after, now, actor)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if len(lines) == 0 && after == before {
			return postgres.AdminChange{}, nil
		}
		if after, err = WriteLines(ctx, tx, id, before, after, lines...); err != nil {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{
			Action: action, Subject: id.String(),
			Before: accountRecord{before.Points, before.Guardian, before.Honorary, ""},
			After:  accountRecord{after.Points, after.Guardian, after.Honorary, reason},
		}, nil
	})
	if err != nil {
		return rank.PointsAccount{}, err
	}
	return after, nil
}
