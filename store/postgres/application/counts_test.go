package application_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"

	rules "muster/store/application"
	"muster/store/postgres/storetest"
)

// counted wants the counts of the desk to be what a count of the rows gives.
func (w *world) counted() {
	w.t.Helper()
	rows, err := w.Pool().Query(ctx, `select case when submitted_at is null then 'incomplete' else status end, count(*)::int
		from applications where applicant_id is not null group by 1`)
	w.must(err)
	want := map[rules.StatusFilter]int{}
	var status rules.StatusFilter
	var n int
	for rows.Next() {
		w.must(rows.Scan(&status, &n))
		want[status] = n
		want[""] += n
	}
	w.must(rows.Err())
	if n := want[""] - want[rules.Incomplete]; n > 0 {
		want[rules.Submitted] = n
	}
	page, err := w.List(ctx, "", "", 1)
	w.must(err)
	maps.DeleteFunc(page.Counts, func(_ rules.StatusFilter, n int) bool { return n == 0 })
	if !maps.Equal(page.Counts, want) {
		w.t.Errorf("counts %v, want %v", page.Counts, want)
	}
}

// The counts stay right while applications of one moment are decided, decided again and
// erased with their applicants on two nodes, and a third adds the counts up.
func TestCountsOfWhatMovesAtOnce_AREV1(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	const many = 12
	var all []*browser
	for i := range many {
		b := w.starts(fmt.Sprintf("n%d@example.org", i))
		b.submits(fmt.Sprintf("n%d@example.org", i), fmt.Sprintf("+155512345%02d", i))
		all = append(all, b)
	}
	w.counted()
	_, beside := w.node()
	var group sync.WaitGroup
	for i, b := range all {
		group.Go(func() {
			for _, status := range []rules.Status{rules.OnHold, rules.Rejected, rules.Reapply} {
				if _, err := w.Decide(ctx, chief, b.id, rules.Decision{Status: status}); err != nil {
					t.Error(err)
				}
			}
			if i%3 == 0 {
				storetest.DeleteApplicant(t, w.owner(), one[string](w, `select applicant_id::text from applications where id = $1`, b.id))
			}
			if err := beside.AddUpCounts(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	w.counted()
	w.must(w.AddUpCounts(ctx))
	w.counted()
	if n := one[int](w, `select count(*)::int from application_counts where change <> 0`); n != 1 {
		t.Errorf("%d rows of counts", n)
	}
}
