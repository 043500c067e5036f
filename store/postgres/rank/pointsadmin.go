// What administrators change about members' points and ranks.

package rank

import (
	"context"
	"encoding/json"
	"errors"
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
// costs nothing for days before. It does so once for each idempotency key of an administrator
// and a member, "" for none: a repeated call changes nothing and returns the account as it is.
// It fails with Invalid and Conflict (below_zero) as rank.CheckAdjustment does, with NotFound,
// with Invalid for a key that is no UUID and with Conflict for one that was used for another
// change.
func (p *Points) AdjustPoints(ctx context.Context, by store.Caller, memberID string, amount int, reason, key string) (rank.PointsAccount, error) {
	c := accountChange{action: "points_adjusted", memberID: memberID, amount: amount, reason: reason, key: key}
	return p.changeAccount(ctx, by, c, func(a *rank.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error) {
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
	return p.changeAccount(ctx, by, accountChange{action: "guardian_changed", memberID: memberID}, func(a *rank.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
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
	return p.changeAccount(ctx, by, accountChange{action: "honorary_rank_changed", memberID: memberID}, func(a *rank.PointsAccount, _ time.Time, _ pgtype.UUID) ([]LedgerLine, error) {
		a.Honorary = honorary
		return nil, nil
	})
}

// accountChange is what an administrator changes about whose account.
type accountChange struct {
	action, memberID string
	amount           int
	reason           string
	key              string // idempotency key, "" for none
}

// changeAccount runs change on a member's account, which is locked. What leaves it as it was
// is no change.
func (p *Points) changeAccount(ctx context.Context, by store.Caller, c accountChange,
	change func(a *rank.PointsAccount, now time.Time, actor pgtype.UUID) ([]LedgerLine, error),
) (rank.PointsAccount, error) {
	id, ok := postgres.ParseID(c.memberID)
	if !ok {
		return rank.PointsAccount{}, postgres.ErrMemberUnknown()
	}
	if _, err := postgres.ParseAttempt(c.key); err != nil {
		return rank.PointsAccount{}, err
	}
	var after rank.PointsAccount
	office := p.db.AdminService(by)
	err := office.Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		before, now, err := p.LockCharged(ctx, tx, id)
		if err != nil {
			return postgres.AdminChange{}, err
		}
		actor, _ := postgres.ParseID(by.Member.ID)
		after = before
		made := postgres.AdminChange{Action: c.action, Subject: id.String(), Attempt: c.key}
		earlier, again, err := office.Earlier(ctx, tx, made)
		if err == nil && again {
			err = c.checkSame(earlier)
		}
		if again || err != nil {
			return postgres.AdminChange{}, err
		}
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
		made.Before = accountRecord{before.Points, before.Guardian, before.Honorary, ""}
		made.After = accountRecord{after.Points, after.Guardian, after.Honorary, c.reason}
		return made, nil
	})
	if err != nil {
		return rank.PointsAccount{}, err
	}
	return after, nil
}

// checkSame checks that an earlier call with the key made this change.
func (c accountChange) checkSame(e postgres.EarlierAttempt) error {
	var before, after accountRecord
	if err := errors.Join(json.Unmarshal(e.Before, &before), json.Unmarshal(e.After, &after)); err != nil {
		return err
	}
	if after.Points-before.Points != c.amount || after.Reason != c.reason {
		return postgres.ErrAttemptUsed()
	}
	return nil
}
