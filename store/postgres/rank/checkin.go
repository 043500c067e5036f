// Check-ins, and the penalties of those who stay away.

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

// CheckIn checks a member in: the line of the ledger, the streak and the rank are one
// transaction. It fails with Conflict (already_checked_in) on a day that has its
// check-in, and with NotFound.
func (p *Points) CheckIn(ctx context.Context, memberID string) (rank.CheckedIn, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return rank.CheckedIn{}, postgres.ErrMemberUnknown()
	}
	var done rank.CheckedIn
	err := p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		account, now, err := LockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		was := account.Rank()
		if account, err = p.charge(ctx, tx, id, account, now); err != nil {
			return err
		}
		after, c, line, err := p.checkIn(account, now)
		if err != nil {
			return err
		}
		if after, err = WriteLines(ctx, tx, id, account, after, line); err != nil {
			return err
		}
		done = rank.CheckedIn{
			CheckIn: c, Points: c.Points, Total: after.Points, Next: c.Streak.NextCheckIn(now, p.rules.Zone),
			Rank: after.Rank(), RankChanged: after.Rank() != was,
		}
		return nil
	})
	return done, err
}

// checkIn is the line of a check-in at now, with the account that has the streak after it
// but not yet the points.
func (p *Points) checkIn(a rank.PointsAccount, now time.Time) (after rank.PointsAccount, c rank.CheckIn, line LedgerLine, err error) {
	if c, err = a.Streak.CheckIn(now, p.rules.Zone, p.rules.Curve); err != nil {
		return a, c, line, err
	}
	after = a
	after.Streak, after.Penalties = c.Streak, 0
	return after, c, LedgerLine{
		PointsLine: rank.PointsLine{Action: rank.CheckInAction, Points: c.Points, At: now},
		day:        store.DayOf(now, p.rules.Zone).String(),
	}, nil
}

// CheckInAt checks a member in at moments of the past, oldest first, with the penalties
// between them and the badges that they earn, as CheckIn would have then. It fails with
// Conflict (already_checked_in) where a moment is not on a later day than the one before
// it, with Invalid for a moment that is still to come, and with NotFound; then
// none counts.
func (p *Points) CheckInAt(ctx context.Context, memberID string, moments ...time.Time) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		before, now, err := LockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		account := before
		var lines []LedgerLine
		var earned []rank.Earned
		count := func(after rank.PointsAccount, more ...LedgerLine) {
			plain := plainLines(more)
			earned = append(earned, rank.LedgerEarned(account, after, plain)...)
			account, lines = after.With(plain...), append(lines, more...)
		}
		for _, at := range moments {
			if at.After(now) {
				return store.NewError(store.Invalid, "That is still to come.")
			}
			after, charged := p.penalties(account, at)
			count(after, charged...)
			after, _, line, err := p.checkIn(account, at)
			if err != nil {
				return err
			}
			count(after, line)
		}
		return writeAccounts(ctx, tx, ledgerChange{id, before, account, lines, earned})
	})
}

// penaltyDue says whether a run of missed days is over that is not counted yet.
func (p *Points) penaltyDue(a rank.PointsAccount, now time.Time) bool {
	return a.Streak.PenaltiesDue(now, p.rules.Zone) > a.Penalties
}

// charge writes the penalties that are due and returns the account after them.
func (p *Points) charge(ctx context.Context, tx pgx.Tx, member pgtype.UUID, a rank.PointsAccount, now time.Time) (rank.PointsAccount, error) {
	after, lines := p.penalties(a, now)
	if after == a {
		return a, nil
	}
	return WriteLines(ctx, tx, member, a, after, lines...)
}

// LockCharged is LockAccount with the penalties that are due written, as they are before whatever
// else changes the account.
func (p *Points) LockCharged(ctx context.Context, tx pgx.Tx, member pgtype.UUID) (account rank.PointsAccount, now time.Time, err error) {
	if account, now, err = LockAccount(ctx, tx, member); err == nil {
		account, err = p.charge(ctx, tx, member, account, now)
	}
	return account, now, err
}

// penalties are the lines of the penalties that are due at now, with the account in which
// they are counted but not yet taken off. Each run of missed days costs 5 % of what the run
// before it left. While the penalty is off a run is counted and costs nothing, also when the
// penalty is on again.
func (p *Points) penalties(a rank.PointsAccount, now time.Time) (after rank.PointsAccount, lines []LedgerLine) {
	if !p.penaltyDue(a, now) {
		return a, nil
	}
	after = a
	after.Penalties = a.Streak.PenaltiesDue(now, p.rules.Zone)
	if !p.rules.Penalty {
		return after, nil
	}
	left := a.Points
	for run := a.Penalties + 1; run <= after.Penalties && rank.Penalty(left) > 0; run++ {
		lost := rank.Penalty(left)
		left -= lost
		lines = append(lines, LedgerLine{
			PointsLine: rank.PointsLine{Action: rank.InactivityPenaltyAction, Points: -lost, At: now},
			day:        store.DayOf(a.Streak.Last, p.rules.Zone).String(), run: run,
		})
	}
	return after, lines
}

// chargePenalties writes one member's penalties that are due and says whether they cost
// anything.
func (p *Points) chargePenalties(ctx context.Context, memberID string) (charged bool, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return false, postgres.ErrMemberUnknown()
	}
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		account, now, err := LockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		after, err := p.charge(ctx, tx, id, account, now)
		charged = after.Points < account.Points
		return err
	})
	return charged, err
}
