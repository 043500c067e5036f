package desk_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/desk"
	"muster/store/money"
	desks "muster/store/postgres/desk"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

// find reads all pages of a query by their cursors, and checks that pages by number
// are the same.
func (w *world) find(q desk.UserQuery) []string {
	w.T.Helper()
	q, err := q.Check()
	w.Must(err)
	var byCursor, byNumber []string
	for q.Page = 1; ; q.Page++ {
		numbered, err := desks.New(w.World.Node.DB).Users(context.Background(), desk.UserQuery{
			Search: q.Search, Digits: q.Digits, Filter: q.Filter, Sort: q.Sort, Descending: q.Descending, Limit: q.Limit, Page: q.Page})
		w.Must(err)
		page, err := desks.New(w.World.Node.DB).Users(context.Background(), q)
		w.Must(err)
		for _, u := range page.Users {
			byCursor = append(byCursor, u.Name)
		}
		for _, u := range numbered.Users {
			byNumber = append(byNumber, u.Name)
		}
		if q.Cursor = page.Next; page.Next == "" {
			if page.Total != len(byCursor) || !slices.Equal(byCursor, byNumber) {
				w.T.Errorf("%+v: %v by cursor, %v by number, %d in total", q, byCursor, byNumber, page.Total)
			}
			return byCursor
		}
	}
}

