package face_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	rules "muster/store/face"
	"muster/store/postgres/storetest"
)

// enrolledNames reads the list to its end, in pages of a size.
func (w *world) enrolledNames(q rules.EnrolledQuery, size int) string {
	w.t.Helper()
	var names []string
	for {
		q.Limit = size
		checked, err := q.Check()
		w.must(err)
		page, next, err := w.faces.Enrolled(ctx, checked)
		w.must(err)
		for _, e := range page {
			names = append(names, e.Member.Username)
		}
		if len(page) > size || len(names) > 20 {
			w.t.Fatalf("a page of %d has %d, %v", size, len(page), names)
		}
		if q.Cursor = next; next == "" {
			return strings.Join(names, " ")
		}
	}
}

// The viewer searched and sorted only the 200 members that it had loaded. Every order has
// the same members on pages of every size, each once.
func TestEnrolledSorted_FADM14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	callers := map[string]store.Caller{}
	for _, name := range []string{"cleo", "ann", "bob", "dora"} {
		callers[name] = w.signedIn(name, false)
		w.enrols(callers[name])
	}
	w.verifies(callers["ann"], "1", 99)
	w.verifies(callers["ann"], "2", 96)
	w.verifies(callers["dora"], "3", 96)
	w.verifies(callers["cleo"], "4", 99)
	for sort, want := range map[rules.EnrolledSort]string{
		"":                     "dora bob ann cleo",
		rules.SortByEnrolled:   "dora bob ann cleo",
		rules.SortByLastUsed:   "cleo dora ann bob",
		rules.SortByName:       "ann bob cleo dora",
		rules.SortByConfidence: "dora ann cleo bob",
	} {
		for size := 1; size <= 4; size++ {
			if got := w.enrolledNames(rules.EnrolledQuery{Sort: sort}, size); got != want {
				t.Errorf("by %q in pages of %d: %s", sort, size, got)
			}
		}
	}
	if got := w.enrolledNames(rules.EnrolledQuery{Sort: rules.SortByScans}, 1); !strings.HasPrefix(got, "ann ") || !strings.HasSuffix(got, " bob") || len(got) != len("ann bob cleo dora") {
		t.Errorf("by scans: %s", got)
	}
}

// A search finds all enrolled members whom the text names, whatever its case, and takes
// its signs literally.
func TestEnrolledSearched_FADM14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []string{"ann", "anna", "bob_b"} {
		w.enrols(w.signedIn(name, false))
	}
	w.signedIn("annika", false) // has no enrolled face
	phoned := w.signedIn("dora", false)
	w.enrols(phoned)
	phoned.Member.Name, phoned.Member.Phone = "Ören", "+4915123456789"
	storetest.WriteMember(t, w.owner(), phoned.Member)
	for search, want := range map[string]string{
		"":                "dora bob_b anna ann",
		"ANN":             "anna ann",
		"anna@":           "anna",
		"Member B":        "bob_b",
		"_":               "bob_b",
		"%":               "",
		"ören":            "dora",
		"+49 151 2345-67": "dora",
		"x' or true --":   "",
	} {
		for _, sort := range []rules.EnrolledSort{rules.SortByEnrolled, rules.SortByName} {
			names := strings.Fields(want)
			if sort == rules.SortByName {
				slices.Sort(names)
			}
			for size := 1; size <= 4; size += 3 {
				if got := w.enrolledNames(rules.EnrolledQuery{Search: search, Sort: sort}, size); got != strings.Join(names, " ") {
					t.Errorf("%q by %s in pages of %d: %s", search, sort, size, got)
				}
			}
		}
	}
	// A name that changes while the face is enrolled is in the list afterwards.
	eve := w.signedIn("eve", false)
	done := make(chan error, 1)
	w.must(pgx.BeginFunc(ctx, w.owner(), func(tx pgx.Tx) error {
		eve.Member.Username = "zoe"
		storetest.WriteMember(t, tx, eve.Member)
		go func() {
			_, err := w.owner().Exec(ctx, `insert into face_enrolments (member_id, engine, data_key, confidence, consent_version, consented_at) values ($1, 'fake/1', '', 90, '', muster_now())`, eve.Member.ID)
			done <- err
		}()
		// The enrolment waits for the name, or is done before it.
		for len(done) == 0 {
			var waits bool
			if err := w.owner().QueryRow(ctx, `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into face_enrolments%')`).Scan(&waits); err != nil || waits {
				return err
			}
		}
		return nil
	}))
	w.must(<-done)
	if got := w.enrolledNames(rules.EnrolledQuery{Search: "zoe"}, 1); got != "zoe" {
		t.Errorf("renamed while enrolling: %q", got)
	}
}

