package roomlog_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// Paging to the beginning while others write has no gap and no overlap.
func TestPagingWhileOthersWrite_CHAT17(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Fill("general", ann, 500)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				w.Append(ctx, []roomlog.Command{bob.Says("general", "meanwhile")})
			}
		}
	})
	var paged []roomlog.Message
	before := ""
	for {
		page, err := w.ReadHistory(ctx, ann.ID, "general", 37, before)
		w.Must(err)
		paged = append(page, paged...)
		if len(page) < 37 {
			break
		}
		before = page[0].ID
	}
	close(stop)
	writer.Wait()
	for i, m := range paged {
		if m.Seq != int64(i+1) {
			t.Fatalf("message %d has number %d", i+1, m.Seq)
		}
	}
	if len(paged) < 500 {
		t.Fatalf("%d messages", len(paged))
	}
}

// The limit is clamped, an unknown mark is no end of history.
func TestHistoryLimits_CHAT18(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	foreign := w.Stored(ann.Says("other", "x")).Message.ID
	w.Fill("general", ann, 60)
	for limit, want := range map[int]int{-1: 1, 0: 1, 1: 1, 50: 50, 51: 50, 1 << 30: 50} {
		if page, err := w.ReadHistory(ctx, ann.ID, "general", limit, ""); err != nil || len(page) != want || page[len(page)-1].Seq != 60 {
			t.Errorf("limit %d: %d messages, %v", limit, len(page), err)
		}
	}
	for _, before := range []string{storetest.NewID(), foreign, "x", "'; drop table messages; --"} {
		if _, err := w.ReadHistory(ctx, ann.ID, "general", 50, before); store.CodeOf(err) != store.NotFound {
			t.Errorf("before %q: %v", before, err)
		}
	}
	first, err := w.ReadHistory(ctx, ann.ID, "other", 50, foreign)
	if err != nil || len(first) != 0 {
		t.Errorf("before the first: %d messages, %v", len(first), err)
	}
}

// Reactions come with their page in the order they were added; the newest page
// is what a node opens the room with.
func TestHistoryEqualsTail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	for i := range 5 {
		said := w.Stored(ann.Says("general", fmt.Sprint(i))).Message.ID
		for _, emoji := range roomlog.AllReactions[:i] {
			w.Stored(bob.Does(roomlog.ReactionAdded, "general", said, emoji))
			w.Stored(ann.Does(roomlog.ReactionAdded, "general", said, emoji))
		}
	}
	page, err := w.ReadHistory(ctx, bob.ID, "general", 50, "")
	w.Must(err)
	state, err := w.OpenRoom(ctx, "general")
	w.Must(err)
	if len(page) != 5 || len(state.Tail) != 5 {
		t.Fatal(len(page), len(state.Tail))
	}
	for i := range page {
		if flat(page[i]) != flat(state.Tail[i]) {
			t.Errorf("\n%+v\n%+v", page[i], state.Tail[i])
		}
		if len(page[i].Reactions) != 2*i {
			t.Errorf("%d reactions", len(page[i].Reactions))
		}
		for n, r := range page[i].Reactions {
			if who := []string{"bob", "ann"}[n%2]; r.Username != who || r.Emoji != roomlog.AllReactions[n/2] || r.MessageID != page[i].ID {
				t.Errorf("%+v", r)
			}
		}
	}
}

// A page deep in a long room must be read through the index, whatever the
// planner thinks of a generic plan.
func TestHistoryUsesItsIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "other", DisplayName: "Other", AccessLevel: roomlog.OpenAccess}))
	w.Fill("general", ann, 20_000)
	w.Fill("other", ann, 20_000)
	w.Exec(`insert into reactions select id, sender_id, '👍', seq from messages`)
	w.Exec(`analyze`)
	middle := one[string](w, `select id::text from messages where room_id = 'general' and seq = 10000`)
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		var plan string
		w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `set local plan_cache_mode = `+mode); err != nil {
				return err
			}
			rows, err := tx.Query(ctx, `explain (analyze, costs off, timing off) `+logs.HistoryPage, ann.ID, "general", false, middle, 50)
			if err != nil {
				return err
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			plan = strings.Join(lines, "\n")
			return err
		}))
		if !strings.Contains(plan, "messages_number_once") || strings.Contains(plan, "Seq Scan on messages") || strings.Contains(plan, "Seq Scan on reactions") {
			t.Errorf("%s:\n%s", mode, plan)
		}
	}
}
