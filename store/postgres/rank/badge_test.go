package rank_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"muster/store"
	"muster/store/people"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
)

// Of 24 badges given at once on two nodes twenty are stored, each once with its audit
// row and its broadcast, and taking one back makes room for another.
func TestBadgesOfAMember_BADGE6_BADGE7_BADGE8(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	admin, _ := w.Chief("chief")
	ann, bob := w.Join("ann"), w.Join("bob")
	other := w.OpenNode(8)
	r := w.Reader()
	r.Read()
	badge := func(text string) rank.BadgeTag { return rank.BadgeTag{Text: text, Emoji: "🇸🇪", Color: "Gold"} }
	var given, refused, announced atomic.Int32
	var wait sync.WaitGroup
	for i := range 24 {
		wait.Go(func() {
			node := []storetest.Node{w.Node, other}[i%2]
			var values []store.Broadcast
			err := storetest.Patiently(func() (err error) {
				_, values, err = ranks.NewBadges(node.DB).AssignBadge(ctx, admin, ann.ID, badge(fmt.Sprint("Badge ", i)))
				return err
			})
			switch {
			case err == nil:
				given.Add(1)
				announced.Add(int32(len(values)))
			case store.CodeOf(err) == store.Conflict && store.AsError(err).Reason == "badge_limit":
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if given.Load() != 20 || refused.Load() != 4 || announced.Load() != 20 {
		t.Errorf("%d given, %d refused, %d announced", given.Load(), refused.Load(), announced.Load())
	}
	p, err := w.PublicProfile(ctx, bob.Member, "ann")
	w.Must(err)
	if len(p.Badges) != 20 || p.Badges[0].AddedAt.IsZero() {
		t.Fatalf("%d badges, %+v", len(p.Badges), p.Badges[0])
	}
	if news := r.Read(); len(news) != 1 || !strings.HasPrefix(news[0], "badges:"+ann.ID) || !strings.Contains(news[0], `"username": "ann"`) {
		t.Errorf("announced %q", news)
	}
	_, _, err = ranks.NewBadges(w.Node.DB).RemoveBadge(ctx, admin, ann.ID, strings.ToUpper(p.Badges[3].Text))
	w.Must(err)
	if _, _, err := ranks.NewBadges(w.Node.DB).AssignBadge(ctx, admin, ann.ID, badge(strings.ToUpper(p.Badges[4].Text))); store.AsError(err).Reason != "badge_exists" {
		t.Errorf("%v", err)
	}
	after, _, err := ranks.NewBadges(w.Node.DB).AssignBadge(ctx, admin, ann.ID, badge("New"))
	w.Must(err)
	if len(after.Badges) != 20 || after.Badges[19].Text != "New" || after.Username != "ann" {
		t.Errorf("%+v", after)
	}
	var audited int
	w.Must(w.Pool().QueryRow(ctx, `select count(*) from audit where action in ('badge_assigned', 'badge_removed') and subject = $1`, ann.ID).Scan(&audited))
	if audited != 22 {
		t.Errorf("%d audit rows", audited)
	}

	// The badges of a private profile are announced to its member alone.
	private := true
	_, err = w.ChangeProfile(ctx, bob.ID, people.ProfileChange{Private: &private})
	w.Must(err)
	r.Read()
	_, _, err = ranks.NewBadges(w.Node.DB).AssignBadge(ctx, admin, bob.ID, badge("Quiet"))
	w.Must(err)
	if news := r.Read(); len(news) != 1 || !strings.HasPrefix(news[0], "to:"+bob.ID) {
		t.Errorf("announced %q", news)
	}
}

func TestBadgeLists_BADGE1(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	admin, _ := w.Chief("chief")
	names := []string{"ann", "anna_b", "bob"}
	for _, name := range names {
		p := w.Join(name)
		if name != "bob" {
			_, _, err := ranks.NewBadges(w.Node.DB).AssignBadge(ctx, admin, p.ID, rank.BadgeTag{Text: "Helper", Color: "Red"})
			w.Must(err)
		}
	}
	for search, want := range map[string]string{"ann": "ann anna_b", "A_": "anna_b", "%": "", "BOB": "bob", "nobody": "", `\`: ""} {
		found, err := ranks.NewBadges(w.Node.DB).SearchBadgeUsers(ctx, search, "", 20)
		w.Must(err)
		if got := holders(found); got != want {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	first, next, err := ranks.NewBadges(w.Node.DB).BadgeHolders(ctx, 1, "")
	w.Must(err)
	second, end, err := ranks.NewBadges(w.Node.DB).BadgeHolders(ctx, 1, next)
	w.Must(err)
	if holders(first) != "ann" || holders(second) != "anna_b" || next == "" || end != "" || len(first[0].Badges) != 1 {
		t.Errorf("%+v, then %+v, then %q", first, second, end)
	}
	if _, _, err := ranks.NewBadges(w.Node.DB).BadgeHolders(ctx, 1, "x"); store.CodeOf(err) != store.Invalid {
		t.Errorf("%v", err)
	}
}

func holders(all []rank.BadgeHolder) string {
	var names []string
	for _, h := range all {
		names = append(names, h.Username)
	}
	return strings.Join(names, " ")
}
