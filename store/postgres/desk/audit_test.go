package desk_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/embedded"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

// actions are those of a page, newest first.
func actions(page []store.AuditEntry) []string {
	all := make([]string, 0, len(page))
	for _, e := range page {
		all = append(all, e.Action)
	}
	return all
}

// The log is searched by text, actor, subject and time; its pages hold each entry once.
func TestAuditLogIsSearched_ADM16(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann, bob := w.Join("ann"), w.Join("bob")
	office := w.AdminService(boss)
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "Den", AccessLevel: roomlog.AdminAccess}))
	w.Exec(`insert into audit (action, subject) values ('old', 'x')`)
	w.Must(storetest.Second(chats.AdminOf(office).GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember)))
	w.Must(storetest.Second(ranks.NewPoints(w.World.Node.DB, rank.DefaultPointsRules).AdjustPoints(ctx, boss, bob.ID, 5, "for 100% of 'help'", "")))
	w.Must(office.Record(ctx, store.AuditRecord{Action: "profile_viewed", Subject: ann.ID}))
	w.Must(office.Record(ctx, store.AuditRecord{Action: "report_ruled", Subject: storetest.NewID(), MemberID: bob.ID, After: map[string]string{"outcome": "warned", "note": "über"}}))
	said := bob.Says("general", "x")
	w.Stored(said)
	w.Stored(roomlog.Command{Kind: roomlog.MessageDeleted, Room: "general", Member: boss.Member.ID, Session: boss.Session.ID, MessageID: said.MessageID})
	later := one[time.Time](w, `select muster_now() + interval '1 second'`)
	for name, x := range map[string]struct {
		q    store.AuditQuery
		want []string
	}{
		"actor":       {store.AuditQuery{Actor: "BOSS"}, []string{"message_deleted", "report_ruled", "profile_viewed", "points_adjusted", "room_access_granted"}},
		"actor by id": {store.AuditQuery{Actor: strings.ToUpper(boss.Member.ID), Text: "view"}, []string{"profile_viewed"}},
		"member":      {store.AuditQuery{Subject: "bob"}, []string{"message_deleted", "report_ruled", "points_adjusted"}},
		"member's id": {store.AuditQuery{Subject: strings.ToUpper(ann.ID)}, []string{"profile_viewed", "room_access_granted"}},
		"message":     {store.AuditQuery{Subject: said.MessageID}, []string{"message_deleted"}},
		"room":        {store.AuditQuery{Subject: "den"}, []string{"room_access_granted", "room_created"}},
		"quotes":      {store.AuditQuery{Text: "100% OF 'HELP'"}, []string{"points_adjusted"}},
		"name":        {store.AuditQuery{Text: "@ann", Actor: "boss"}, nil},
		"in capitals": {store.AuditQuery{Text: "ÜBER"}, []string{"report_ruled"}}, // letters that the database itself does not know
		"by name":     {store.AuditQuery{Text: "ANN", Actor: "boss"}, []string{"profile_viewed", "room_access_granted"}},
		"later":       {store.AuditQuery{From: later}, nil},
		"until":       {store.AuditQuery{To: later, Text: "points"}, []string{"points_adjusted"}},
		"in words":    {store.AuditQuery{Text: "Points adjusted"}, []string{"points_adjusted"}},
		"nobody":      {store.AuditQuery{Actor: "nobody"}, nil},
		"in any words": {store.AuditQuery{Text: "§", Meant: store.AuditCodes{Actions: []string{"profile_viewed"}, Subjects: []string{"den"}}},
			[]string{"profile_viewed", "room_created"}},
		"the operator": {store.AuditQuery{Text: "§", Meant: store.AuditCodes{Operator: true}}, []string{"old", "room_created", "admin_status_changed"}},
		"% is no %":    {store.AuditQuery{Text: "r%d"}, nil},
		"_ is no _":    {store.AuditQuery{Text: "profile__"}, nil},
		"action":       {store.AuditQuery{Action: "profile_viewed"}, []string{"profile_viewed"}},
		"changes":      {store.AuditQuery{Action: store.AuditChanges, Subject: "bob"}, []string{"message_deleted", "report_ruled", "points_adjusted"}},
		"views":        {store.AuditQuery{Action: store.AuditViews}, []string{"profile_viewed"}},
		"injection":    {store.AuditQuery{Subject: "' or 1=1 --"}, nil},
	} {
		x.q.Limit = 50
		page, next, err := desks.New(w.World.Node.DB).Audit(ctx, x.q)
		w.Must(err)
		if got := actions(page); !slices.Equal(got, x.want) && len(got)+len(x.want) > 0 || next != 0 {
			t.Errorf("%s: %v, want %v; next %d", name, got, x.want, next)
		}
	}
	list, err := desks.New(w.World.Node.DB).AuditActions(ctx)
	if w.Must(err); !slices.Equal(list, []string{"admin_status_changed", "message_deleted", "old", "points_adjusted", "profile_viewed", "report_ruled", "room_access_granted", "room_created"}) {
		t.Errorf("actions %v", list)
	}
	// Who has no username is named as lists name them: the bare id was shown.
	storetest.WriteMember(t, w.Owner(), store.Member{ID: bob.ID, Email: "bob@example.org"})
	w.Must(office.Record(ctx, store.AuditRecord{Action: "users_viewed", Subject: "users", After: map[string]any{"users": []string{bob.ID, ann.ID, storetest.NewID(), "x"}}}))
	shown, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1})
	if w.Must(err); !slices.Equal(shown[0].Listed, []store.AuditPerson{{ID: bob.ID, Name: "bob@example.org"}, {ID: ann.ID, Username: "ann", Name: "ann@example.org"}}) {
		t.Errorf("a list of %+v", shown[0].Listed)
	}
	// So is whom a ruling was about, once.
	w.Must(office.Record(ctx, store.AuditRecord{Action: "report_ruled", Subject: storetest.NewID(), Before: map[string]string{"subject": bob.ID}, After: map[string]string{"subject": bob.ID, "message": storetest.NewID()}}))
	ruled, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1})
	if w.Must(err); !slices.Equal(ruled[0].Listed, []store.AuditPerson{{ID: bob.ID, Name: "bob@example.org"}}) {
		t.Errorf("a ruling of %+v", ruled[0].Listed)
	}
	// A list that is looked at again is one entry, also one that is named by a member.
	for range 2 {
		for _, subject := range []string{"list", ann.ID} {
			w.Must(office.RecordOnce(ctx, store.AuditRecord{Action: "listed", Subject: subject, After: map[string]int{"page": 1}}, time.Minute))
		}
		w.Must(office.RecordOnce(ctx, store.AuditRecord{Action: "listed", Subject: "list", MemberID: bob.ID, After: map[string]int{"page": 1}}, time.Minute))
	}
	if n := one[int](w, `select count(*) from audit where action = 'listed'`); n != 3 {
		t.Errorf("three lists, each looked at twice, are %d entries", n)
	}
	page, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Text: "room_access_granted", Limit: 1})
	w.Must(err)
	e := page[0]
	if e.Actor.ID != boss.Member.ID || e.Actor.Username != "boss" || e.SubjectName != "ann" || e.Member.ID != ann.ID || e.Room != "den" ||
		e.Address != "192.0.2.1" || e.Device != "Firefox" || string(e.Before) != "null" || !strings.Contains(string(e.After), `"member"`) {
		t.Errorf("%+v", e)
	}
	var whole, paged []store.AuditEntry
	whole, _, err = desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 100})
	w.Must(err)
	for before := int64(0); ; {
		page, next, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 2, Before: before})
		w.Must(err)
		paged = append(paged, page...)
		w.Must(office.Record(ctx, store.AuditRecord{Action: "profile_viewed", Subject: ann.ID})) // somebody writes meanwhile
		if before = next; next == 0 {
			break
		}
	}
	if !slices.Equal(actions(paged), actions(whole)) {
		t.Errorf("pages %v, whole %v", actions(paged), actions(whole))
	}
}

