package rank_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// Each second in which somebody said something, the search read every member and all that had
// ever been noted: of a hundred thousand members it took a tenth of a second and more.
func TestSearchReadsTheNewEventsAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	storetest.AddMembers(t, w.Owner(), "Stranger #", "stranger#@example.org", "", 5000)
	w.Exec(`insert into badge_causes (member_id, cause, source, at) select id, 'message', gen_random_uuid(), muster_now() from members`)
	w.Fill("general", ann, 5000)
	w.Exec(`analyze`)
	w.Must(pgx.BeginFunc(t.Context(), w.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), ranks.AlongIndexes); err != nil {
			return err
		}
		rows, err := tx.Query(t.Context(), `explain (costs off) `+ranks.NoteCauses, []string{"general"}, []int64{4990}, []int64{5000}, rank.HelpfulReactions)
		if err != nil {
			return err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "Hash Join") {
			t.Error(plan)
		}
		return err
	}))
}
