package application_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	rules "muster/store/application"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// A member's copy has its application, opened; an erasure takes it with its key and its
// photo's files, and whoever applied with other addresses keeps theirs.
func TestMyData_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.chief("chief")
	ann, bob := w.starts("ann@example.org"), w.starts("bob@example.org")
	ann.submits("ann@example.org", "+15551234567")
	bob.submits("bob@example.org", "+15557654321")
	_, err := w.Decide(ctx, chief, ann.id, rules.Decision{Status: rules.Accepted})
	w.must(err)
	m, err := members.New(w.DB).FindMember(ctx, "ann@example.org")
	w.must(err)
	applicant := one[string](w, `select applicant_id::text from applications where id = $1`, ann.id)
	token, _, err := members.New(w.DB).CreateSession(ctx, store.ApplicantSession, applicant, "", "")
	w.must(err)

	var files []postgres.ExportFile
	stored := func() (n int) {
		w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error {
			files, err := postgres.StoredFiles(ctx, tx, []postgres.Subject{w.Applications})
			n = len(files)
			return err
		}))
		return n
	}
	w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) (err error) {
		files, err = w.Applications.Export(ctx, tx, m)
		return err
	}))
	if len(files) != 1 || files[0].Name != "applications.json" || len(files[0].Rows) != 1 || stored() != 4 {
		t.Errorf("%+v, %d files", files, stored())
	}
	storetest.DueForErasure(t, w.owner(), m.ID)
	if n, err := members.New(w.DB).EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d erased, %v", n, err)
	}
	for sql, want := range map[string]int{
		`select count(*)::int from applications`: 1, `select count(*)::int from application_proofs`: 2, `select count(*)::int from application_decisions`: 0,
		`select count(*)::int from application_photos`: 1, `select count(*)::int from river_job where kind = 'media_removal'`: 1,
	} {
		if n := one[int](w, sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	if n := storetest.Applicants(t, w.owner()); n != 1 {
		t.Errorf("%d applicants", n)
	}
	if _, err := members.New(w.DB).Authenticate(ctx, token); store.CodeOf(err) != store.Unauthorized {
		t.Error("the erased applicant's session lives", err)
	}
}
