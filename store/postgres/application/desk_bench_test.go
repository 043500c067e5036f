// What the desk costs with many applications. Run with
//
//	go test ./store/postgres/application -run '^$' -bench Desk -benchtime 700x

package application_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	rules "muster/store/application"
	"muster/store/postgres/storetest"
)

// BenchmarkDesk lists pages of 50,000 applications by every filter: the first, the second
// and a late one.
func BenchmarkDesk(b *testing.B) {
	w := newWorld(b)
	keys := rules.NewKeys(w.secret)
	const many, batch = 50_000, 5_000
	storetest.AddApplicants(b, w.owner(), many)
	for from := 0; from < many; from += batch {
		var ids []string
		var wrapped [][]byte
		for range batch {
			id := rules.NewID()
			_, key := keys.NewDataKey(id)
			ids, wrapped = append(ids, id), append(wrapped, key)
		}
		w.exec(`insert into applications (id, number, data_key, email, applicant_id, full_name, phone, address, stage, status, submitted_at, due_at, expedited, answers, fan)
			select k.id, 'N' || p.n, k.key, p.email, p.id, 'PERSON ' || (p.n / 2), '+1555' || p.n, '192.0.2.' || (p.n % 250), case when p.n % 4 = 0 then 2 else 5 end,
			       (array['pending', 'pending', 'accepted', 'rejected', 'on_hold', 'reapply'])[1 + p.n % 6],
			       case when p.n % 4 > 0 then muster_now() - p.n * interval '10 minutes' end,
			       case when p.n % 4 > 0 and p.n % 6 < 2 then muster_now() - p.n * interval '10 minutes' + interval '9 days' end, p.n % 50 = 0,
			       jsonb_build_object('texts', jsonb_build_object('why_join', repeat('words ', 300))), '{}'
			from unnest($1::uuid[], $2::bytea[]) with ordinality k(id, key, place)
			cross join lateral (select id, email, k.place::int + $3 as n from applicants where email = 'a' || (k.place + $3) || '@example.org' offset 0) p`, ids, wrapped, from)
	}
	w.exec(`insert into application_decisions (application_id, before, status, decided_at, submitted_at, due_at)
		select id, 'pending', status, submitted_at + interval '2 days', submitted_at, submitted_at + interval '9 days' from applications where status <> 'pending' and submitted_at is not null`)
	w.exec(`vacuum analyze applications, application_decisions`)
	chief := w.chief("chief")
	type query struct {
		filter rules.StatusFilter
		page   int
	}
	var queries []query
	for _, filter := range []rules.StatusFilter{"", rules.Incomplete, "pending", "accepted", "rejected", "on_hold", "reapply"} {
		for _, page := range []int{1, 2, 100} {
			queries = append(queries, query{filter, page})
		}
	}
	took := make([][]time.Duration, len(queries))
	b.ResetTimer()
	for i := range b.N {
		q := queries[i%len(queries)]
		began := time.Now()
		if _, err := w.List(ctx, chief.Member.ID, q.filter, q.page); err != nil {
			b.Fatal(err)
		}
		took[i%len(queries)] = append(took[i%len(queries)], time.Since(began))
	}
	slowest := 0.0
	for i, d := range took {
		if len(d) == 0 {
			continue
		}
		slices.Sort(d)
		p95 := d[int(float64(len(d)-1)*0.95)].Seconds() * 1000
		slowest = max(slowest, p95)
		fmt.Printf("%q page %d: p50 %.1f ms, p95 %.1f ms\n", queries[i].filter, queries[i].page, d[len(d)/2].Seconds()*1000, p95)
	}
	b.ReportMetric(slowest, "ms/p95-of-slowest")
}
