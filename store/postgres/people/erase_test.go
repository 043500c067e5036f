package people_test

import (
	"context"
	"testing"
	"time"

	"muster/store"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// An administrator who cannot sign in is none that remains.
func TestLastAdministratorWhoMaySignIn_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	_, boss := w.Chief("boss")
	_, ann := w.Chief("ann")
	w.Must(w.DisableSignIn(ctx, ann.ID, true))
	for what, err := range map[string]error{
		"erased":      storetest.Second(members.NewMyData(w.DB, noQueue{}).RequestErasure(ctx, boss.ID, "boss")),
		"right taken": w.SetAdmin(ctx, boss.ID, false),
	} {
		if err == nil || store.AsError(err).Reason != "last_admin" {
			t.Errorf("%s: %v", what, err)
		}
	}
	w.Must(w.DisableSignIn(ctx, ann.ID, false))
	w.Must(w.SetAdmin(ctx, boss.ID, false))
}

// Back offices show members who never chose a username, too.
func TestErasureIsAnnouncedWithoutAUsername_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, err := w.AddMember(ctx, store.NewMember{Email: "ann@example.org"})
	w.Must(err)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	events, err := w.SiteEvents(ctx, 0, 100)
	w.Must(err)
	if renamed := ofKind(events, store.Renamed); len(renamed) != 1 || renamed[0].MemberID != ann.ID || renamed[0].OldUsername != "" || !renamed[0].Erased {
		t.Errorf("%+v", events)
	}
}

// The erasure is announced before the member's sessions end: their sockets were closed first,
// and what had been begun on them stayed there.
func TestErasureIsAnnouncedToItsMember_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	events, err := w.SiteEvents(ctx, 0, 100)
	w.Must(err)
	renamed, ended := ofKind(events, store.Renamed), ofKind(events, store.SessionEnded)
	if len(renamed) == 0 || len(ended) != 1 || renamed[len(renamed)-1].Seq > ended[0].Seq {
		t.Errorf("%+v", events)
	}
}

func ofKind(events []store.SiteEvent, kind store.SiteEventKind) (of []store.SiteEvent) {
	for _, e := range events {
		if e.Kind == kind {
			of = append(of, e)
		}
	}
	return of
}

// The name of an erased member is held back like a changed one, and says nowhere who had it: it
// was free at once, for somebody who passes for the member.
func TestNameOfAnErasedMemberIsHeldBack_NAME11(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	bob := w.Join("bob")
	erase := func(id string) {
		t.Helper()
		storetest.DueForErasure(t, w.Owner(), id)
		if n, err := w.EraseDue(ctx); n != 1 || err != nil {
			t.Fatalf("%d were erased, %v", n, err)
		}
	}
	ann := w.Join("ann")
	w.Exec(`update members set username_at = muster_now() - interval '1 year' where id in ($1, $2)`, ann.ID, bob.ID)
	w.Must(storetest.Second(w.ChangeUsername(ctx, ann.ID, "anne")))
	erase(ann.ID)
	if n := storetest.One[int](w.World, `select count(*) from usernames where username like '%ann%'`); n != 0 {
		t.Error("the name is still there")
	}
	for _, name := range []string{"ann", "anne"} {
		if err := w.UsernameFree(ctx, bob.ID, name); store.CodeOf(err) != store.Conflict {
			t.Errorf("%s is free: %v", name, err)
		}
		if _, err := w.ChangeUsername(ctx, bob.ID, name); store.CodeOf(err) != store.Conflict {
			t.Errorf("%s was given away: %v", name, err)
		}
	}
	w.Must(w.UsernameFree(ctx, bob.ID, "annette"))
	storetest.MoveClock(t, w.URL, store.ChangedUsernameLock+time.Minute)
	w.Must(w.UsernameFree(ctx, bob.ID, "anne"))
	w.Must(storetest.Second(w.EraseDue(ctx)))
	if n := storetest.One[int](w.World, `select count(*) from usernames where member_id = $1`, ann.ID); n != 1 {
		t.Errorf("%d names are left of the erased member, want the one that says nothing", n)
	}
	w.Must(storetest.Second(w.ChangeUsername(ctx, bob.ID, "anne")))
	erase(bob.ID) // the same name once more
	cleo := w.Join("cleo")
	if err := w.UsernameFree(ctx, cleo.ID, "anne"); store.CodeOf(err) != store.Conflict {
		t.Errorf("free: %v", err)
	}
}

// The name that an erased member is left with has no profile: the pop-up showed one, and
// offered to ignore and to report the member.
func TestErasedMemberHasNoPublicProfile_PUB3(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	left := storetest.One[string](w.World, `select username from members where id = $1`, ann.ID)
	w.hidden(bob, left)
	found, err := w.ReadPictures(ctx, []string{left, "bob"})
	w.Must(err)
	if _, known := found[left]; known || len(found) != 1 {
		t.Errorf("%+v", found)
	}
}

// The erasure read all broadcasts of the last hour while it held up every administrator.
func TestErasureLooksThroughBroadcastsBeforeItsLocks_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob := w.Join("ann"), w.Join("bob")
	about := func(subject, member string) store.Broadcast {
		b, err := store.NewBroadcast(subject, "profile_changed", map[string]string{"userId": member})
		w.Must(err)
		return b
	}
	w.Must(storetest.Second(w.Broadcast(ctx, about("profile:1", ann.ID), about("to:"+ann.ID+":1", ""), about("profile:2", bob.ID))))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	holder := w.Begin()
	storetest.LockRights(t, holder, ann.ID)
	done := make(chan error, 1)
	go func() { done <- storetest.Second(w.EraseDue(ctx)) }()
	w.AwaitBlocked()
	const left = `select string_agg(subject, ' ' order by seq) from broadcasts`
	if got := one[string](w, left); got != "profile:2" {
		t.Errorf("before the locks %q are left", got)
	}
	w.Must(storetest.Second(w.Broadcast(ctx, about("profile:3", ann.ID))))
	w.Must(holder.Rollback(ctx))
	w.Must(<-done)
	if got := one[string](w, left); got != "profile:2" {
		t.Errorf("%q are left", got)
	}
}
