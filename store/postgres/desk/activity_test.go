package desk_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/chat"
	"muster/store/desk"
	"muster/store/money"
	"muster/store/people"
	desks "muster/store/postgres/desk"
	emergencies "muster/store/postgres/emergency"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

// Everything that is stored of what happens is found once with its own number, also what
// is committed late, and what administrators only looked at is not.
func TestActivities_ANLY4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.DB.Join(emergencies.New(w.DB, nil))
	w.DB.Join(ranks.NewPoints(w.DB, rank.DefaultPointsRules))
	w.DB.Join(payments.NewPayments(w.DB, nil, nil, money.PaymentRules{}, nil))
	ctx := context.Background()
	caller, boss := w.Chief("boss")
	ann, bob := w.Join("ann"), w.Join("bob")
	office := w.AdminService(caller)
	read := func(after desk.ActivityCursor) (kinds []string, all []desk.Activity, next desk.ActivityCursor) {
		t.Helper()
		all, next, err := desks.New(w.World.Node.DB).Activities(ctx, after, 100)
		w.Must(err)
		for _, a := range all {
			kinds = append(kinds, string(a.Kind))
		}
		slices.Sort(kinds)
		return kinds, all, next
	}
	_, before, start := read(desk.ActivityCursor{})
	late := w.Begin() // takes its number first and commits last
	storetest.AddCheckIn(t, late, ann.ID, 5, "2026-01-01")
	until := time.Now().Add(time.Hour)
	_, err := members.AdminOf(office).SetChatAccess(ctx, bob.ID, people.ChatAccess{Enabled: true, BannedUntil: until})
	w.Must(err)
	w.Must(office.Record(ctx, store.AuditRecord{Action: "profile_viewed", Subject: ann.ID}))
	storetest.AddCheckIn(t, w.Owner(), bob.ID, 7, "2026-01-02")
	storetest.AddEmergency(t, w.Owner(), ann.ID, "the secret word")
	storetest.AddReport(t, w.Owner(), ann.ID, bob.ID, chat.ReportSpam, "the secret word")
	storetest.AddContribution(t, w.Owner(), ann.ID, 12_50)
	known := map[string]bool{}
	for _, a := range before {
		known[a.ID] = true
	}
	fresh := func(all []desk.Activity) (found []desk.Activity) {
		for _, a := range all {
			if !known[a.ID] {
				found = append(found, a)
			}
			known[a.ID] = true
		}
		return found
	}
	_, all, next := read(start)
	got := map[desk.ActivityKind]desk.Activity{}
	for _, a := range fresh(all) {
		got[a.Kind] = a
	}
	if len(got) != 5 {
		t.Errorf("found %v", got)
	}
	if a := got[desk.ActivityBan]; a.Actor.ID != boss.ID || a.Actor.Username != "boss" || a.About() != bob.ID || a.Detail.Until == nil || a.Detail.Until.Sub(until).Abs() > time.Second {
		t.Errorf("ban: %+v", a)
	}
	if a := got[desk.ActivityPayment]; a.Detail.Amount != 12.5 || a.Detail.Purpose != "contribution" || a.Actor.Username != "ann" {
		t.Errorf("payment: %+v", a)
	}
	if a := got[desk.ActivityReport]; a.Detail.Reason != "spam" || a.About() != bob.ID || a.Detail.Member.Username != "bob" {
		t.Errorf("report: %+v", a)
	}
	if a := got[desk.ActivityCheckIn]; a.Detail.Points != 7 || got[desk.ActivityEmergency].Detail.Priority != "high" {
		t.Errorf("check-in: %+v, emergency: %+v", a, got[desk.ActivityEmergency])
	}
	w.Must(late.Commit(ctx))
	_, all, next = read(next)
	if found := fresh(all); len(found) != 1 || found[0].Detail.Points != 5 {
		t.Errorf("committed late: %+v", found)
	}
	_, all, _ = read(next)
	if found := fresh(all); len(found) != 0 {
		t.Errorf("nothing happened: %+v", found)
	}
}

// A filter has one form, and refuses what can select nothing.
func TestActivityFilter(t *testing.T) {
	f, err := desk.ActivityFilter{Kinds: []desk.ActivityKind{"message", "ban", "message"}, Member: "01957A30-0000-7000-8000-00000000000A"}.Check()
	same, _ := desk.ActivityFilter{Kinds: []desk.ActivityKind{"ban", "message"}, Member: "01957a30-0000-7000-8000-00000000000a"}.Check()
	if err != nil || f.Key() != same.Key() {
		t.Errorf("%+v %v, %q and %q", f, err, f.Key(), same.Key())
	}
	for i, selected := range []bool{f.Selects("ban", "x", f.Member, "general"), f.Selects("message", f.Member, "", ""), !f.Selects("payment", f.Member, "", ""), !f.Selects("ban", "x", "y", "")} {
		if !selected {
			t.Errorf("case %d", i)
		}
	}
	for _, bad := range []desk.ActivityFilter{{Kinds: []desk.ActivityKind{""}}, {Kinds: make([]desk.ActivityKind, 41)}, {Member: "ann"}, {Room: "No Room"}} {
		if _, err := bad.Check(); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// The newest activities are found without reading what administrators only looked at: all
// of the log was read once the newest 50 acts stood behind many views.
func TestActivitiesAreNotLookedForAmongViews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chief := w.Join("chief")
	w.Exec(`insert into audit (actor_id, action, subject, detail) values ($1, 'room_created', 'news', '{}')`, chief.ID)
	w.Exec(`insert into audit (actor_id, action, subject, detail) select $1, 'users_viewed', 'users', '{}' from generate_series(1, 20000)`, chief.ID)
	w.Exec(`analyze audit`)
	found, _, err := desks.New(w.World.Node.DB).Activities(context.Background(), desk.ActivityCursor{}, 50)
	w.Must(err)
	acts := slices.DeleteFunc(found, func(a desk.Activity) bool { return a.Kind != "admin_action" })
	if len(acts) != 1 || acts[0].Detail.Action != "room_created" {
		t.Fatalf("%+v", acts)
	}
	w.Pool().Reset() // a connection that ends reports what it has read
	for range 100 {
		if read := one[int](w, `select (seq_tup_read + idx_tup_fetch)::int from pg_stat_user_tables where relname = 'audit'`); read > 10_000 {
			t.Fatalf("%d rows were read", read)
		}
	}
}

// The newest messages are found along their index also where nothing is known of the
// tables, as after a restore: all messages used to be joined and sorted.
func TestRecentMessagesWithoutStatistics(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.OpenAccess}))
	w.Fill("den", w.Join("ann"), 5000)
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		w.Must(pgx.BeginFunc(ctx, w.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `set local plan_cache_mode = `+mode); err != nil {
				return err
			}
			rows, err := tx.Query(ctx, `explain (costs off) `+desks.NewestMessages, desk.UserPreview, desk.ActivityPage)
			if err != nil {
				return err
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "using messages_created") || strings.Contains(plan, "Heap Scan on messages") {
				t.Errorf("%s:\n%s", mode, plan)
			}
			return err
		}))
	}
	w.Must(w.DeleteRoom(ctx, "den"))
	if found, err := desks.New(w.World.Node.DB).RecentMessages(ctx, desk.ActivityPage); err != nil || len(found) != 0 {
		t.Errorf("%d messages of a deleted room, %v", len(found), err)
	}
}