// Every order, filter and search finds what it should, once, and nothing is a pattern.
func TestUserTable_AUSR2to6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	type person struct {
		store.NewMember
		points   int
		guardian bool
		honorary rank.Rank
	}
	people := []person{
		{NewMember: store.NewMember{Name: "Zoe", Email: "zoe@example.org", Username: "zoe_z"}, points: 10000},
		{NewMember: store.NewMember{Name: "ann O'Hara", Email: "a.n.n@example.org", Username: "ann"}, points: 99},
		{NewMember: store.NewMember{Name: "Émile 100%", Phone: "+15551234567"}, points: 100, honorary: rank.Corporal},
		{NewMember: store.NewMember{Name: "Bob_by", Email: "bob@example.com", Phone: "+15559876543", Username: "bobby"}, points: 500},
		{NewMember: store.NewMember{Name: "Émilie", Email: "emilie@example.org", Username: "emilie"}, points: 100},
		{NewMember: store.NewMember{Name: "Lou", Email: "lou@example.org", Username: "lou"}, honorary: rank.Lieutenant},
		{NewMember: store.NewMember{Name: "Guard", Email: "guard@example.org", Username: "gdd"}, guardian: true},
		{NewMember: store.NewMember{Name: "Boss", Email: "boss@example.org", IsAdmin: true}, points: 2000},
	}
	ids := map[string]string{}
	for _, p := range people {
		m, err := w.AddMember(ctx, p.NewMember)
		w.Must(err)
		ids[p.Name] = m.ID
		if p.points > 0 {
			w.Must(storetest.Second(ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(ctx, store.Caller{}, m.ID, p.points, "test", "")))
		}
		w.Must(storetest.Second(ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetGuardian(ctx, store.Caller{}, m.ID, p.guardian)))
		w.Must(storetest.Second(ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).SetHonoraryRank(ctx, store.Caller{}, m.ID, p.honorary)))
	}
	for i, name := range []string{"Bob_by", "Zoe", "Lou"} { // sign in one after the other
		storetest.MoveClock(t, w.URL, time.Duration(i)*time.Hour)
		w.Must(storetest.Third(w.CreateSession(ctx, store.MemberSession, ids[name], "x", "y")))
	}
	all := []string{"Boss", "Bob_by", "Guard", "Lou", "Zoe", "ann O'Hara", "Émile 100%", "Émilie"}
	same := func(q desk.UserQuery, want ...string) {
		t.Helper()
		for _, limit := range []int{3, 50} {
			q.Limit = limit
			if got := w.find(q); !slices.Equal(got, want) {
				t.Errorf("%+v: %v, want %v", q, got, want)
			}
		}
	}
	set := func(q desk.UserQuery, want ...string) {
		t.Helper()
		got := w.find(q)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", q, got, want)
		}
	}
	byName := []string{"ann O'Hara", "Bob_by", "Boss", "Émile 100%", "Émilie", "Guard", "Lou", "Zoe"}
	reversed := slices.Clone(byName)
	slices.Reverse(reversed)
	same(desk.UserQuery{Sort: desk.SortByName}, byName...)
	same(desk.UserQuery{Sort: desk.SortByName, Descending: true}, reversed...)
	same(desk.UserQuery{Sort: desk.SortByCreated}, "Zoe", "ann O'Hara", "Émile 100%", "Bob_by", "Émilie", "Lou", "Guard", "Boss")
	ladder := w.find(desk.UserQuery{Sort: desk.SortByRank})
	place := func(name string) int {
		i := slices.IndexFunc(people, func(p person) bool { return p.Name == name })
		is := rank.Merit{Points: people[i].points, Guardian: people[i].guardian, Honorary: people[i].honorary}.Rank()
		return slices.IndexFunc(rank.Ladder, func(step rank.LadderStep) bool { return step.Rank == is })
	}
	if !slices.IsSortedFunc(ladder, func(a, b string) int { return cmp.Compare(place(a), place(b)) }) || len(ladder) != len(people) {
		t.Errorf("by rank: %v", ladder)
	}
	if got := w.find(desk.UserQuery{Sort: desk.SortByLastLogin, Descending: true}); !slices.Equal(got[:3], []string{"Lou", "Zoe", "Bob_by"}) {
		t.Errorf("by the last sign-in: %v", got)
	}
	if got := w.find(desk.UserQuery{Sort: desk.SortByPhone}); !slices.Equal(got[:2], []string{"Émile 100%", "Bob_by"}) {
		t.Errorf("by phone, those without one last: %v", got)
	}
	if got := w.find(desk.UserQuery{Sort: desk.SortByUsername}); got[0] != "ann O'Hara" || got[5] != "Zoe" {
		t.Errorf("by username, those without one last: %v", got)
	}
	set(desk.UserQuery{Filter: desk.AdminUsers}, "Boss")
	set(desk.UserQuery{Filter: desk.GuardianUsers, Search: "GUARD"}, "Guard")
	set(desk.UserQuery{Filter: desk.ActiveUsers}, "Lou")
	set(desk.UserQuery{Filter: desk.InactiveUsers}, slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "Lou" })...)
	set(desk.UserQuery{Filter: desk.InactiveUsers, Search: "zoe"}, "Zoe")
	for search, want := range map[string][]string{
		"": all, "EXAMPLE.ORG": {"Boss", "Guard", "Lou", "Zoe", "ann O'Hara", "Émilie"}, "émil": {"Émile 100%", "Émilie"}, "ÉMILE": {"Émile 100%"}, "emil": {"Émile 100%", "Émilie"},
		"%": {"Émile 100%"}, "_": {"Bob_by", "Zoe"}, "b_b": {"Bob_by"}, "o'h": {"ann O'Hara"}, "a.n": {"ann O'Hara"}, "axn": nil, "(555) 123": {"Émile 100%"}, "+1555": {"Bob_by", "Émile 100%"},
		`\`: nil, "' or true --": nil, "bobby": {"Bob_by"},
	} {
		set(desk.UserQuery{Search: search}, want...)
	}
	// A rename and new rights are found at once.
	storetest.Rename(t, w.Owner(), ids["Lou"], "louisa")
	set(desk.UserQuery{Search: "louisa"}, "Lou")
	w.Must(w.SetAdmin(ctx, ids["Lou"], true))
	set(desk.UserQuery{Filter: desk.AdminUsers}, "Boss", "Lou")
	if place := one[int](w, `select max(abs(d.rank_place - rank_place(a.points, a.guardian, a.honorary_rank))) from member_directory d join member_points a using (member_id)`); place != 0 {
		t.Error("the directory forgot a rank")
	}
	if wrong := one[int](w, `select count(*) from member_directory d full join member_places o using (member_id)
		where (d.rank_place, d.last_login_at) is distinct from (o.rank_place, o.last_login_at)`); wrong != 0 {
		t.Errorf("%d places differ from the directory", wrong)
	}
	if wrong := one[int](w, `select count(*) from member_directory d full join member_search o using (member_id) where d.search is distinct from o.search`); wrong != 0 {
		t.Errorf("%d texts to search differ from the directory", wrong)
	}
}

// Who was seen just within the time is active, whatever five minutes of the clock that
// falls into, and who was seen a moment before it is not.
func TestActiveToTheSecond_AUSR5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ago := map[string]time.Duration{"now": 0, "middle": 2 * time.Minute, "just": desk.ActiveWithin - 20*time.Second, "late": desk.ActiveWithin + time.Second, "long": time.Hour}
	for name, d := range ago {
		m, err := w.AddMember(ctx, store.NewMember{Name: name, Email: name + "@example.org"})
		w.Must(err)
		_, session, err := w.CreateSession(ctx, store.MemberSession, m.ID, "x", "y")
		w.Must(err)
		storetest.SeenAgo(t, w.Owner(), session.ID, d)
	}
	for filter, want := range map[desk.UserFilter][]string{desk.ActiveUsers: {"just", "middle", "now"}, desk.InactiveUsers: {"late", "long"}} {
		for _, search := range []string{"", "@", "example"} {
			if got := w.find(desk.UserQuery{Filter: filter, Search: search, Sort: desk.SortByName, Limit: 2}); !slices.Equal(got, want) {
				t.Errorf("%s %q: %v, want %v", filter, search, got, want)
			}
		}
	}
	// Who was erased just after it was seen stayed active for the time.
	gone, err := w.AddMember(ctx, store.NewMember{Name: "gone", Email: "gone@example.org"})
	w.Must(err)
	w.Must(storetest.Third(w.CreateSession(ctx, store.MemberSession, gone.ID, "x", "y")))
	storetest.DueForErasure(t, w.Owner(), gone.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if got := w.find(desk.UserQuery{Filter: desk.ActiveUsers, Sort: desk.SortByName, Limit: 2}); !slices.Equal(got, []string{"just", "middle", "now"}) {
		t.Errorf("after an erasure %v are active", got)
	}
	// The latest are listed once each, however many sessions of others are newer.
	now := one[string](w, `select id::text from members where name = 'now'`)
	applicant, err := w.AddApplicant(ctx, "apply@example.org", "")
	w.Must(err)
	for name, of := range map[string]string{"now": now, "revoked": now, "applicant": applicant.ID} {
		kind := store.MemberSession
		if name == "applicant" {
			kind = store.ApplicantSession
		}
		for range 9 {
			_, session, err := w.CreateSession(ctx, kind, of, "x", "y")
			w.Must(err)
			storetest.SeenAgo(t, w.Owner(), session.ID, -time.Second)
			if name == "revoked" {
				storetest.EndSession(t, w.Owner(), session.ID)
			}
		}
	}
	for limit, want := range map[int][]string{1: {"now"}, 2: {"now", "middle"}, 3: {"now", "middle", "just"}, 4: {"now", "middle", "just"}} {
		latest, err := desks.New(w.World.Node.DB).ActiveMembers(ctx, limit)
		w.Must(err)
		got := make([]string, 0, limit)
		for _, m := range latest {
			got = append(got, m.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the %d latest: %v, want %v", limit, got, want)
		}
	}
}

// Between two pages members join and leave the order before it: no row of the rest is
// shown twice or left out. Orders that do not exist and foreign cursors are refused.
func TestUserPagesAreStable_AUSR4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	add := func(name string) {
		w.Must(storetest.Second(w.AddMember(ctx, store.NewMember{Name: name, Email: strings.ToLower(name) + "@example.org"})))
	}
	for i := range 12 {
		add(fmt.Sprintf("M%02d", i))
	}
	q, err := desk.UserQuery{Sort: desk.SortByName, Limit: 4}.Check()
	w.Must(err)
	var seen []string
	for turn := 0; ; turn++ {
		page, err := desks.New(w.World.Node.DB).Users(ctx, q)
		w.Must(err)
		for _, u := range page.Users {
			seen = append(seen, u.Name)
		}
		add(fmt.Sprintf("A%02d", turn))
		if q.Cursor = page.Next; q.Cursor == "" {
			break
		}
	}
	if len(seen) != 12 || !slices.IsSorted(seen) || len(slices.Compact(slices.Clone(seen))) != 12 {
		t.Errorf("%v", seen)
	}
	for i, step := range rank.Ladder {
		points := max(step.Floor, 0)
		guardian, honorary := step.Rank == rank.Guardian, ""
		if step.Rank == rank.Corporal || step.Rank == rank.Lieutenant {
			honorary = string(step.Rank)
		}
		if got := one[int](w, `select rank_place($1, $2, nullif($3, ''))::int`, points, guardian, honorary); got != i {
			t.Errorf("%s stands at %d of the ladder, the database says %d", step.Rank, i, got)
		}
	}
	past, err := desk.UserQuery{Limit: 50, Page: 99}.Check()
	w.Must(err)
	if page, err := desks.New(w.World.Node.DB).Users(ctx, past); err != nil || len(page.Users) != 0 || page.Total < 12 {
		t.Errorf("beyond the end: %+v %v", page, err)
	}
	ok := desk.UserPosition{Sort: desk.SortByCreated, Key: "2026-01-01", ID: storetest.NewID()}
	for name, p := range map[string]desk.UserPosition{
		"another order": {Sort: desk.SortByName, Key: "a", ID: storetest.NewID()}, "no time": {Sort: desk.SortByCreated, Key: "' or 1=1", ID: storetest.NewID()},
		"no id": {Sort: desk.SortByCreated, Key: "2026-01-01", ID: "x"}, "the other way": {Sort: desk.SortByCreated, Descending: true, Key: "2026-01-01", ID: storetest.NewID()},
	} {
		_, err := desks.New(w.World.Node.DB).Users(ctx, desk.UserQuery{Filter: desk.AllUsers, Sort: desk.SortByCreated, Limit: 5, Page: 1, Cursor: p.Cursor()})
		if store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := desks.New(w.World.Node.DB).Users(ctx, desk.UserQuery{Filter: desk.AllUsers, Sort: desk.SortByCreated, Limit: 5, Page: 1, Cursor: ok.Cursor()}); err != nil {
		t.Error(err)
	}
	for _, bad := range []desk.UserQuery{{Sort: "id"}, {Sort: "name; drop table members"}, {Filter: "banned"}, {Search: "\x00"}, {Search: "zoe\nzoe"}, {Search: strings.Repeat("x", 201)}} {
		if _, err := bad.Check(); store.CodeOf(err) != store.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// What one member wrote and did, counted by the days of the community; notes have
// versions and stand in the audit log.
func TestOneUser_AUSR7_AUSR15(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann := w.Join("ann")
	storetest.MoveClock(t, w.URL, -50*time.Hour)
	w.Stored(ann.Says("general", "two days ago"))
	storetest.MoveClock(t, w.URL, 0)
	said := ann.Says("general", strings.Repeat("long ", 50))
	w.Stored(said)
	gone := ann.Says("general", "to be deleted")
	w.Stored(gone)
	w.Stored(roomlog.Command{Kind: roomlog.MessageDeleted, Room: "general", Member: ann.ID, Session: ann.Session, MessageID: gone.MessageID})
	_, err := storetest.Pay(w.World.Node.DB, money.Contribution{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 1250})
	w.Must(err)
	w.Must(storetest.Second(ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(ctx, boss, ann.ID, 120, "for help", "")))
	for range 2 {
		w.Must(desks.New(w.World.Node.DB).SetNotes(ctx, boss, ann.ID, "first note", nil))
	}
	w.Must(desks.New(w.World.Node.DB).SetNotes(ctx, boss, ann.ID, "second note", nil))
	w.Must(desks.New(w.World.Node.DB).SetSubscription(ctx, boss, ann.ID, true))

	a, err := desks.New(w.World.Node.DB).UserAnalytics(ctx, ann.ID)
	w.Must(err)
	if a.Total() != 2 || a.Messages["text"] != 2 || len(a.Days) != 7 || a.Days[6].Count != 1 || len(a.Recent) != 2 || len(a.Recent[0].Text) != desk.UserPreview ||
		a.Logins != 1 || a.LastLogin.IsZero() || a.ActivityLevel() != "low" || a.AccountAge() != 0 {
		t.Errorf("%+v", a)
	}
	if a.Days[3].Count+a.Days[4].Count != 1 {
		t.Errorf("days %+v", a.Days)
	}
	p, err := desks.New(w.World.Node.DB).UserProfile(ctx, strings.ToUpper(ann.ID))
	w.Must(err)
	if p.ID != ann.ID || p.Merit.Rank() != "Private" || p.Notes != "second note" || !p.Subscribed || p.Contributed != 1250 || p.Contributions != 1 ||
		len(p.History) != 1 || p.History[0].Amount != 1250 || p.LastContributed.IsZero() || p.LastSeen.IsZero() || p.LastLogin.IsZero() {
		t.Errorf("%+v", p)
	}
	activity, err := desks.New(w.World.Node.DB).UserActivity(ctx, ann.ID)
	w.Must(err)
	var kinds []string
	for _, e := range activity.Log {
		kinds = append(kinds, e.Kind)
	}
	for _, kind := range []string{"sign_in", "username_changed", "admin_adjust", "contribution", "notes_changed", "subscription_changed"} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no %s in %v", kind, kinds)
		}
	}
	if len(activity.Messages) != 2 || activity.Messages[0].RoomName != "General" {
		t.Errorf("%+v", activity.Messages)
	}
	log, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Subject: ann.ID, Text: "notes_changed", Limit: 10})
	w.Must(err)
	if len(log) != 2 || string(log[0].Before) != `{"notes": "first note"}` || string(log[0].After) != `{"notes": "second note"}` || string(log[1].Before) != "" && string(log[1].Before) != "null" {
		t.Errorf("%d entries, %s → %s", len(log), log[0].Before, log[0].After)
	}
	ended, err := desks.New(w.World.Node.DB).EndMemberSessions(ctx, boss, ann.ID)
	w.Must(err)
	if _, err := w.Authenticate(ctx, ann.Token); ended != 1 || store.CodeOf(err) != store.Unauthorized {
		t.Errorf("%d sessions ended, %v", ended, err)
	}
	for what, err := range map[string]error{
		"profile": storetest.Second(desks.New(w.World.Node.DB).UserProfile(ctx, storetest.NewID())), "analytics": storetest.Second(desks.New(w.World.Node.DB).UserAnalytics(ctx, storetest.NewID())), "activity": storetest.Second(desks.New(w.World.Node.DB).UserActivity(ctx, "x")),
		"rooms": storetest.Second(desks.New(w.World.Node.DB).MemberGrants(ctx, storetest.NewID())), "sessions": storetest.Second(desks.New(w.World.Node.DB).MemberSessions(ctx, storetest.NewID())), "end": storetest.Second(desks.New(w.World.Node.DB).EndMemberSessions(ctx, boss, storetest.NewID())),
		"notes": desks.New(w.World.Node.DB).SetNotes(ctx, boss, storetest.NewID(), "x", nil), "subscription": desks.New(w.World.Node.DB).SetSubscription(ctx, boss, storetest.NewID(), true),
	} {
		if store.CodeOf(err) != store.NotFound {
			t.Errorf("%s of nobody: %v", what, err)
		}
	}
}

// Members who are added at once each find their own row of the directory and of who was
// seen today. All of it was read for each of them: 10,000 took ten seconds, 20,000
// more than a minute.
func TestAddingManyMembersReadsTheirOwnRows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Must(storetest.Second(desks.New(w.World.Node.DB).RollUp(context.Background()))) // from here on who was seen is noted
	w.Crowd(1000)
	storetest.TagEverybody(t, w.Owner())
	storetest.SignInEverybody(t, w.Owner(), 1)
	if n := one[int](w, `select count(*) from rollup_seen`); n != 1000 {
		t.Fatalf("%d were seen", n)
	}
	w.Pool().Reset() // a connection that ends reports what it has read
	read := 0
	for range 100 {
		read = one[int](w, `select max(seq_tup_read)::int from pg_stat_user_tables where relname in ('member_directory', 'rollup_seen')`)
		if read > 5000 {
			t.Fatalf("%d rows were read in order", read)
		}
	}
}
