package emergency_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/emergency"
	emergencies "muster/store/postgres/emergency"
	"muster/store/postgres/storetest"
)

// The member of a page's last message was erased while an administrator read the page: the
// next page was refused.
func TestInboxAfterAnErasedMember_EMRG16(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	em := emergencies.New(w.DB, nil)
	w.DB.Join(em)
	ann, bob := w.Join("ann"), w.Join("bob")
	for i := range 52 {
		storetest.MoveClock(t, w.URL, time.Duration(i)*time.Second)
		sender := ann
		if i == 2 {
			sender = bob
		}
		storetest.AddEmergency(t, w.Owner(), sender.ID, fmt.Sprint("the coffee is cold ", i))
	}
	page, older, err := em.Inbox(ctx, "", "", 50, nil)
	w.Must(err)
	if len(page) != 50 || page[49].MemberID != bob.ID || older == nil {
		t.Fatalf("%d messages, then %+v", len(page), older)
	}
	if after, err := emergency.ParseCursor(older.Cursor()); err != nil || *after != *older {
		t.Errorf("%+v is read as %+v, %v", older, after, err)
	}
	storetest.DueForErasure(t, w.Owner(), bob.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	page, end, err := em.Inbox(ctx, "", "", 50, older)
	if err != nil || len(page) != 2 || page[0].Message != "the coffee is cold 1" || end != nil {
		t.Errorf("%+v, then %+v, %v", page, end, err)
	}
	if _, _, err := em.Inbox(ctx, "", "", 50, &emergency.Position{Position: store.Position{At: older.At, ID: storetest.NewID()}, MemberID: ann.ID}); store.AsError(err).Reason != "cursor_invalid" {
		t.Errorf("of a message that was not there: %v", err)
	}
	if _, err := em.Send(ctx, bob.ID, "the coffee is cold", "", ""); store.CodeOf(err) != store.NotFound {
		t.Errorf("an erased member sends: %v", err)
	}
}

// A member reads all of their own messages by pages: those before the fiftieth could not be
// read. A cursor of another member's message is none.
func TestEmergencyHistoryPages(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	em := emergencies.New(w.DB, nil)
	ann, bob := w.Join("ann"), w.Join("bob")
	for i := range 5 {
		storetest.MoveClock(t, w.URL, time.Duration(i)*time.Second)
		storetest.AddEmergency(t, w.Owner(), ann.ID, fmt.Sprint("the coffee is cold ", i))
		storetest.AddEmergency(t, w.Owner(), bob.ID, fmt.Sprint("the tea is cold ", i))
	}
	var read []string
	var after *emergency.Position
	for range 3 {
		page, older, err := em.History(ctx, ann.ID, 2, after)
		w.Must(err)
		for _, e := range page {
			read = append(read, e.Message)
		}
		if after = older; after == nil {
			break
		}
		if _, _, err := em.History(ctx, bob.ID, 2, after); store.AsError(err).Reason != "cursor_invalid" {
			t.Errorf("another member's position: %v", err)
		}
	}
	want := []string{"the coffee is cold 4", "the coffee is cold 3", "the coffee is cold 2", "the coffee is cold 1", "the coffee is cold 0"}
	if !slices.Equal(read, want) || after != nil {
		t.Errorf("read %q, then %+v", read, after)
	}
}
