package chat_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/chat"
	"muster/store/people"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// reported stores a report of a message and gives its id.
func (w *world) reported(p storetest.Person, message string) string {
	w.T.Helper()
	id, err := w.Report(context.Background(), p.ID, chat.NewReport{MessageID: message, Reason: chat.ReportSpam, Note: "look"})
	w.Must(err)
	return id
}

// A member reports a message or a member once; the message is flagged.
func TestReports(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "private", DisplayName: "Private", AccessLevel: roomlog.AdminAccess}))
	w.Must(w.GrantRoom(ctx, "private", bob.ID, roomlog.RoomMember, bob.ID))
	open, hidden := w.Stored(bob.Says("general", "buy this")), w.Stored(bob.Says("private", "between us"))
	gone := w.Stored(bob.Says("general", "gone"))
	w.Stored(bob.Does(roomlog.MessageDeleted, "general", gone.Message.ID, ""))
	spam := chat.NewReport{MessageID: open.Message.ID, Reason: chat.ReportSpam}
	var calls sync.WaitGroup
	codes := make(chan store.Code, 5)
	for range 5 {
		calls.Go(func() {
			_, err := w.Report(ctx, ann.ID, spam)
			codes <- store.CodeOf(err)
		})
	}
	calls.Wait()
	close(codes)
	got := map[store.Code]int{}
	for code := range codes {
		got[code]++
	}
	if got[""] != 1 || got[store.Conflict] != 4 {
		t.Errorf("%v", got)
	}
	of := func(id string) chat.NewReport { return chat.NewReport{MemberID: id, Reason: chat.ReportThreat} }
	if _, err := w.Report(ctx, ann.ID, of(bob.ID)); err != nil {
		t.Error(err)
	}
	for reason, one := range map[string]struct {
		by storetest.Person
		r  chat.NewReport
	}{
		"already_reported": {ann, of(bob.ID)},
		"report_self":      {bob, spam},
		"member_unknown":   {ann, of(storetest.NewID())},
		"message_unknown":  {ann, chat.NewReport{MessageID: hidden.Message.ID, Reason: chat.ReportSpam}},
	} {
		if _, err := w.Report(ctx, one.by.ID, one.r); err == nil || store.AsError(err).ReasonOrCode() != reason {
			t.Errorf("%v, want %s", err, reason)
		}
	}
	for _, id := range []string{gone.Message.ID, storetest.NewID()} {
		if _, err := w.Report(ctx, ann.ID, chat.NewReport{MessageID: id, Reason: chat.ReportSpam}); store.CodeOf(err) != store.NotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
	if _, err := w.Report(ctx, bob.ID, of(bob.ID)); store.AsError(err).Reason != "report_self" {
		t.Error(err)
	}
	w.Must(w.SetChatAccess(ctx, bob.ID, false, nil))
	if _, err := w.Report(ctx, bob.ID, of(ann.ID)); store.AsError(err).Reason != "banned" {
		t.Error(err)
	}
	if n := one[int](w, `select count(*) from messages where flagged`); n != 1 || !one[bool](w, `select flagged from messages where id = $1`, open.Message.ID) {
		t.Errorf("%d messages are flagged", n)
	}
	if n := one[int](w, `select count(*) from reports`); n != 2 {
		t.Errorf("%d reports", n)
	}
}

// A member sends at most so many reports an hour; refused ones do not count.
func TestReportsAreLimited(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	var last string
	for range chat.ReportsPerHour {
		last = w.Stored(bob.Says("general", "again")).Message.ID
		w.reported(ann, last)
		if _, err := w.Report(ctx, ann.ID, chat.NewReport{MessageID: storetest.NewID(), Reason: chat.ReportSpam}); err == nil {
			t.Error("an unknown message was reported")
		}
	}
	next := w.Stored(bob.Says("general", "once more")).Message.ID
	if _, err := w.Report(ctx, ann.ID, chat.NewReport{MessageID: next, Reason: chat.ReportSpam}); store.CodeOf(err) != store.Limited {
		t.Errorf("%v", err)
	}
	storetest.MoveClock(t, w.URL, time.Hour+time.Second)
	w.reported(ann, next)
}