// The cursor of another order, of another list or of nobody is refused, not taken for the
// end of the list.
func TestEnrolledCursor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.signedIn("ann", false)
	w.enrols(ann)
	for _, cursor := range []string{
		"x", ann.Member.ID, rules.EnrolledPosition{Sort: rules.SortByName, Key: "ann", ID: ann.Member.ID}.Cursor(),
		rules.EnrolledPosition{Sort: rules.SortByScans, Key: "many", ID: ann.Member.ID}.Cursor(),
		rules.EnrolledPosition{Sort: rules.SortByScans, Key: "1", ID: "nobody"}.Cursor(),
		rules.EnrolledPosition{Sort: rules.SortByScans, Key: "99999999999", ID: ann.Member.ID}.Cursor(),
	} {
		q, err := rules.EnrolledQuery{Sort: rules.SortByScans, Cursor: cursor}.Check()
		w.must(err)
		if _, _, err := w.faces.Enrolled(ctx, q); store.CodeOf(err) != store.Invalid {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// What the list sums up is what the checks say, also after checks at once on both sides
// of a retention, and nothing of it outlives the enrolment.
func TestEnrolledSums(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.signedIn("ann", false)
	w.enrols(ann)
	failed := make(chan error, 20)
	for i := range 20 {
		go func() {
			_, err := w.Pool().Exec(ctx, `insert into face_checks (member_id, kind, passed, confidence, at) values ($1, 'verification', true, $2, muster_now() - interval '40 days' * $3)`, ann.Member.ID, 80.1+float64(i), i%2)
			failed <- err
		}()
	}
	for range 20 {
		w.must(<-failed)
	}
	w.exec(`insert into face_checks (member_id, kind, passed, settled) values ($1, 'verification', false, false)`, ann.Member.ID)
	q, err := rules.EnrolledQuery{}.Check()
	w.must(err)
	page, _, err := w.faces.Enrolled(ctx, q)
	w.must(err)
	average := one[float64](w, `select avg(confidence) from face_checks where kind = 'verification'`)
	if e := page[0]; e.Scans != 21 || e.Verifications != 20 || e.AverageConfidence != average || e.RecentPassRate != 100 || e.LastUsed.IsZero() {
		t.Errorf("%+v, the average is %v", e, average)
	}
	if _, err := w.faces.Remove(ctx, ann); err != nil {
		t.Fatal(err)
	}
	if n := one[int](w, `select count(*)::int from face_directory`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

// BenchmarkEnrolled asks for pages of the viewer among 50,000 enrolled members with ten
// checks each, by every order and by searches that find all, many, few, one and nobody.
//
//	go test ./store/postgres/face -run '^$' -bench Enrolled -benchtime 1000x
func BenchmarkEnrolled(b *testing.B) {
	w := newWorld(b)
	w.must(pgx.BeginFunc(ctx, w.owner(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local statement_timeout = 0`); err != nil {
			return err
		}
		storetest.Populate(b, tx, 50_000)
		for _, statement := range []string{
			`insert into face_enrolments (member_id, engine, template, data_key, confidence, consent_version, consented_at, enrolled_at)
				select id, 'fake/1', sha256(id::text::bytea), sha256(id::text::bytea), 90, '', muster_now(), muster_now() - random() * interval '1 year' from members`,
			`insert into face_checks (member_id, kind, passed, confidence, at)
				select member_id, 'verification', random() > 0.2, 50 + 50 * random(), muster_now() - random() * interval '60 days' from face_enrolments, generate_series(1, 10)`,
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}))
	w.exec(`vacuum analyze face_directory, face_checks, face_enrolments, members`)
	var queries []rules.EnrolledQuery
	for _, search := range []string{"", "a", "e", "~", "meyer", "member1", "tanaka 77", "soldier_4712", "nobody at all", "+49 15"} {
		for _, sort := range []rules.EnrolledSort{rules.SortByName, rules.SortByEnrolled, rules.SortByLastUsed, rules.SortByScans, rules.SortByConfidence} {
			q, err := rules.EnrolledQuery{Search: search, Sort: sort, Limit: rules.MostEnrolled}.Check()
			w.must(err)
			queries = append(queries, q)
			_, q.Cursor, err = w.faces.Enrolled(ctx, q)
			w.must(err)
			queries = append(queries, q)
		}
	}
	took := make([][]time.Duration, len(queries))
	var all []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		if _, _, err := w.faces.Enrolled(context.Background(), queries[i%len(queries)]); err != nil {
			b.Fatal(err)
		}
		d := time.Since(began)
		all, took[i%len(queries)] = append(all, d), append(took[i%len(queries)], d)
	}
	at := func(d []time.Duration, share float64) float64 {
		slices.Sort(d)
		return d[int(float64(len(d)-1)*share)].Seconds() * 1000
	}
	b.ReportMetric(at(all, 0.5), "ms/p50")
	b.ReportMetric(at(all, 0.95), "ms/p95")
	slowest := 0.0
	for i, d := range took {
		if len(d) == 0 {
			continue
		}
		p95 := at(d, 0.95)
		slowest = max(slowest, p95)
		if p95 > 50 {
			fmt.Printf("%+v: p50 %.1f ms, p95 %.1f ms\n", queries[i], at(d, 0.5), p95)
		}
	}
	b.ReportMetric(slowest, "ms/p95-of-slowest")
}
