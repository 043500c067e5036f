// Who is shown as a recent contributor, which profiles, rooms and payments read.

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

// CountedContribution is whether a contribution "c" was paid and is neither paid back nor
// disputed wholly.
const CountedContribution = `c.status not in ('pending', 'failed') and c.refunded_cents + c.disputed_cents < c.amount_cents`

// KeptCents is what is left of a contribution "c": what was paid, less what was paid back and
// is disputed.
const KeptCents = `case when c.status in ('pending', 'failed') then 0 else c.amount_cents - c.refunded_cents - c.disputed_cents end`

// IsRecentContributor is whether the member "m" with the profile "p", which may be
// missing, is shown as a recent contributor; $1 is the window. The mark belongs to
// what a private profile hides.
const IsRecentContributor = `(not coalesce(p.profile_private, false) and exists (
	select from contributions c where c.member_id = m.id and not c.anonymous and ` + CountedContribution + `
	and c.at > muster_now() - $1::interval))`

// Contributor is a member and whether it is shown as a recent contributor now.
func (db *DB) Contributor(ctx context.Context, tx pgx.Tx, member pgtype.UUID) (store.ContributorChanged, error) {
	c := store.ContributorChanged{UserID: member.String()}
	err := tx.QueryRow(ctx, `
		select coalesce(m.username, ''), `+IsRecentContributor+` from members m left join profiles p on p.member_id = m.id
		where m.id = $2`, db.window, member).Scan(&c.Username, &c.IsRecentContributor)
	if NoRow(err) {
		return c, ErrMemberUnknown()
	}
	return c, err
}

// ContributorBroadcast is the broadcast of a mark that a transaction changed, none
// when it is as before.
func (db *DB) ContributorBroadcast(ctx context.Context, tx pgx.Tx, member pgtype.UUID, before store.ContributorChanged) ([]store.Broadcast, error) {
	now, err := db.Contributor(ctx, tx, member)
	if err != nil || now.IsRecentContributor == before.IsRecentContributor {
		return nil, err
	}
	b, err := store.NewContributorChanged(now)
	return []store.Broadcast{b}, err
}

// ContributorWindow is how long a contribution makes a recent contributor.
func (db *DB) ContributorWindow() time.Duration { return db.window }
