package storetest

import "testing"

// AddCheckIn writes the line of a check-in into a member's ledger, not into its account;
// the day is one like 2026-01-31.
func AddCheckIn(t testing.TB, rows Rows, member string, points int, day string) {
	t.Helper()
	write(t, rows, `insert into points_ledger (member_id, action, points, day) values ($1, 'check_in', $2, $3::text::date)`, member, points, day)
}

// SetPoints gives a member that has no account one with these points.
func SetPoints(t testing.TB, rows Rows, member string, points int) {
	t.Helper()
	write(t, rows, `insert into member_points (member_id, points) values ($1, $2)`, member, points)
}

// ScatterPoints gives each member up to 12,000 points.
func ScatterPoints(t testing.TB, rows Rows) {
	t.Helper()
	write(t, rows, `insert into member_points (member_id, points, earned) select id, n, n from (select id, (random() * 12000)::int as n from members) p`)
}

// CountRankRows says how many rows of points and badges a member has.
func CountRankRows(t testing.TB, rows Rows, member string) int {
	t.Helper()
	return read[int](t, rows, `select (select count(*) from points_ledger where member_id = $1) + (select count(*) from member_points where member_id = $1)
		+ (select count(*) from earned_badges where member_id = $1)`, member)
}

// CountLedgerLines says how many lines the ledgers of all members have.
func CountLedgerLines(t testing.TB, rows Rows) int {
	t.Helper()
	return read[int](t, rows, `select count(*) from points_ledger`)
}

// CheckedInDaily has each member check in on as many days up to yesterday.
func CheckedInDaily(t testing.TB, rows Rows, days int) {
	t.Helper()
	write(t, rows, `insert into points_ledger (member_id, action, points, at, day)
		select m.id, 'check_in', 10, muster_now() - d * interval '1 day', (muster_now() - d * interval '1 day')::date
		from members m, generate_series($1::int, 1, -1) d`, days)
}
