package encrypted_test

import (
	"slices"
	"testing"
	"time"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres/storetest"
)

// Who had opened more than 200 codes saw the last 200 of them alone, and no more were counted.
func TestHistoryComesInPages_DEC14(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	codes, admin, ann, bob := w.messages(1)[0], w.boss(), w.member("ann"), w.member("bob")
	open := func(member, code string) {
		t.Helper()
		_, err := codes.Open(ctx, member, "192.0.2.1", code, "")
		w.must(err)
	}
	var made []string
	for range 5 {
		m, err := codes.Create(ctx, admin, encrypted.Draft{Kind: encrypted.Text, Content: "the gate code"})
		w.must(err)
		open(ann, m.Code)
		made = append(made, m.Code)
	}
	open(bob, made[0])
	_, err := w.owner().Exec(ctx, `update decrypt_views set last_at = muster_now() where member_id = $1`, ann) // all at one moment
	w.must(err)
	storetest.MoveClock(t, w.url, time.Minute)
	open(ann, made[2])

	read := func(limit int) (found []string) {
		t.Helper()
		var after *store.Position
		for {
			page, total, older, err := codes.History(ctx, ann, limit, after)
			w.must(err)
			if len(page) > limit || total != 5 {
				t.Errorf("%d at once, %d in all", len(page), total)
			}
			for _, e := range page {
				found = append(found, e.Code)
			}
			if older == nil {
				return found
			}
			if after, err = store.ParsePosition(older.Cursor()); err != nil || *after != *older {
				t.Errorf("%+v is read as %+v, %v", older, after, err)
			}
		}
	}
	whole := read(200)
	if len(whole) != 5 || whole[0] != made[2] {
		t.Fatalf("the history is %v", whole)
	}
	for limit := 1; limit <= 5; limit++ {
		if got := read(limit); !slices.Equal(got, whole) {
			t.Errorf("by %d: %v, want %v", limit, got, whole)
		}
	}
	_, _, older, err := codes.History(ctx, ann, 1, nil)
	w.must(err)
	if _, _, _, err := codes.History(ctx, bob, 1, older); store.AsError(err).Reason != "cursor_invalid" {
		t.Errorf("a position of another member: %v", err)
	}
	for _, wrong := range []string{"x", made[0], older.Cursor() + "x", older.ID} {
		if _, err := store.ParsePosition(wrong); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
