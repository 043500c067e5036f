// What administrators change about members' points and ranks.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// accountRecord is an account as the audit keeps it.
type accountRecord struct {
	Points   int        `json:"points"`
	Guardian bool       `json:"guardian"`
	Honorary store.Rank `json:"honorary_rank,omitempty"`
	Reason   string     `json:"reason,omitempty"`
}

// AdjustPoints gives or takes points, by a line of the ledger with its reason, and
// returns the account after it. It fails with Invalid and Conflict (below_zero) as
// store.CheckAdjustment does, and with NotFound.
func (o AdminService) AdjustPoints(ctx context.Context, memberID string, amount int, reason string) (store.PointsAccount, error) {
	return o.changeAccount(ctx, "points_adjusted", memberID, reason, func(a *store.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error) {
		if err := store.CheckAdjustment(a.Points, amount, reason); err != nil {
			return nil, err
		}
		return []LedgerLine{{
			PointsLine: store.PointsLine{Action: store.AdminAdjustAction, Points: amount, At: now}, Reason: reason, actor: actor,
		}}, nil
	})
}

// SetGuardian makes a member a Guardian or ends that, and returns the account after
// it. NotFound for an unknown member.
func (o AdminService) SetGuardian(ctx context.Context, memberID string, guardian bool) (store.PointsAccount, error) {
	return o.changeAccount(ctx, "guardian_changed", memberID, "", func(a *store.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
		a.Guardian = guardian
		return nil, nil
	})
}

// SetHonoraryRank gives a member an honorary rank, or takes it back with "", and
// returns the account after it. It fails with Invalid for any other rank and with
// NotFound.
func (o AdminService) SetHonoraryRank(ctx context.Context, memberID string, rank store.Rank) (store.PointsAccount, error) {
	if err := store.CheckHonorary(rank); err != nil {
		return store.PointsAccount{}, err
	}
	return o.changeAccount(ctx, "honorary_rank_changed", memberID, "", func(a *store.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
		a.Honorary = rank
		return nil, nil
	})
}

// changeAccount runs change on a member's account, which is locked.
func (o AdminService) changeAccount(ctx context.Context, action, memberID, reason string,
	change func(a *store.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error),
) (store.PointsAccount, error) {
	id, ok := ParseID(memberID)
	if !ok {
		return store.PointsAccount{}, ErrMemberUnknown()
	}
	var after store.PointsAccount
	err := o.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (AdminChange, error) {
		before, now, err := LockAccount(ctx, tx, id)
		if err != nil {
			return AdminChange{}, err
		}
		actor, _ := ParseID(o.caller.Member.ID)
		after = before
		lines, err := change(&after, now, actor)
		if err != nil {
			return AdminChange{}, err
		}
		if after, err = WriteLines(ctx, tx, id, before, after, lines...); err != nil {
			return AdminChange{}, err
		}
		return AdminChange{
			Action: action, Subject: id.String(),
			Before: accountRecord{before.Points, before.Guardian, before.Honorary, ""},
			After:  accountRecord{after.Points, after.Guardian, after.Honorary, reason},
		}, nil
	})
	if err != nil {
		return store.PointsAccount{}, err
	}
	return after, nil
}