// Each outcome does what it says, once, and the reporter has a notice that the report
// was reviewed.
func TestRulings(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	caller, chief := w.Chief("chiefly")
	service := w.AdminService(caller)
	kinds := func(p storetest.Person) (all []people.NoticeKind) {
		notices, err := w.Notices(ctx, p.ID)
		w.Must(err)
		for _, n := range notices {
			all = append(all, n.Kind)
		}
		return all
	}
	message := w.Stored(bob.Says("general", "words")).Message.ID
	flagged := func() bool { return one[bool](w, `select flagged from messages where id = $1`, message) }
	first, second := w.reported(ann, message), w.reported(chief, message)
	ruled, err := chats.AdminOf(service).RuleOnReport(ctx, first, chat.Ruling{Outcome: chat.ReportDismissed, Note: "nothing"})
	w.Must(err)
	if ruled.Outcome != chat.ReportDismissed || ruled.OutcomeNote != "nothing" || ruled.ClosedBy.Username != "chiefly" ||
		ruled.ClosedAt.IsZero() || ruled.Message.Text != "words" || ruled.Note != "look" || ruled.Room != "general" {
		t.Errorf("%+v", ruled)
	}
	if !flagged() {
		t.Error("the flag went although another report is open")
	}
	if _, err := chats.AdminOf(service).RuleOnReport(ctx, first, chat.Ruling{Outcome: chat.ReportBanned}); store.AsError(err).Reason != "report_closed" {
		t.Errorf("a second ruling: %v", err)
	}
	// An administrator who pressed again after a lost answer read of a conflict with the own ruling.
	again, err := chats.AdminOf(service).RuleOnReport(ctx, first, chat.Ruling{Outcome: chat.ReportDismissed, Note: "nothing"})
	w.Must(err)
	if !again.ClosedAt.Equal(ruled.ClosedAt) {
		t.Errorf("closed at %v, then at %v", ruled.ClosedAt, again.ClosedAt)
	}
	other, _ := w.Chief("other_chief")
	if _, err := chats.AdminOf(w.AdminService(other)).RuleOnReport(ctx, first, chat.Ruling{Outcome: chat.ReportDismissed, Note: "nothing"}); store.AsError(err).Reason != "report_closed" {
		t.Errorf("the same ruling by another administrator: %v", err)
	}
	_, err = chats.AdminOf(service).RuleOnReport(ctx, second, chat.Ruling{Outcome: chat.ReportDismissed})
	w.Must(err)
	if flagged() {
		t.Error("still flagged although every report was dismissed")
	}
	if got := kinds(ann); len(got) != 1 || got[0] != people.NoticeReportReviewed || len(kinds(bob)) != 0 {
		t.Errorf("notices %v and %v", got, kinds(bob))
	}
	warned := w.reported(ann, w.Stored(bob.Says("general", "more words")).Message.ID)
	_, err = chats.AdminOf(service).RuleOnReport(ctx, warned, chat.Ruling{Outcome: chat.ReportWarned})
	w.Must(err)
	if got := kinds(bob); len(got) != 1 || got[0] != people.NoticeWarned {
		t.Errorf("the notices of the warned member: %v", got)
	}
	ofMember, err := w.Report(ctx, ann.ID, chat.NewReport{MemberID: bob.ID, Reason: chat.ReportHarassment})
	w.Must(err)
	if _, err := chats.AdminOf(service).RuleOnReport(ctx, ofMember, chat.Ruling{Outcome: chat.ReportDeleted}); store.CodeOf(err) != store.Invalid {
		t.Errorf("deleting a member's report: %v", err)
	}
	_, err = chats.AdminOf(service).RuleOnReport(ctx, ofMember, chat.Ruling{Outcome: chat.ReportBanned})
	w.Must(err)
	until := one[time.Time](w, `select banned_until from member_standing where member_id = $1`, bob.ID)
	closed := one[time.Time](w, `select closed_at from reports where id = $1`, ofMember)
	if d := until.Sub(closed) - chat.ReportBan; d < -time.Minute || d > time.Minute {
		t.Errorf("banned for %v", until.Sub(closed))
	}
	w.Refused(bob.Says("general", "still here"), roomlog.ErrBanned())
	if n := one[int](w, `select count(*) from audit where action in ('report_ruled', 'chat_access_changed')`); n != 5 {
		t.Errorf("%d audit rows", n)
	}
	text := one[string](w, `select string_agg(detail::text, '') from audit`)
	for _, secret := range []string{"words", "look", "nothing"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q stands in the audit: %s", secret, text)
		}
	}
	// An administrator is not banned by a ruling.
	ofChief, err := w.Report(ctx, ann.ID, chat.NewReport{MemberID: chief.ID, Reason: chat.ReportOther})
	w.Must(err)
	if _, err := chats.AdminOf(service).RuleOnReport(ctx, ofChief, chat.Ruling{Outcome: chat.ReportBanned}); store.AsError(err).Reason != "report_admin" {
		t.Errorf("%v", err)
	}
	w.Must(w.SetAdmin(ctx, w.Join("other").ID, true))
	w.Must(w.SetAdmin(ctx, chief.ID, false))
	if _, err := chats.AdminOf(service).RuleOnReport(ctx, ofChief, chat.Ruling{Outcome: chat.ReportDismissed}); store.CodeOf(err) != store.Forbidden {
		t.Errorf("a former administrator: %v", err)
	}
	if _, err := w.RuleOnReport(ctx, storetest.NewID(), chat.Ruling{Outcome: chat.ReportDismissed}); store.CodeOf(err) != store.NotFound {
		t.Errorf("%v", err)
	}
}

