// What members earned, as they and others see it.

package rank

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	"muster/store/rank"
)

// Wall reads what a member has earned, what is still to be had, and how far the member
// is. It fails with NotFound.
func (bs *Badges) Wall(ctx context.Context, memberID string) (rank.BadgeWall, error) {
	var wall rank.BadgeWall
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return wall, postgres.ErrMemberUnknown()
	}
	err := bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		wall = rank.BadgeWall{}
		progress, err := readProgress(ctx, conn, id, &wall.Moments)
		if err != nil {
			return err
		}
		if wall.Earned, err = readEarned(ctx, conn, id); err != nil {
			return err
		}
		for _, r := range rank.EarnedRules {
			has := slices.ContainsFunc(wall.Earned, func(b rank.EarnedBadge) bool { return b.ID == r.ID })
			// Whoever did not found the community never will.
			if !has && r.Measure != rank.MeasureFounding {
				wall.Open = append(wall.Open, rank.OpenBadge{EarnedRule: r, Progress: progress.Of(r)})
			}
		}
		return nil
	})
	return wall, err
}

// readProgress reads how far a member has come, and whether it wants to be shown moments.
func readProgress(ctx context.Context, on postgres.Querier, member pgtype.UUID, moments *bool) (rank.EarnedProgress, error) {
	var now, joined time.Time
	var a accountRow
	var said, answered, paid, helpful int
	err := on.QueryRow(ctx, `
		select muster_now(), m.created_at, coalesce((select moments from badge_settings where member_id = m.id), true),
		       (select count(*) from badge_causes where member_id = m.id and cause = 'message'),
		       (select count(*) from badge_causes where member_id = m.id and cause = 'reply'),
		       (select count(*) from badge_causes where member_id = m.id and cause = 'helpful'),
		       (select count(*) from earned_badges where member_id = m.id and badge = 'first_contribution'), `+accountColumns+`
		from members m left join member_points a on a.member_id = m.id where m.id = $1`, member).
		Scan(append([]any{&now, &joined, moments, &said, &answered, &helpful, &paid}, a.scanTargets()...)...)
	if postgres.NoRow(err) {
		return nil, postgres.ErrMemberUnknown()
	}
	if err != nil {
		return nil, err
	}
	return rank.EarnedProgress{
		rank.MeasureMessages: float64(said), rank.MeasureReplies: float64(answered), rank.MeasureHelpful: float64(helpful),
		rank.MeasureContributions: float64(paid), rank.MeasurePoints: float64(a.Points),
		rank.MeasureStreak: float64(a.account().Streak.CountAt(now)),
		rank.MeasureYears:  now.Sub(joined).Hours() / (365 * 24),
	}, nil
}

// readEarned reads a member's badges, newest first; those of rules that are no more are
// left out.
func readEarned(ctx context.Context, on postgres.Querier, member pgtype.UUID) ([]rank.EarnedBadge, error) {
	rows, err := on.Query(ctx, `select badge, earned_at, shown, seen_at is not null from earned_badges
		where member_id = $1 order by earned_at desc, badge`, member)
	if err != nil {
		return nil, err
	}
	var earned []rank.EarnedBadge
	var id string
	var b rank.EarnedBadge
	var chosen *bool
	_, err = pgx.ForEachRow(rows, []any{&id, &b.At, &chosen, &b.Seen}, func() error {
		r, is := rank.EarnedRuleOf(id)
		if !is {
			return nil
		}
		b.EarnedRule, b.Shown = r, !r.Hidden
		if chosen != nil {
			b.Shown = *chosen
		}
		earned = append(earned, b)
		return nil
	})
	return earned, err
}

// Earned reads what a member has earned, newest first.
func (bs *Badges) Earned(ctx context.Context, memberID string) (earned []rank.EarnedBadge, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	err = bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		earned, err = readEarned(ctx, conn, id)
		return err
	})
	return earned, err
}

// Shown reads what others see of what a member has earned, newest first.
func (bs *Badges) Shown(ctx context.Context, memberID string) ([]rank.EarnedBadge, error) {
	earned, err := bs.Earned(ctx, memberID)
	return slices.DeleteFunc(earned, func(b rank.EarnedBadge) bool { return !b.Shown }), err
}

// Show has a member's badge shown to others or not. It gives the broadcasts for the hub,
// and fails with NotFound (badge_unknown) for one that it has not earned.
func (bs *Badges) Show(ctx context.Context, memberID, badge string, shown bool) (broadcasts []store.Broadcast, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	if _, is := rank.EarnedRuleOf(badge); !is {
		return nil, rank.ErrBadgeNotEarned()
	}
	err = bs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update earned_badges set shown = $3 where member_id = $1 and badge = $2`, id, badge, shown)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return rank.ErrBadgeNotEarned()
		}
		changed, err := earnedBroadcasts(ctx, tx, id.String())
		if err == nil {
			broadcasts, err = postgres.AppendBroadcasts(ctx, tx, changed...)
		}
		return err
	})
	return broadcasts, err
}

// MarkSeen notes that a member was shown the moments of badges, each once.
func (bs *Badges) MarkSeen(ctx context.Context, memberID string, badges []string) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return bs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update earned_badges set seen_at = muster_now() where member_id = $1 and badge = any($2) and seen_at is null`, id, badges)
		return err
	})
}

// SetMoments has a member shown the moments of new badges or not.
func (bs *Badges) SetMoments(ctx context.Context, memberID string, moments bool) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	return bs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into badge_settings (member_id, moments) values ($1, $2)
			on conflict (member_id) do update set moments = excluded.moments`, id, moments)
		return err
	})
}

// Held lists the badges that there are to earn with how many members hold each, in the
// order of the rules.
func (bs *Badges) Held(ctx context.Context) ([]rank.HeldBadge, error) {
	var held []rank.HeldBadge
	err := bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		held = make([]rank.HeldBadge, len(rank.EarnedRules))
		ids := make([]string, len(held))
		for i, r := range rank.EarnedRules {
			held[i], ids[i] = rank.HeldBadge{EarnedRule: r}, r.ID
		}
		rows, err := conn.Query(ctx, `select g.n, (select count(*) from earned_badges b where b.badge = g.badge)
			from unnest($1::text[]) with ordinality as g(badge, n)`, ids)
		if err != nil {
			return err
		}
		var n, holders int
		_, err = pgx.ForEachRow(rows, []any{&n, &holders}, func() error {
			held[n-1].Holders = holders
			return nil
		})
		return err
	})
	return held, err
}
