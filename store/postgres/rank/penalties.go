// Charging everybody who stays away: in batches, for there may be very many at once.

package rank

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/rank"
)

// penaltyBatch is how many members ChargePenalties charges in one transaction.
const penaltyBatch = 100

// ChargePenalties writes the penalties that are due of all members and returns how
// many members it charged: none while the penalty is off. The runs of those without points are
// counted too: points that come later are not charged for them. It may be stopped and begun
// again at any time. Who cannot be charged keeps no other back: it is left to the next run.
func (p *Points) ChargePenalties(ctx context.Context) (charged int, err error) {
	var failed []error
	after := pgtype.UUID{Valid: true}
	for {
		var members []pgtype.UUID
		err := p.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			// A run of seven missed days is never over earlier than seven days after the
			// check-in, less the hour by which the clocks may go forward; each further one
			// takes seven days more.
			rows, err := conn.Query(ctx, `
				select member_id from member_points
				where last_check_in < muster_now() - make_interval(days => $2 * (penalties + 1), hours => -1) and member_id > $1
				order by member_points.member_id limit $3`, after, rank.PenaltyDays, penaltyBatch)
			if err != nil {
				return err
			}
			members, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
			return err
		})
		if err != nil || len(members) == 0 {
			return charged, errors.Join(append(failed, err)...)
		}
		some, err := p.chargeBatch(ctx, members)
		if err != nil {
			some, err = p.chargeEach(ctx, members)
			failed = append(failed, err)
		}
		charged += some
		if ctx.Err() != nil {
			return charged, errors.Join(append(failed, ctx.Err())...)
		}
		after = members[len(members)-1]
	}
}

// chargeEach charges members by themselves, as many of them as can be.
func (p *Points) chargeEach(ctx context.Context, members []pgtype.UUID) (charged int, err error) {
	var failed []error
	for _, m := range members {
		some, err := p.chargeBatch(ctx, []pgtype.UUID{m})
		charged += some
		if failed = append(failed, err); ctx.Err() != nil {
			break
		}
	}
	return charged, errors.Join(failed...)
}

// chargeBatch writes the penalties of some members in one transaction and returns how many it
// charged. Those whose rows somebody else has locked are left.
func (p *Points) chargeBatch(ctx context.Context, members []pgtype.UUID) (charged int, err error) {
	err = p.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		charged = 0
		locked, now, err := lockAccounts(ctx, tx, members)
		if err != nil {
			return err
		}
		var changes []ledgerChange
		for _, a := range locked {
			after, lines := p.penalties(a.PointsAccount, now)
			if after == a.PointsAccount {
				continue
			}
			if len(lines) > 0 {
				charged++
			}
			changes = append(changes, newLedgerChange(a.member, a.PointsAccount, after, lines...))
		}
		return writeAccounts(ctx, tx, changes...)
	})
	if err != nil {
		charged = 0
	}
	return charged, err
}

// lockedAccount is the account of one of several members.
type lockedAccount struct {
	member pgtype.UUID
	rank.PointsAccount
}

// lockAccounts locks the rows of sums of several members as LockAccount does, but waits for none:
// those that somebody else has locked are left out, as are those who were erased.
func lockAccounts(ctx context.Context, tx pgx.Tx, members []pgtype.UUID) (locked []lockedAccount, now time.Time, err error) {
	rows, err := tx.Query(ctx, `select id from members where id = any($1) and erased_at is null order by id for key share skip locked`, members)
	if err != nil {
		return nil, now, err
	}
	if members, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID]); err != nil {
		return nil, now, err
	}
	rows, err = tx.Query(ctx, `select member_id, `+accountColumns+` from member_points a where member_id = any($1) order by member_id for update skip locked`, members)
	if err != nil {
		return nil, now, err
	}
	locked, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (lockedAccount, error) {
		var member pgtype.UUID
		var a accountRow
		err := row.Scan(append([]any{&member}, a.scanTargets()...)...)
		return lockedAccount{member, a.account()}, err
	})
	if err != nil {
		return nil, now, err
	}
	err = tx.QueryRow(ctx, `select muster_now()`).Scan(&now)
	return locked, now, err
}
