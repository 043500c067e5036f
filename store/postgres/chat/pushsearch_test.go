package chat_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/chat"
	chats "muster/store/postgres/chat"
)

// The search for what is to be pushed had the time of a call: what was said to everybody was queued
// for 50,000 browsers in nearly all of it. With more it was rolled back every second, and nobody
// was notified of anything any more.
func TestPushSearchHasTimeForEveryBrowser_PUSH(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	caller := func(token string) store.Caller {
		by, err := w.Authenticate(ctx, token)
		w.Must(err)
		return by
	}
	ch := chats.New(w.DB)
	w.Must(ch.AddPushSubscription(ctx, caller(bob.Token), chat.PushSubscription{Endpoint: "https://push.example/bob", P256DH: "p", Auth: "a"}))
	w.Exec(`create function has_time() returns trigger language plpgsql as $$ begin
		if current_setting('statement_timeout')::interval < interval '20 seconds' then raise exception 'a statement has %', current_setting('statement_timeout'); end if;
		return null; end $$`)
	w.Exec(`create trigger has_time before insert or update on push_pauses for each statement execute function has_time()`)
	w.Stored(ann.Says("general", "hi @everyone"))
	var found []chat.PushDue
	_, err := ch.SearchPushes(ctx, chats.PushSearch{
		Reading: func(context.Context, string) (map[string]bool, error) { return nil, nil },
		Queue: func(_ context.Context, _ pgx.Tx, due []chat.PushDue) error {
			found = append(found, due...)
			return nil
		},
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
}
