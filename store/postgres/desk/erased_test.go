package desk_test

import (
	"context"
	"slices"
	"testing"

	"muster/store"
	"muster/store/desk"
	"muster/store/face"
	"muster/store/people"
	desks "muster/store/postgres/desk"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

// Nothing is written of a member who was erased, by an administrator whose screen still shows
// it, or by a picture that was on its way.
func TestErasedMemberIsChangedNoMore_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	boss, _ := w.Chief("boss")
	ann := w.Join("ann")
	w.Must(w.AddRoom(ctx, roomlog.Room{ID: "den", DisplayName: "The Den", AccessLevel: roomlog.AdminAccess}))
	picture, err := w.AddPicture(ctx, ann.ID)
	w.Must(err)
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	if n, err := w.EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	db, bio := w.World.Node.DB, "I was here"
	points, office := ranks.NewPoints(db, rank.DefaultPointsRules), members.AdminOf(db.AdminService(boss))
	_, _, badge := ranks.NewBadges(db).AssignBadge(ctx, boss, ann.ID, rank.BadgeTag{Text: "Ann", Color: "Gold"})
	for what, err := range map[string]error{
		"notes":        desks.New(db).SetNotes(ctx, boss, ann.ID, "Ann moved to Bergen", nil),
		"subscription": desks.New(db).SetSubscription(ctx, boss, ann.ID, true),
		"points":       storetest.Second(points.AdjustPoints(ctx, boss, ann.ID, 50, "for Ann's help", "")),
		"check-in":     storetest.Second(points.CheckIn(ctx, ann.ID)),
		"guardian":     storetest.Second(points.SetGuardian(ctx, boss, ann.ID, true)),
		"badge":        badge,
		"chat":         storetest.Second(office.SetChatAccess(ctx, ann.ID, people.ChatAccess{Enabled: true})),
		"admin":        storetest.Second(office.SetAdmin(ctx, ann.ID, true)),
		"room":         w.GrantRoom(ctx, "den", ann.ID, roomlog.RoomMember, ""),
		"face":         faces.New(db, face.Keys{}).SetRequired(ctx, boss, ann.ID, true),
		"bio":          storetest.Second(w.ChangeProfile(ctx, ann.ID, people.ProfileChange{Bio: &bio})),
		"upload":       storetest.Second(w.AddPicture(ctx, ann.ID)),
		"picture":      storetest.Second(w.ShowPicture(ctx, ann.ID, picture)),
	} {
		if store.CodeOf(err) != store.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := one[int](w, `select (select count(*) from member_notes where member_id = $1) + (select count(*) from points_ledger where member_id = $1)
		+ (select count(*) from room_access where member_id = $1)`, ann.ID); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	for _, search := range []string{"", "erased"} {
		found, err := ranks.NewBadges(db).SearchBadgeUsers(ctx, search, "", 10)
		w.Must(err)
		if slices.ContainsFunc(found, func(h rank.BadgeHolder) bool { return h.MemberID == ann.ID }) {
			t.Errorf("%q offers the member for a badge", search)
		}
	}
	q, err := desk.UserQuery{Search: "erased"}.Check()
	w.Must(err)
	page, err := desks.New(db).Users(ctx, q)
	if err != nil || len(page.Users) != 1 || !page.Users[0].Erased {
		t.Errorf("the table shows %+v, %v", page.Users, err)
	}
	if p, err := desks.New(db).UserProfile(ctx, ann.ID); err != nil || !p.Erased {
		t.Errorf("the profile shows %+v, %v", p, err)
	}
}
