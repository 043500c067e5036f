package rank

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the tables of points and badges.
func (*Points) Tables() map[string]string {
	return map[string]string{
		"badge_causes":   "",
		"badge_cursors":  "",
		"badge_search":   "",
		"badge_settings": "",
		"earned_badges":  "",
		"member_points":  "",
		"points_ledger":  "",
	}
}

// Erase deletes the points and the badges of a member.
func (*Points) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m, `delete from points_ledger where member_id = $1`, `delete from member_points where member_id = $1`,
		`delete from earned_badges where member_id = $1`, `delete from badge_causes where member_id = $1`, `delete from badge_settings where member_id = $1`)
}

// Export gives a member's points and every line of its ledger, and its badges.
func (*Points) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{
			Name: "points.json", About: "your points now",
			Query: `select points, earned, streak, highest, freezes, last_check_in, guardian, honorary_rank from member_points where member_id = $1`,
		},
		{
			Name: "points-ledger.json", About: "every change of your points",
			Query: `select id, action, points, at, day, reason from points_ledger where member_id = $1 order by id`,
		},
		{
			Name: "earned-badges.json", About: "badges that you earned, and whether others see them",
			Query: `select badge, earned_at, given_at, seen_at, shown from earned_badges where member_id = $1 order by earned_at, badge`,
		},
		{
			Name: "badge-causes.json", About: "messages that count towards badges: yours, and answers to yours",
			Query: `select cause, source, at from badge_causes where member_id = $1 order by at, source`,
		},
		{
			Name: "badge-settings.json", About: "whether you are shown the moment of a new badge",
			Query: `select moments from badge_settings where member_id = $1`,
		},
	}, nil
}

// ActivityQuery selects the newest check-ins.
func (*Points) ActivityQuery() string {
	return `select 'points:' || id, id, at, action, member_id, null::uuid, '', jsonb_build_object('points', points)
		from points_ledger where id > $2 and action = 'check_in' order by points_ledger.id desc limit $6`
}

// BackupPart asks whether points are what the ledger adds up to.
func (*Points) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Sound: []string{
			`select format('the points of member %s are %s, the ledger says %s', coalesce(a.member_id, l.member_id), coalesce(a.points, 0), coalesce(l.points, 0))
		from member_points a full join (select member_id, sum(points) as points from points_ledger group by member_id) l on l.member_id = a.member_id
		where coalesce(a.points, 0) <> coalesce(l.points, 0) limit 10`,
		},
		Totals: map[string]string{"points in the ledger": `select coalesce(sum(points), 0)::bigint from points_ledger`},
	}
}
