package postgres_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// Each list that a new administrator opened had the whole audit log read, which another one
// had filled: the last entries of the caller were looked for along the log.
func TestRecordOnceReadsTheLastEntriesAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	boss, _ := w.Chief("boss")
	fresh, _ := w.Chief("fresh")
	for _, statement := range []string{
		`insert into audit (at, actor_id, action, subject) select muster_now() - (20000 - n) * interval '1 minute', '` + boss.Member.ID + `', 'users_viewed', 'users' from generate_series(1, 20000) n`,
		`analyze audit`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(t.Context(), statement)))
	}
	for _, mode := range []string{"force_generic_plan", "force_custom_plan"} { // the server changes to the former after five calls
		w.Must(pgx.BeginFunc(t.Context(), w.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `set local plan_cache_mode = `+mode+`; prepare q_`+mode+` (uuid, text, text, interval, text, uuid, uuid) as `+postgres.HasEntry); err != nil {
				return err
			}
			rows, err := tx.Query(t.Context(), `explain (costs off) execute q_`+mode+` ('`+fresh.Member.ID+`', 'users_viewed', 'users', '10 minutes', 'null', null, null)`)
			if err != nil {
				return err
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "audit_at") || strings.Contains(plan, "audit_pkey") {
				t.Errorf("%s:\n%s", mode, plan)
			}
			return err
		}))
	}
}
