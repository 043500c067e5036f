// What members contributed, and who is a recent contributor because of it.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
)

// countedContribution is whether a contribution "c" was paid and not wholly paid
// back.
const countedContribution = `c.status in ('completed', 'partially_refunded')`

// isRecentContributor is whether the member "m" with the profile "p", which may be
// missing, is shown as a recent contributor; $1 is the window. The mark belongs to
// what a private profile hides.
const isRecentContributor = `(not coalesce(p.profile_private, false) and exists (
	select from contributions c where c.member_id = m.id and not c.anonymous and ` + countedContribution + `
	and c.at > muster_now() - $1::interval))`

// RecordContribution records a contribution that was paid without a checkout. One for
// the server's cost is subtracted from the cost. The broadcasts are for the hub
// (actors.Hub.Broadcast).
func (db *DB) RecordContribution(ctx context.Context, paid store.Contribution) ([]store.Broadcast, error) {
	return NewPayments(db, nil, nil, store.PaymentRules{}, nil).recordPaid(ctx, paid)
}

// contributor is a member and whether it is shown as a recent contributor now.
func (db *DB) contributor(ctx context.Context, tx pgx.Tx, member pgtype.UUID) (store.ContributorChanged, error) {
	c := store.ContributorChanged{UserID: member.String()}
	err := tx.QueryRow(ctx, `
		select coalesce(m.username, ''), `+isRecentContributor+` from members m left join profiles p on p.member_id = m.id
		where m.id = $2`, db.window, member).Scan(&c.Username, &c.IsRecentContributor)
	if NoRow(err) {
		return c, ErrMemberUnknown()
	}
	return c, err
}

// contributorBroadcast is the broadcast of a mark that a transaction changed, none
// when it is as before.
func (db *DB) contributorBroadcast(ctx context.Context, tx pgx.Tx, member pgtype.UUID, before store.ContributorChanged) ([]store.Broadcast, error) {
	now, err := db.contributor(ctx, tx, member)
	if err != nil || now.IsRecentContributor == before.IsRecentContributor {
		return nil, err
	}
	b, err := store.NewContributorChanged(now)
	return []store.Broadcast{b}, err
}

// Contributors lists the recent contributors.
func (db *DB) Contributors(ctx context.Context) ([]store.Contributor, error) {
	var all []store.Contributor
	err := db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			select m.id::text, coalesce(m.username, ''), max(c.at) + $1::interval
			from contributions c
			join members m on m.id = c.member_id
			left join profiles p on p.member_id = m.id
			where not c.anonymous and `+countedContribution+` and c.at > muster_now() - $1::interval
			  and not coalesce(p.profile_private, false)
			group by m.id`, db.window)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[store.Contributor])
		return err
	})
	return all, err
}
