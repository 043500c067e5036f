package chat_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/chat"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
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

// While a room talked, each search read every session that there is, to find those of the few
// members whom it may notify: with a hundred thousand sessions that took a sixth of each second.
func TestPushSearchReadsTheSessionsOfItsRecipientsAlone(t *testing.T) {
	t.Parallel()
	const many = 3000
	w := newWorld(t)
	ctx := t.Context()
	ann := w.Join("ann")
	storetest.AddMembers(t, w.Owner(), "Member #", "member#@example.org", "", many)
	storetest.SignInEverybody(t, w.Owner(), 1)
	for _, statement := range []string{
		`insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
			select gen_random_uuid(), person_id, id, 'https://push.example/' || id, '', '' from sessions order by token_hash limit 600`,
		`insert into push_pauses (room_id, member_id, seq, at)
			select 'general', member_id, 0, muster_now() from push_subscriptions order by member_id limit 590`,
		`analyze sessions, session_seen, push_subscriptions, push_pauses, member_standing`,
	} {
		w.Must(storetest.Second(w.Owner().Exec(ctx, statement)))
	}
	w.Stored(ann.Says("general", "hi"))
	const read = `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_user_tables where relname in ('sessions', 'session_seen')`
	w.Owner().Reset() // a connection that ends reports what it has read
	w.Pool().Reset()
	storetest.WaitFor(t, w.World, `select count(*) = 2 from pg_stat_user_tables where relname in ('sessions', 'session_seen') and n_tup_ins >= 3000`)
	before := one[int](w, read)
	due := 0
	_, err := w.SearchPushes(ctx, chats.PushSearch{
		Reading: func(context.Context, string) (map[string]bool, error) { return nil, nil },
		Queue: func(_ context.Context, _ pgx.Tx, found []chat.PushDue) error {
			for _, one := range found {
				due += len(one.To)
			}
			return nil
		},
	})
	if w.Must(err); due != 10 {
		t.Fatalf("%d browsers are notified, want 10", due)
	}
	w.Pool().Reset()
	for range 100 {
		if n := one[int](w, read) - before; n > 500 {
			t.Fatalf("%d sessions were read for 10 browsers", n)
		}
	}
}
