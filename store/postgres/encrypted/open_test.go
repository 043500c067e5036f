package encrypted_test

import (
	"encoding/hex"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/postgres/storetest"
)

// Of 300 parallel calls on three nodes exactly as many open a message as it has views,
// of one key's retries one costs a view, and of a member's wrong guesses ten are
// looked at.
func TestDecryptInParallel_DEC11_DEC12_DEC13_P13(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nodes, admin := w.messages(3), w.boss()
	storetest.AddMembers(t, w.owner(), "Member #", "m#@example.org", "", 300)
	members := one[[]string](w, `select array_agg(id::text) from members where email like 'm%'`)
	var all sync.WaitGroup
	for most, calls := range map[float64]int{1: 40, 7: 300} {
		made, err := nodes[0].Create(ctx, admin, encrypted.Draft{Kind: encrypted.Text, Content: "the gate code", Views: &most})
		w.must(err)
		var ended storetest.Outcomes
		for i, member := range members[:calls] {
			all.Go(func() {
				m, err := nodes[i%3].Open(ctx, member, "192.0.2.1", made.Code, "")
				if err == nil && (m.Content != "the gate code" || m.ViewCount < 1 || m.ViewCount > int(most)) {
					t.Errorf("%+v", m)
				}
				ended.Add(err)
			})
		}
		all.Wait()
		if ended.By[""] != int(most) || ended.By["view_limit"] != calls-int(most) {
			t.Errorf("of %d with %v views: %v", calls, most, ended.By)
		}
		if n := one[int](w, `select count(*)::int from decrypt_views where message_id = $1`, made.ID); n != int(most) {
			t.Errorf("%d have it in their history, want %v", n, most)
		}
	}

	three := 3.0
	made, err := nodes[0].Create(ctx, admin, encrypted.Draft{Kind: encrypted.Text, Content: "x", Code: "RETR-Y001", Views: &three})
	w.must(err)
	var ended storetest.Outcomes
	for i, key := 0, uuid.NewString(); i < 40; i++ {
		all.Go(func() {
			m, err := nodes[i%3].Open(ctx, members[0], "192.0.2.1", "retry001", key)
			if err == nil && m.ViewCount != 1 {
				t.Errorf("view %d", m.ViewCount)
			}
			ended.Add(err)
		})
	}
	all.Wait()
	if n := one[int](w, `select view_count from decrypt_messages where id = $1`, made.ID); n != 1 || ended.By[""] != 40 {
		t.Errorf("%d views, %v", n, ended.By)
	}

	var guesses storetest.Outcomes
	for i := range 60 {
		all.Go(func() {
			_, err := nodes[i%3].Open(ctx, members[1], "192.0.2.2", "WRONG"+string(rune('A'+i%26))+"00", "")
			guesses.Add(err)
		})
	}
	all.Wait()
	if guesses.By["code_invalid"] != 10 || guesses.By["too_many_codes"] != 50 {
		t.Errorf("%v", guesses.By)
	}
	// Also the right code is not looked at now, and another member's is.
	_, err = nodes[0].Open(ctx, members[1], "192.0.2.9", made.Code, "")
	if wait := store.AsError(err); wait == nil || wait.Code != store.Limited || wait.RetryAfter > time.Minute {
		t.Errorf("%v", err)
	}
	_, err = nodes[0].Open(ctx, members[2], "192.0.2.2", made.Code, "")
	w.must(err)
	storetest.MoveClock(t, w.url, time.Minute+time.Second)
	_, err = nodes[0].Open(ctx, members[1], "192.0.2.9", made.Code, "")
	w.must(err)
}

// The tables alone reveal nothing, and what is sealed opens in no other place.
func TestDecryptSealed_ENC12(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nodes, admin := w.messages(1), w.boss()
	made, err := nodes[0].Create(ctx, admin, encrypted.Draft{Kind: encrypted.Video, Content: "the hidden words", Code: "HIDD-EN01", VideoURL: "https://hidden.example.org/v.mp4"})
	w.must(err)
	_, err = nodes[0].Open(ctx, w.member("ann"), "192.0.2.77", made.Code, uuid.NewString())
	w.must(err)
	_, err = nodes[0].Open(ctx, w.member("bob"), "192.0.2.77", "NONE0000", "")
	if store.CodeOf(err) != store.NotFound {
		t.Fatal(err)
	}
	all := one[string](w, `select coalesce(string_agg(t, ' '), '') from (
		select m::text t from decrypt_messages m union all select v::text from decrypt_views v union all select k::text from decrypt_keys k
		union all select g::text from decrypt_guesses g union all select a::text from audit a) x`)
	for _, secret := range []string{"hidden", "HIDDEN01", "HIDD-EN01", "192.0.2.77", "NONE0000"} {
		if strings.Contains(strings.ToLower(all), strings.ToLower(secret)) || strings.Contains(all, hex.EncodeToString([]byte(secret))) {
			t.Errorf("%q is readable", secret)
		}
	}
	w.must(nodes[0].Delete(ctx, admin, made.ID))
	if n := one[int](w, `select count(*)::int from decrypt_messages where sealed is not null`); n != 0 {
		t.Errorf("%d still hold something", n)
	}
	if err := nodes[0].Delete(ctx, admin, made.ID); store.CodeOf(err) != store.NotFound {
		t.Error(err)
	}
}