// After its 2,147,483,647th entry no page of the log but the first could be read. A page
// goes on where the retention has taken its cursor's entry away meanwhile.
func TestAuditLogPagesByAnyNumber(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.Exec(`insert into audit (id, action, subject) overriding system value values (4000000000, 'older', 'x'), (4000000002, 'newer', 'x')`)
	_, next, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1})
	w.Must(err)
	page, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1, Before: next})
	if err != nil || !slices.Equal(actions(page), []string{"older"}) {
		t.Errorf("after %d: %v, %v", next, actions(page), err)
	}
	for _, none := range []int64{4000000001, 4000000003} {
		if _, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1, Before: none}); store.CodeOf(err) != store.Invalid {
			t.Errorf("after %d: %v", none, err)
		}
	}
	if page, _, err := desks.New(w.World.Node.DB).Audit(ctx, store.AuditQuery{Limit: 1, Before: 3000000000}); err != nil || len(page) > 0 {
		t.Errorf("beyond the retention: %v, %v", actions(page), err)
	}
}

// Nobody changes an entry or takes one away: the owner of the tables not by an oversight,
// the server's role not at all, and it cannot help itself to the right.
func TestAuditLogOnlyGrows_ADM16(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	w.Must(w.SetAdmin(ctx, ann.ID, true))
	w.Exec(`insert into member_notes (member_id, text) values ($1, 'x')`, ann.ID)
	for _, sql := range []string{`update audit set action = 'x'`, `delete from audit`, `truncate audit cascade`} {
		if _, err := w.Owner().Exec(ctx, sql); err == nil || !strings.Contains(err.Error(), "only ever grows") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{
		`update audit set action = 'x'`, `delete from audit`, `truncate audit cascade`, `set muster.trims_audit = 'on'; delete from audit`,
		`alter table audit disable trigger all`, `drop trigger audit_only_grows on audit`, `alter table audit add x int`, `drop table audit cascade`,
		`create or replace function audit_only_grows() returns trigger language plpgsql as 'begin return old; end'`,
		`update audit_addresses set address = ''`, `delete from audit_addresses`, `truncate audit_addresses`, `drop trigger audit_address_stays on audit_addresses`,
		`update member_notes set text = ''`, `delete from member_notes`, `update session_seen set address = ''`, `delete from session_seen`,
		`delete from sessions`, `delete from members`, `update clock_offset set ahead = '1 year'`, `update audit_retention set kept = '1 day'`,
		`delete from goose_db_version`, `create table mine ()`, `set session_replication_role = replica`, `set role ` + embedded.OwnerRole,
		`select erase_traces('` + ann.ID + `')`,
	} {
		_, err := w.Pool().Exec(ctx, sql)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.Code != "42501" {
			t.Errorf("as the server's role %s: %v", sql, err)
		}
	}
	keep := store.Retention{Events: time.Hour, Sends: time.Hour, Audit: 24 * time.Hour}
	storetest.MoveClock(t, w.URL, 47*time.Hour)
	for _, kept := range []string{"0", "48 hours", "47 hours"} {
		w.Exec(`update audit_retention set kept = $1::text::interval`, kept)
		_, err := w.Trim(ctx, keep)
		w.Must(err)
		if n := one[int](w, `select count(*) from audit`); (n == 0) != (kept == "47 hours") {
			t.Errorf("kept for %s by the owner: %d are left", kept, n)
		}
	}
}

// A table of a later migration can be used at once by a node of this version, and what
// the server's role has too much or too little is put right by the next one.
func TestServersRoleHasItsRights(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	role, err := w.Role(ctx)
	if w.Must(err); role != (postgres.Role{Name: embedded.ServerRole}) {
		t.Errorf("%+v", role)
	}
	w.Exec(`create table later (id bigint generated by default as identity, word text)`)
	_, err = w.Pool().Exec(ctx, `insert into later (word) values ('x'); update later set word = 'y'; delete from later; select nextval('later_id_seq')`)
	w.Must(err)
	w.Exec(`grant all on all tables in schema public to ` + embedded.ServerRole)
	if role, err = w.Role(ctx); err != nil || !role.Audits || role.Migrates {
		t.Errorf("with all rights: %+v, %v", role, err)
	}
	for range 2 {
		w.Must(postgres.Prepare(ctx, storetest.OwnerURL(w.URL), embedded.ServerRole, nil))
		if role, err = w.Role(ctx); err != nil || role.Audits {
			t.Errorf("prepared: %+v, %v", role, err)
		}
	}
	if err := postgres.Prepare(ctx, w.URL, "other", nil); store.AsError(err).Reason != "not_owner" {
		t.Errorf("by another than the owner: %v", err)
	}
	w.Exec(`insert into goose_db_version (version_id, is_applied) values (900000, true)`)
	if err := w.CheckSchema(ctx); store.AsError(err).Reason != "newer_schema" {
		t.Errorf("a newer schema: %v", err)
	}
	w.Exec(`delete from goose_db_version where version_id > 1`)
	if err := w.CheckSchema(ctx); store.AsError(err).Reason != "older_schema" {
		t.Errorf("an older schema: %v", err)
	}
}
