package loadtest

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/rank"
)

// Analyze has the planner know what was filled in: the owner of the tables may.
const Analyze = `analyze members, profiles, points_ledger, member_points, sessions, session_seen`

// FillLedger gives members who have no points a check-in on each of so many days up to
// yesterday, with the sums, streaks and freezes that these make, and a profile. Lines
// lie in the table as they would have come: day by day. It takes as long as it takes;
// ctx bounds it, and either all of it is made or nothing.
func FillLedger(ctx context.Context, pool *pgxpool.Pool, rules rank.PointsRules, members []Member, days int) (lines int64, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		lines = 0
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		ids, err := withoutPoints(ctx, tx, members)
		if err != nil || len(ids) == 0 || days < 1 {
			return err
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return err
		}
		// Everybody checks in within the hour after noon of the same days.
		account := rank.PointsAccount{}
		first := store.DayOf(now, rules.Zone).Add(-days)
		for i := range days {
			day := first.Add(i)
			noon := day.Start(rules.Zone).Add(12 * time.Hour)
			done, err := account.Streak.CheckIn(noon, rules.Zone, rules.Curve)
			if err != nil {
				return err
			}
			account.Streak = done.Streak
			account.Points += done.Points
			account.Earned += done.Points
			n, err := tx.CopyFrom(ctx, pgx.Identifier{"points_ledger"}, []string{"member_id", "action", "points", "at", "day"},
				pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) {
					return []any{ids[i], string(rank.CheckInAction), done.Points, noon.Add(time.Duration(i%3600) * time.Second),
						pgtype.Date{Time: time.Date(day.Year, day.Month, day.Date, 0, 0, 0, 0, time.UTC), Valid: true}}, nil
				}))
			if err != nil {
				return err
			}
			lines += n
		}
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{"member_points"},
			[]string{"member_id", "points", "earned", "streak", "highest", "freezes", "last_check_in"},
			pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) {
				s := account.Streak
				return []any{ids[i], account.Points, account.Earned, s.Count, s.Highest, s.Freezes, s.Last.Add(time.Duration(i%3600) * time.Second)}, nil
			})); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			insert into profiles (member_id, public_bio, skills_tags, badge_tags)
			select id, 'A member of a load test.', '[{"text":"Maps","color":"#2b7fd9"}]',
			       '[{"text":"Helper","emoji":"⭐","color":"Gold","addedAt":"2026-01-02T03:04:05Z"}]'
			from unnest($1::uuid[]) id on conflict do nothing`, ids)
		return err
	})
	return lines, err
}

// withoutPoints are the ids of those members who have no account yet.
func withoutPoints(ctx context.Context, tx pgx.Tx, members []Member) ([]pgtype.UUID, error) {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.ID
	}
	rows, err := tx.Query(ctx, `select g.id from unnest($1::text[]::uuid[]) with ordinality g(id, number)
		where not exists (select from member_points a where a.member_id = g.id) order by g.number`, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
}
