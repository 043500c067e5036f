package rank_test

import (
	"context"
	"testing"

	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// The whole ledger was added up in one statement: once it took longer than the job may, it was not
// compared any more. Each member is in one step, also one who has lines and no sums.
func TestLedgerIsComparedInSteps(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.Crowd(4200)
	for _, statement := range []string{
		`insert into points_ledger (member_id, action, points, at) select id, 'admin_adjust', 5, muster_now() from members, generate_series(1, 2)`,
		`insert into member_points (member_id, points, earned) select member_id, sum(points), sum(points) from points_ledger group by member_id
			on conflict (member_id) do update set points = excluded.points, earned = excluded.earned`,
	} {
		w.Exec(statement)
	}
	p := w.points(rank.DefaultPointsRules)
	differ := func(want int) {
		t.Helper()
		if n, err := p.LedgerDifferences(ctx); n != want || err != nil {
			t.Errorf("%d differences, want %d, %v", n, want, err)
		}
	}
	owner := func(statement string) { w.T.Helper(); w.Must(storetest.Second(w.Owner().Exec(ctx, statement))) }
	owner(`create function count_line() returns boolean language plpgsql as $$ begin
		if set_config('test.lines', (coalesce(nullif(current_setting('test.lines', true), ''), '0')::int + 1)::text, true)::int > 4000 then
			raise exception 'one transaction reads more than 4000 lines';
		end if;
		return true; end $$`)
	owner(`create policy counted on points_ledger using (count_line())`)
	owner(`alter table points_ledger enable row level security`)
	differ(0)
	owner(`alter table points_ledger disable row level security`)
	w.Exec(`update member_points set points = points + 1 where member_id in (
		select member_id from (select member_id, row_number() over (order by member_id) as n from member_points) m where n in (1, 2000, 2001, 4000, 4001))`)
	differ(5)
	w.Exec(`delete from member_points where member_id = (select max(member_id::text)::uuid from member_points)`)
	differ(6)
	w.Exec(`delete from points_ledger where member_id = (select min(member_id::text)::uuid from points_ledger)`)
	differ(6)
	w.Exec(`delete from member_points`)
	differ(storetest.One[int](w.World, `select count(distinct member_id)::int from points_ledger`))
}