// Two rulings at once: one counts.
func TestRulingsAtOnce(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	report := w.reported(ann, w.Stored(bob.Says("general", "words")).Message.ID)
	codes := make(chan store.Code, 6)
	var calls sync.WaitGroup
	for i := range 6 {
		outcome := []chat.ReportOutcome{chat.ReportWarned, chat.ReportBanned, chat.ReportDismissed}[i%3]
		calls.Go(func() {
			_, err := w.RuleOnReport(ctx, report, chat.Ruling{Outcome: outcome})
			codes <- store.CodeOf(err)
		})
	}
	calls.Wait()
	close(codes)
	got := map[store.Code]int{}
	for code := range codes {
		got[code]++
	}
	if got[""] != 1 || got[store.Conflict] != 5 {
		t.Errorf("%v", got)
	}
	if notices, err := w.Notices(context.Background(), ann.ID); err != nil || len(notices) != 1 {
		t.Errorf("the reporter has %d notices, %v", len(notices), err)
	}
}

// The queue is read page by page, newest first, while others write.
func TestReportPages(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Exec(`insert into reports (reporter_id, subject_id, message_id, room_id, reason, created_at)
		select $1, $2, gen_random_uuid(), 'general', 'spam', muster_now() - interval '1 second' * (n / 3) from generate_series(1, 120) n`, ann.ID, bob.ID)
	seen := map[string]bool{}
	var after *store.Position
	pages := 0
	for {
		page, older, err := w.Reports(ctx, chat.ReportOpen, chat.ReportPage, after)
		w.Must(err)
		for i, r := range page {
			if seen[r.ID] || i > 0 && page[i-1].CreatedAt.Before(r.CreatedAt) || r.Message != nil {
				t.Errorf("%+v", r)
			}
			seen[r.ID] = true
		}
		if pages++; pages == 1 {
			w.reported(ann, w.Stored(bob.Says("general", "meanwhile")).Message.ID)
		}
		if after = older; after == nil {
			break
		}
	}
	if len(seen) != 120 || pages != 3 {
		t.Errorf("%d reports on %d pages", len(seen), pages)
	}
	if closed, _, err := w.Reports(ctx, chat.ReportClosed, chat.ReportPage, nil); err != nil || len(closed) != 0 {
		t.Errorf("%v %v", closed, err)
	}
}

// A report whose reporter was erased while it waited left its note.
func TestReportWhileItsReporterIsErased_SEC5(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	holder := w.Begin()
	_, err := holder.Exec(ctx, `select from sessions where person_id = $1 for update`, ann.ID) // the erasure needs it last
	w.Must(err)
	erased, reported := make(chan error, 1), make(chan error, 1)
	go func() { erased <- storetest.Second(w.EraseDue(ctx)) }()
	w.AwaitBlocked()
	go func() {
		_, err := w.Report(ctx, ann.ID, chat.NewReport{MemberID: bob.ID, Reason: chat.ReportSpam, Note: "I am Ann"})
		reported <- err
	}()
	storetest.WaitFor(t, w.World, `select count(*) >= 2 from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
	w.Must(holder.Rollback(ctx))
	w.Must(<-erased)
	if err := <-reported; store.CodeOf(err) != store.NotFound {
		t.Errorf("the report of a member who was erased meanwhile: %v", err)
	}
	if n := one[int](w, `select count(*) from reports`); n != 0 {
		t.Errorf("%d reports", n)
	}
}
