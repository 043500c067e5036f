// What the administrators' table of users costs. Run with
//
//	go test ./store/postgres -run '^$' -bench Users -benchtime 400x

package postgres_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// BenchmarkUsers asks for first pages among 100,000 members by every order and filter and by
// searches that find all, many, some, one and nobody.
func BenchmarkUsers(b *testing.B) {
	w := newWorld(b)
	w.must(pgx.BeginFunc(context.Background(), w.Pool(), func(tx pgx.Tx) error {
		_, err := tx.Exec(context.Background(), `set local statement_timeout = 0`)
		if err == nil {
			_, err = tx.Exec(context.Background(), `with made as (
				insert into members (name, email, phone, username, username_at)
				select (array['Anna', 'Ben', 'Carla', 'Émile'])[1 + i % 4] || ' ' || (array['Meyer', 'Smith', 'Okafor', 'Tanaka', 'Novak'])[1 + i % 5] || ' ' || i,
					'member' || i || '@example.org', case when i % 3 = 0 then '+4915' || (10000000 + i) end, 'soldier_' || i, muster_now()
				from generate_series(1, 100000) i returning id),
			standing as (insert into member_standing (member_id) select id from made)
			insert into member_points (member_id, points, earned) select id, n, n from (select id, (random() * 12000)::int as n from made) p`)
		}
		return err
	}))
	w.exec(`vacuum analyze member_directory, member_search`)
	var queries []store.UserQuery
	for _, search := range []string{"", "a", "er", "meyer", "tanaka 77", "soldier_4711", "nobody at all", "+4915"} {
		for _, filter := range []store.UserFilter{store.AllUsers, store.AdminUsers, store.ActiveUsers, store.InactiveUsers} {
			for _, sort := range []store.UserSort{store.SortByName, store.SortByEmail, store.SortByPhone, store.SortByRank, store.SortByLastLogin, store.SortByCreated} {
				q, err := store.UserQuery{Search: search, Filter: filter, Sort: sort, Descending: len(queries)%2 == 0, Limit: 50}.Check()
				w.must(err)
				queries = append(queries, q)
			}
		}
	}
	took := map[string][]time.Duration{}
	var all []time.Duration
	b.ResetTimer()
	for i := range b.N {
		q := queries[i%len(queries)]
		began := time.Now()
		if _, err := w.Users(context.Background(), q); err != nil {
			b.Fatal(err)
		}
		d := time.Since(began)
		all = append(all, d)
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
	for _, part := range slices.Sorted(maps.Keys(took)) {
		b.Logf("%s: p50 %.1f ms, p95 %.1f ms", part, at(took[part], 0.5), at(took[part], 0.95))
	}
}
