package chat_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres/storetest"
)

// A member ignores others, not itself, and each once; the list is the member's own.
func TestIgnoring(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann, bob, cleo := w.Join("ann"), w.Join("bob"), w.Join("cleo")
	w.Must(w.IgnoreMember(ctx, ann.ID, cleo.ID))
	w.Must(w.IgnoreMember(ctx, ann.ID, bob.ID))
	w.Must(w.IgnoreMember(ctx, ann.ID, bob.ID))
	list, err := w.ReadIgnored(ctx, ann.ID)
	w.Must(err)
	if len(list) != 2 || list[0] != (chat.IgnoredMember{ID: bob.ID, Username: "bob"}) || list[1].Username != "cleo" {
		t.Errorf("%+v", list)
	}
	w.Must(w.UnignoreMember(ctx, ann.ID, cleo.ID))
	w.Must(w.UnignoreMember(ctx, ann.ID, cleo.ID))
	if list, err = w.ReadIgnored(ctx, ann.ID); err != nil || len(list) != 1 {
		t.Errorf("%+v %v", list, err)
	}
	if list, err = w.ReadIgnored(ctx, bob.ID); err != nil || len(list) != 0 {
		t.Errorf("the ignored one sees %+v %v", list, err)
	}
	for id, reason := range map[string]string{ann.ID: "ignore_self", storetest.NewID(): "member_unknown", "nobody": "member_unknown", "": "member_unknown"} {
		if err := store.AsError(w.IgnoreMember(ctx, ann.ID, id)); err == nil || err.ReasonOrCode() != reason {
			t.Errorf("ignoring %q: %v, want %s", id, err, reason)
		}
	}
	if n := one[int](w, `select count(*) from ignored_members`); n != 1 {
		t.Errorf("%d rows", n)
	}
}

// The limit holds also when the last places are taken at once.
func TestIgnoringIsLimited(t *testing.T) {
	t.Parallel()
	w, ctx := newWorld(t), context.Background()
	ann := w.Join("ann")
	w.Crowd(chat.MaxIgnored + 4)
	w.Exec(`insert into ignored_members (member_id, ignored_id)
		select $1, id from members where id <> $1 order by id limit $2`, ann.ID, chat.MaxIgnored-2)
	var results sync.Map
	var calls sync.WaitGroup
	for i := range 6 {
		id := one[string](w, `select id::text from members where id <> $1 order by id desc offset $2 limit 1`, ann.ID, i)
		calls.Go(func() { results.Store(id, fmt.Sprint(store.CodeOf(w.IgnoreMember(ctx, ann.ID, id)))) })
	}
	calls.Wait()
	got := map[any]int{}
	results.Range(func(_, code any) bool { got[code]++; return true })
	if got[""] != 2 || got[string(store.Conflict)] != 4 {
		t.Errorf("%v", got)
	}
	if n := one[int](w, `select count(*) from ignored_members where member_id = $1`, ann.ID); n != chat.MaxIgnored {
		t.Errorf("%d are ignored", n)
	}
}
