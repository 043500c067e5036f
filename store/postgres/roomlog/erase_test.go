package roomlog_test

import (
	"context"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// Everything that a member had sent and every mention of it was written anew in the transaction
// that erases it, which holds up all administrators and ends with the time of a call: somebody who
// was mentioned often could never be erased.
func TestErasureOfAMemberWithManyMessagesIsShortTransactions_SEC5(t *testing.T) {
	t.Parallel()
	const many, most = 1300, 1000 // 500 of its own and 500 of others
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann_then"), w.Join("bob")
	storetest.AddManyMessages(t, w.Owner(), "general", ann.ID, "image", "", many)
	storetest.AddManyMessages(t, w.Owner(), "general", ann.ID, "text", "I am @ann_then", many)
	storetest.AddManyMessages(t, w.Owner(), "general", bob.ID, "text", "hi @Ann_then!", many)
	storetest.MentionInMessages(t, w.Owner(), ann.ID, bob.ID, "hi @%")
	edited := one[int](w, `with e as (insert into message_edits (message_id, seq, body, at)
		select id, 1000000 + seq, 'earlier', muster_now() from messages where body = 'I am @ann_then' returning 1) select count(*)::int from e`)
	uploads := one[int](w, `with u as (insert into uploads (id, owner_id, room_id, kind, content_type, size, thumbnail, metadata, created_at, ready_at, message_id, seq)
		select gen_random_uuid(), sender_id, room_id, kind, 'image/png', 1, false, '{}', muster_now(), muster_now(), id, seq from messages where kind = 'image' returning 1)
		select count(*)::int from u`)
	if edited != many || uploads != many {
		t.Fatalf("%d earlier texts and %d files", edited, uploads)
	}
	storetest.MoveClock(t, w.URL, time.Hour)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	storetest.MoveClock(t, w.URL, time.Hour+2*time.Minute)
	w.Must(storetest.Second(w.EraseDue(ctx)))

	for table, which := range map[string]string{"messages": "true", "uploads": "true", "river_job": "kind = 'media_removal'"} {
		if n := one[int](w, `select coalesce(max(n), 0)::int from (select count(*) as n from `+table+` where `+which+` group by xmin) x`); n > most || n == 0 {
			t.Errorf("one transaction wrote %d rows of %s", n, table)
		}
	}
	name := one[string](w, `select username from members where id = $1`, ann.ID)
	for what, left := range map[string]string{
		"pictures":      `select count(*)::int from messages where kind = 'image' and deleted_at is null and $1 <> ''`,
		"earlier texts": `select count(*)::int from message_edits where $1 <> ''`,
		"files":         `select count(*)::int from uploads where deleted_at is null and $1 <> ''`,
		"names":         `select count(*)::int from messages where body like '%@%' and strpos(body, '@' || $1) = 0`,
	} {
		if n := one[int](w, left, name); n != 0 {
			t.Errorf("%d %s are left", n, what)
		}
	}
	for _, body := range []string{"I am @" + name, "hi @" + name + "!"} {
		if n := one[int](w, `select count(*)::int from messages where body = $1`, body); n != many {
			t.Errorf("%d say %q", n, body)
		}
	}
	if n := one[int](w, `select sum(messages)::int from erased_messages`); n != many {
		t.Errorf("%d of the messages are counted as erased", n)
	}
}
