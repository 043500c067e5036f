package people_test

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/money"
	"muster/store/people"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

func (w *world) profile(viewer storetest.Person, username string) people.PublicProfile {
	w.T.Helper()
	p, err := w.PublicProfile(context.Background(), viewer.Member, username)
	w.Must(err)
	p.AsOf = store.AsOf{} // of other transactions of the cluster too
	return p
}

func (w *world) hidden(viewer storetest.Person, username string) {
	w.T.Helper()
	if p, err := w.PublicProfile(context.Background(), viewer.Member, username); store.AsError(err) == nil || store.AsError(err).Reason != "profile_hidden" {
		w.T.Errorf("%s sees %q: %+v %v", viewer.Username, username, p, err)
	}
}

// A profile shows what its member filled in and nothing private; case does not count.
func TestPublicProfile_PUB1_PUB2_PUB8(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	picture := w.picture(ann)
	w.Exec(`update profiles set (public_bio, skills_tags, badge_tags) =
		('From the coast', '[{"text":"Sailing","color":"#123456"}]',
		'[{"text":"Helper","emoji":"⭐","color":"#ffcc00","addedAt":"2026-01-02T03:04:05Z"}]') where member_id = $1`, ann.ID)
	storetest.SetPoints(t, w.Owner(), ann.ID, 850)
	p := w.profile(bob, " ANN ")
	want := people.PublicProfile{MemberID: ann.ID, Username: "ann", MemberSince: p.MemberSince, Merit: rank.Merit{Points: 850}, Profile: people.Profile{
		Bio: "From the coast", Skills: []people.SkillTag{{Text: "Sailing", Color: "#123456"}}, Picture: picture, Views: 1,
		Badges: []rank.BadgeTag{{Text: "Helper", Emoji: "⭐", Color: "#ffcc00", AddedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}},
	}}
	if !reflect.DeepEqual(p, want) || p.MemberSince.IsZero() || p.Merit.Rank() != "Captain" {
		t.Errorf("%+v", p)
	}
	if p := w.profile(ann, "bob"); p.Bio != "" || len(p.Skills) != 0 || p.Views != 1 || p.ShowRank {
		t.Errorf("an empty profile: %+v", p)
	}
	for _, unknown := range []string{"nobody", "", "ann\x00", "K", "an n", "../ann"} {
		w.hidden(bob, unknown)
	}
}

// A private profile is shown to its member and to administrators only.
func TestPrivateProfile_PUB3_PUB4_PUB7(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, chief := w.Join("ann"), w.Join("bob"), w.Join("chief")
	chief.IsAdmin = true
	private := true
	_, err := w.ChangeProfile(ctx, ann.ID, people.ProfileChange{Private: &private})
	w.Must(err)
	picture := w.picture(ann)
	_, err = storetest.Pay(w.World.Node.DB, money.Contribution{MemberID: ann.ID, Purpose: money.ForCommunity, Amount: 500})
	w.Must(err)
	_, err = storetest.Pay(w.World.Node.DB, money.Contribution{MemberID: bob.ID, Purpose: money.ForCommunity, Amount: 500})
	w.Must(err)
	w.hidden(bob, "ann")
	if n := one[int](w, `select count(*) from profile_views`); n != 0 {
		t.Errorf("%d views of a hidden profile", n)
	}
	if !w.profile(ann, "ann").Private || !w.profile(chief, "ann").Private {
		t.Error("its member and administrators see it")
	}
	got, err := w.ReadPictures(ctx, []string{"ANN", "bob", "nobody", "no name", "bob"})
	w.Must(err)
	if want := map[string]people.ProfilePicture{
		"ann": {MemberID: ann.ID, Username: "ann", Picture: picture},
		"bob": {MemberID: bob.ID, Username: "bob", RecentContributor: true},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if _, err := w.ReadPictures(ctx, make([]string, people.ProfileBatch+1)); store.CodeOf(err) != store.Invalid {
		t.Errorf("too many: %v", err)
	}
	own, err := w.OwnProfile(ctx, ann.ID)
	w.Must(err)
	if !own.Private || own.ShowRank || own.Contributed != 500 {
		t.Errorf("%+v", own)
	}
	open, show := false, true
	_, err = w.ChangeProfile(ctx, ann.ID, people.ProfileChange{Private: &open, ShowRank: &show})
	w.Must(err)
	if p := w.profile(bob, "ann"); !p.ShowRank || p.Private || p.Merit.Rank() != "Recruit" {
		t.Errorf("%+v", p)
	}
}

// A viewer counts once a day of the community's zone, however often and at once, and
// one's own look never.
func TestProfileViews_PUB6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	zone, err := time.LoadLocation("Asia/Tokyo")
	w.Must(err)
	db, err := postgres.Open(context.Background(), postgres.Config{URL: w.URL, Zone: zone})
	w.Must(err)
	t.Cleanup(db.Close)
	w.Node = storetest.NewNode(db)
	at := func(when string) {
		t.Helper()
		moment, err := time.Parse(time.RFC3339, when)
		w.Must(err)
		storetest.MoveClock(t, w.URL, time.Until(moment))
	}
	at("2030-06-10T12:00:00Z") // 21:00 there
	ann := w.Join("ann")
	var all sync.WaitGroup
	for i := range 4 {
		viewer := w.Join(fmt.Sprintf("viewer%d", i))
		for range 3 {
			all.Go(func() { w.profile(viewer, "ann") })
		}
	}
	all.Wait()
	if p := w.profile(ann, "ann"); p.Views != 4 {
		t.Errorf("%d views", p.Views)
	}
	viewer := w.Join("late")
	for _, step := range []struct {
		when  string
		views int
	}{{"2030-06-10T14:59:00Z", 5}, {"2030-06-10T15:01:00Z", 6}, {"2030-06-11T14:59:00Z", 6}, {"2030-06-11T15:01:00Z", 7}} {
		at(step.when)
		if p := w.profile(viewer, "ann"); p.Views != step.views {
			t.Errorf("%s: %d views, want %d", step.when, p.Views, step.views)
		}
	}
	at("2030-06-20T12:00:00Z")
	_, err = w.TrimViews(context.Background())
	w.Must(err)
	if n := one[int](w, `select count(*) from profile_views`); n != 0 {
		t.Errorf("%d old views are kept", n)
	}
	if p := w.profile(ann, "ann"); p.Views != 7 {
		t.Errorf("%d views after trimming", p.Views)
	}
}

// Messages of the last 72 hours that stand count.
func TestRecentMessages_PUB6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.Join("ann"), w.Join("bob")
	w.Stored(ann.Says("general", "old"))
	storetest.MoveClock(t, w.URL, 71*time.Hour)
	ann, bob = w.SignIn(ann.Member), w.SignIn(bob.Member)
	w.Stored(ann.Says("general", "one"))
	w.Stored(bob.Says("general", "not hers"))
	gone := ann.Says("general", "gone")
	w.Stored(gone)
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", gone.MessageID, ""))
	if p := w.profile(bob, "ann"); p.RecentMessages != 2 {
		t.Errorf("%d messages", p.RecentMessages)
	}
	storetest.MoveClock(t, w.URL, 72*time.Hour+time.Minute)
	if p := w.profile(bob, "ann"); p.RecentMessages != 1 {
		t.Errorf("%d messages", p.RecentMessages)
	}
}
