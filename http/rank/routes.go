package rank

import (
	"muster/http/body"
	"muster/http/edge"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	return []edge.Route{
		{Method: "GET", Path: "/api/points/status", Who: edge.Member, Handle: h.status, Reply: edge.Reply{JSON: body.PointsStatus{}}},
		{Method: "GET", Path: "/api/points/streak", Who: edge.Member, Handle: h.streak, Reply: edge.Reply{JSON: body.Streak{}}},
		{Method: "GET", Path: "/api/points/transactions", Who: edge.Member, Handle: h.transactions, Reply: edge.Reply{JSON: body.PointsTransactions{}}},
		{Method: "GET", Path: "/api/points/ladder", Who: edge.Member, Handle: h.ladder, Reply: edge.Reply{JSON: body.Ladder{}}},
		{Method: "GET", Path: "/api/points/explain", Who: edge.Member, Handle: h.explainStreak, Reply: edge.Reply{JSON: body.StreakExplained{}}},
		{Method: "POST", Path: "/api/points/check-in", Who: edge.Member, Handle: h.checkIn, Reply: edge.Reply{JSON: body.CheckedIn{}}},
		{Method: "POST", Path: "/api/admin/users/:id/points", Who: edge.Admin, Handle: h.adjustPoints, Body: edge.Body{JSON: body.AdjustPoints{}}, Reply: edge.Reply{JSON: body.MemberPoints{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/guardian", Who: edge.Admin, Handle: h.changeGuardian, Body: edge.Body{JSON: body.ChangeGuardian{}}, Reply: edge.Reply{JSON: body.MemberPoints{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/honorary-rank", Who: edge.Admin, Handle: h.changeHonoraryRank, Body: edge.Body{JSON: body.ChangeHonoraryRank{}}, Reply: edge.Reply{JSON: body.MemberPoints{}}},

		{Method: "GET", Path: "/api/profile/badges/earned", Who: edge.Member, Handle: h.earnedBadges, Reply: edge.Reply{JSON: body.EarnedBadges{}}},
		{Method: "PATCH", Path: "/api/profile/badges/earned/:id", Who: edge.Member, Handle: h.showBadge, Body: edge.Body{JSON: body.ShowBadge{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "POST", Path: "/api/profile/badges/seen", Who: edge.Member, Handle: h.badgesSeen, Body: edge.Body{JSON: body.BadgesSeen{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "PUT", Path: "/api/profile/badges/moments", Who: edge.Member, Handle: h.badgeMoments, Body: edge.Body{JSON: body.BadgeMoments{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/profile/badges/all", Who: edge.Member, Handle: h.badgeCatalogue, Reply: edge.Reply{JSON: body.BadgeCatalogue{}}},
		{Method: "GET", Path: "/api/admin/badges/earned", Who: edge.Admin, Handle: h.heldBadges, Reply: edge.Reply{JSON: body.HeldBadges{}}},
		{Method: "GET", Path: "/api/admin/badges/users", Who: edge.Admin, Handle: h.badgeUsers, Reply: edge.Reply{JSON: body.BadgeUsers{}}, View: "badge_users_viewed"},
		{Method: "GET", Path: "/api/admin/badges/list", Who: edge.Admin, Handle: h.badgeHolders, Reply: edge.Reply{JSON: body.BadgeUsers{}}, View: "badge_users_viewed"},
		{Method: "POST", Path: "/api/admin/badges/assign", Who: edge.Admin, Handle: h.assignBadge, Body: edge.Body{JSON: body.AssignBadge{}}, Reply: edge.Reply{JSON: body.BadgesChanged{}}},
		{Method: "DELETE", Path: "/api/admin/badges/remove", Who: edge.Admin, Handle: h.removeBadge, Body: edge.Body{JSON: body.RemoveBadge{}}, Reply: edge.Reply{JSON: body.BadgesChanged{}}},
	}
}
