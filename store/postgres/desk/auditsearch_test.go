package desk_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
	desks "muster/store/postgres/desk"
)

// A search for a rare word looked at the whole log in one statement, and failed where that
// took longer than a call may. It ends after a while, and goes on from there.
func TestAuditSearchGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Exec(`insert into audit (action, subject) select case when n in (2, 3, 11) then 'rare' else 'common' end, 'x' from generate_series(1, 20) n`)
	all := one[int](w, `select count(*) from audit`)
	for name, x := range map[string]struct {
		length int
		ends   time.Duration
		limit  int
		calls  int
	}{
		"a stretch a call":       {5, 0, 10, all/5 + 1},
		"all stretches at once":  {5, time.Hour, 10, 1},
		"pages within a stretch": {50, 0, 1, 3},
		"pages of stretches":     {5, time.Hour, 2, 2},
	} {
		desk := desks.New(w.World.Node.DB)
		desk.SearchInStretches(x.length, x.ends)
		var found []string
		calls := 0
		for before := int64(0); calls == 0 || before != 0; calls++ {
			page, next, err := desk.Audit(ctx, store.AuditQuery{Text: "rare", Limit: x.limit, Before: before})
			w.Must(err)
			found, before = append(found, actions(page)...), next
		}
		if !slices.Equal(found, []string{"rare", "rare", "rare"}) || calls != x.calls {
			t.Errorf("%s: %v in %d calls, want %d", name, found, calls, x.calls)
		}
	}
	// Whoever is searched for is not looked for among everybody's entries.
	desk := desks.New(w.World.Node.DB)
	desk.SearchInStretches(1, 0)
	w.Exec(`insert into audit (action, subject) values ('rare', 'den')`)
	if page, next, err := desk.Audit(ctx, store.AuditQuery{Text: "rare", Subject: "den", Limit: 10}); err != nil || len(page) != 1 || next != page[0].ID {
		t.Errorf("%v, next %d, %v", actions(page), next, err)
	}
}

// What is about one member or one room was looked for among all entries of the log.
func TestAuditOfSubjectIsFoundByIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Exec(`insert into audit (action, subject, member_id, detail) select 'x', gen_random_uuid(), gen_random_uuid(), jsonb_build_object('room', 'r' || n) from generate_series(1, 20000) n`)
	w.Exec(`analyze audit`)
	for _, subject := range []string{ann.ID, "den"} {
		member, _ := postgres.ParseID(subject)
		w.Must(w.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `set local plan_cache_mode = force_custom_plan; set local join_collapse_limit = 1`); err != nil {
				return err
			}
			rows, err := tx.Query(ctx, `explain (costs off) `+desks.AuditEntries(subject, "lower"), nil, nil, nil, int64(0), "", member, subject, 51, int64(0), "", nil, nil, false)
			if err != nil {
				return err
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			plan := strings.Join(lines, "\n")
			if strings.Contains(plan, "Seq Scan on audit\n") || strings.Contains(plan, "audit_pkey") || !strings.Contains(plan, "Append") || !strings.Contains(plan, "audit_of_room") {
				t.Error(fmt.Sprint(subject, ":\n", plan))
			}
			return err
		}))
	}
}
