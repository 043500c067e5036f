// What the administrators' table of users costs. Run with
//
//	go test ./store/postgres -run '^$' -bench Users -benchtime 15120x

package desk_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/desk"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
)

// BenchmarkUsers asks for pages among 100,000 members by every order and filter and by
// searches that find all, many, some, one and nobody: the first, the second and a late one.
// The members were seen last over a year, a tenth of them now, and half have a username.
func BenchmarkUsers(b *testing.B) {
	w := newWorld(b)
	w.Must(pgx.BeginFunc(context.Background(), w.Pool(), func(tx pgx.Tx) error {
		_, err := tx.Exec(context.Background(), `set local statement_timeout = 0`)
		storetest.Populate(b, tx, 100_000)
		storetest.ScatterPoints(b, tx)
		storetest.SeenOverYear(b, tx)
		return err
	}))
	w.Exec(`vacuum analyze member_directory, member_search, member_places, sessions, session_seen`)
	var queries []desk.UserQuery
	for _, search := range []string{"", "a", "er", "meyer", "member1", "tanaka 77", "soldier_4712", "nobody at all", "+4915"} {
		for _, filter := range []desk.UserFilter{desk.AllUsers, desk.AdminUsers, desk.ActiveUsers, desk.InactiveUsers} {
			for _, sort := range []desk.UserSort{desk.SortByName, desk.SortByEmail, desk.SortByPhone, desk.SortByUsername, desk.SortByRank, desk.SortByLastLogin, desk.SortByCreated} {
				for _, page := range []int{1, 2, 40} {
					for _, descending := range []bool{false, true} {
						q, err := desk.UserQuery{Search: search, Filter: filter, Sort: sort, Descending: descending, Limit: 50, Page: page}.Check()
						w.Must(err)
						queries = append(queries, q)
					}
				}
			}
		}
	}
	took := map[string][]time.Duration{}
	var all []time.Duration
	each := make([][]time.Duration, len(queries))
	b.ResetTimer()
	for i := range b.N {
		q := queries[i%len(queries)]
		began := time.Now()
		if _, err := desks.New(w.World.Node.DB).Users(context.Background(), q); err != nil {
			b.Fatal(err)
		}
		d := time.Since(began)
		all = append(all, d)
		each[i%len(queries)] = append(each[i%len(queries)], d)
		for _, part := range []string{fmt.Sprintf("search %q", q.Search), "filter " + string(q.Filter), "sort " + string(q.Sort)} {
			took[part] = append(took[part], d)
		}
	}
	at := func(d []time.Duration, share float64) float64 {
		slices.Sort(d)
		return d[int(float64(len(d)-1)*share)].Seconds() * 1000
	}
	b.ReportMetric(at(all, 0.5), "ms/p50")
	b.ReportMetric(at(all, 0.95), "ms/p95")
	slowest := 0.0
	for i, took := range each {
		if len(took) > 0 {
			p95 := at(took, 0.95)
			slowest = max(slowest, p95)
			if p95 > 50 { // b.Log stops after ten lines
				fmt.Printf("%+v: p50 %.1f ms, p95 %.1f ms\n", queries[i], at(took, 0.5), p95)
			}
		}
	}
	b.ReportMetric(slowest, "ms/p95-of-slowest")
	for _, part := range slices.Sorted(maps.Keys(took)) {
		b.Logf("%s: p50 %.1f ms, p95 %.1f ms", part, at(took[part], 0.5), at(took[part], 0.95))
	}
}
