package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
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
	boss, _ := w.chief("boss")
	ann, bob := w.join("ann"), w.join("bob")
	office := w.AdminService(boss)
	w.must(w.AddRoom(ctx, store.Room{ID: "den", DisplayName: "Den", AccessLevel: store.AdminAccess}))
	w.exec(`insert into audit (action, subject) values ('old', 'x')`)
	w.must(second(office.GrantRoom(ctx, "den", ann.ID, store.RoomMember)))
	w.must(second(office.AdjustPoints(ctx, bob.ID, 5, "for 100% of 'help'")))
	w.must(office.Record(ctx, store.AuditRecord{Action: "profile_viewed", Subject: ann.ID}))
	w.must(office.Record(ctx, store.AuditRecord{Action: "report_ruled", Subject: newID(), MemberID: bob.ID, After: map[string]string{"outcome": "warned"}}))
	said := bob.says("general", "x")
	w.stored(said)
	w.stored(store.Command{Kind: store.MessageDeleted, Room: "general", Member: boss.Member.ID, Session: boss.Session.ID, MessageID: said.MessageID})
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
		"by name":     {store.AuditQuery{Text: "ANN", Actor: "boss"}, []string{"profile_viewed", "room_access_granted"}},
		"later":       {store.AuditQuery{From: later}, nil},
		"until":       {store.AuditQuery{To: later, Text: "points"}, []string{"points_adjusted"}},
		"nobody":      {store.AuditQuery{Actor: "nobody"}, nil},
		"% is no %":   {store.AuditQuery{Text: "r%d"}, nil},
		"_ is no _":   {store.AuditQuery{Text: "profile__"}, nil},
		"injection":   {store.AuditQuery{Subject: "' or 1=1 --"}, nil},
	} {
		x.q.Limit = 50
		page, next, err := w.Audit(ctx, x.q)
		w.must(err)
		if got := actions(page); !slices.Equal(got, x.want) && len(got)+len(x.want) > 0 || next != 0 {
			t.Errorf("%s: %v, want %v; next %d", name, got, x.want, next)
		}
	}
	// A list that is looked at again is one entry, also one that is named by a member.
	for range 2 {
		for _, subject := range []string{"list", ann.ID} {
			w.must(office.RecordOnce(ctx, store.AuditRecord{Action: "listed", Subject: subject, After: map[string]int{"page": 1}}, time.Minute))
		}
		w.must(office.RecordOnce(ctx, store.AuditRecord{Action: "listed", Subject: "list", MemberID: bob.ID, After: map[string]int{"page": 1}}, time.Minute))
	}
	if n := one[int](w, `select count(*) from audit where action = 'listed'`); n != 3 {
		t.Errorf("three lists, each looked at twice, are %d entries", n)
	}
	page, _, err := w.Audit(ctx, store.AuditQuery{Text: "room_access_granted", Limit: 1})
	w.must(err)
	e := page[0]
	if e.Actor.ID != boss.Member.ID || e.Actor.Username != "boss" || e.SubjectName != "ann" || e.Member.ID != ann.ID || e.Room != "den" ||
		e.Address != "192.0.2.1" || e.Device != "Firefox" || string(e.Before) != "null" || !strings.Contains(string(e.After), `"member"`) {
		t.Errorf("%+v", e)
	}
	var whole, paged []store.AuditEntry
	whole, _, err = w.Audit(ctx, store.AuditQuery{Limit: 100})
	w.must(err)
	for before := int64(0); ; {
		page, next, err := w.Audit(ctx, store.AuditQuery{Limit: 2, Before: before})
		w.must(err)
		paged = append(paged, page...)
		w.must(office.Record(ctx, store.AuditRecord{Action: "profile_viewed", Subject: ann.ID})) // somebody writes meanwhile
		if before = next; next == 0 {
			break
		}
	}
	if !slices.Equal(actions(paged), actions(whole)) {
		t.Errorf("pages %v, whole %v", actions(paged), actions(whole))
	}
}

// Nobody changes an entry or takes one away, also the server's own role does not.
func TestAuditLogOnlyGrows_ADM16(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	w.must(w.SetAdmin(ctx, w.join("ann").ID, true))
	for _, sql := range []string{`update audit set action = 'x'`, `delete from audit`, `truncate audit cascade`, `set muster.trims_audit = 'on'; delete from audit`} {
		if _, err := w.Pool().Exec(ctx, sql); err == nil || !strings.Contains(err.Error(), "only ever grows") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	w.exec(`reset all`)
	storetest.MoveClock(t, w.url, 49*time.Hour)
	if _, err := w.Pool().Exec(ctx, `delete from audit`); err == nil {
		t.Error("an old entry was deleted")
	}
	if _, err := w.Trim(ctx, store.Retention{Events: time.Hour, Sends: time.Hour, Audit: 48 * time.Hour}); err != nil || one[int](w, `select count(*) from audit`) != 0 {
		t.Error("what is too old is not trimmed", err)
	}
}
