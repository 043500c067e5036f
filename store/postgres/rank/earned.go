// Giving badges that members earn: in the transaction of the cause, or by a search.

package rank

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

// earnings are badges to give, as columns.
type earnings struct {
	members []pgtype.UUID
	badges  []string
	at      []time.Time
}

func (e *earnings) add(member pgtype.UUID, earned ...rank.Earned) {
	for _, one := range earned {
		e.members, e.badges, e.at = append(e.members, member), append(e.badges, one.ID), append(e.at, one.At)
	}
}

// addOf adds one badge if a record earns it by now.
func (e *earnings) addOf(r rank.EarnedRule, member pgtype.UUID, record rank.MemberRecord, now time.Time) {
	for _, one := range record.Earned(now) {
		if one.ID == r.ID {
			e.add(member, one)
		}
	}
}

// mostAnnounced is how many members' badges are announced at once. More come of an import or
// of a time without nodes: announced, each would be a frame to every socket. Whoever earned
// them is shown the moment with the next visit.
const mostAnnounced = 500

// give gives badges that their members do not have, and the broadcasts of those: each to
// the sockets of its member, and to everybody that a member shows others where they see
// the badge; none of more than mostAnnounced members. Who was erased is given none.
func (e *earnings) give(ctx context.Context, tx pgx.Tx) ([]store.Broadcast, error) {
	if len(e.members) == 0 {
		return nil, nil
	}
	rows, err := tx.Query(ctx, giveBadges+`returning member_id::text, badge`, e.members, e.badges, e.at, nil)
	if err != nil {
		return nil, err
	}
	var broadcasts []store.Broadcast
	visible := map[string]bool{}
	var member, badge string
	_, err = pgx.ForEachRow(rows, []any{&member, &badge}, func() error {
		r, _ := rank.EarnedRuleOf(badge)
		visible[member] = visible[member] || !r.Hidden
		b, err := store.NewBroadcast(store.MemberSubject(member, "badge:"+badge), "badge_earned", badgeEarned{member, badge, r.Name})
		broadcasts = append(broadcasts, b)
		return err
	})
	if err != nil || len(broadcasts) == 0 || len(visible) > mostAnnounced {
		return nil, err
	}
	maps.DeleteFunc(visible, func(_ string, others bool) bool { return !others })
	changed, err := earnedBroadcasts(ctx, tx, slices.Collect(maps.Keys(visible))...)
	if err != nil {
		return nil, err
	}
	return postgres.AppendBroadcasts(ctx, tx, append(broadcasts, changed...)...)
}

// earnedChanged is the broadcast's value.
type earnedChanged struct {
	UserID   string `json:"userId"`
	Username string `json:"username"`
}

// earnedBroadcasts are the broadcasts that members show other badges.
func earnedBroadcasts(ctx context.Context, tx pgx.Tx, members ...string) ([]store.Broadcast, error) {
	rows, err := tx.Query(ctx, `select m.id::text, coalesce(m.username, '') from members m where m.id = any($1::text[]::uuid[]) order by m.id`, members)
	if err != nil {
		return nil, err
	}
	changed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[earnedChanged])
	if err != nil {
		return nil, err
	}
	broadcasts := make([]store.Broadcast, len(changed))
	for i, c := range changed {
		if broadcasts[i], err = store.NewBroadcast("earned:"+c.UserID, "earned_changed", c); err != nil {
			return nil, err
		}
	}
	return broadcasts, nil
}

// giveBadges stores badges $2 of members $1, earned at $3; their members have seen the
// moment at $4 or not yet. Whoever erases a member holds its row.
const giveBadges = `
	insert into earned_badges (member_id, badge, earned_at, seen_at)
	select m.id, g.badge, g.at, $4::timestamptz from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as g(member_id, badge, at)
	join members m on m.id = g.member_id and m.erased_at is null
	order by m.id, g.badge for key share of m
	on conflict do nothing `

// badgeEarned is the broadcast's value.
type badgeEarned struct {
	UserID string `json:"userId"`
	ID     string `json:"id"`
	Name   string `json:"name"`
}

// GiveContributedIn gives a member the badge of its first contribution, which was paid at
// that moment, in the transaction that settles it.
func GiveContributedIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID, at time.Time) error {
	var e earnings
	for _, r := range rank.EarnedRules {
		if r.Measure == rank.MeasureContributions {
			e.add(member, rank.Earned{ID: r.ID, At: at})
		}
	}
	_, err := e.give(ctx, tx)
	return err
}
