package rank

import (
	"slices"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/rank"
)

// maxSeen is how many badges one call marks as seen.
const maxSeen = 100

// earnedBadges lists what the caller has earned and what is still to be had.
func (h *calls) earnedBadges(c edge.Call) (any, error) {
	wall, err := h.Badges.Wall(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.EarnedBadges{
		OK: body.Done, Earned: make([]body.EarnedBadge, len(wall.Earned)), Open: make([]body.OpenBadge, len(wall.Open)), Moments: wall.Moments,
	}
	for i, b := range wall.Earned {
		reply.Earned[i] = body.EarnedBadge{Badge: body.BadgeOf(b.EarnedRule), EarnedAt: b.At, Shown: b.Shown, Seen: b.Seen}
	}
	for i, b := range wall.Open {
		reply.Open[i] = body.OpenBadge{Badge: body.BadgeOf(b.EarnedRule), Progress: b.Progress}
	}
	return reply, nil
}

// badgeCatalogue lists the badges that there are to earn and says which the caller has.
func (h *calls) badgeCatalogue(c edge.Call) (any, error) {
	earned, err := h.Badges.Earned(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.BadgeCatalogue{OK: body.Done, Badges: make([]body.CatalogueBadge, len(rank.EarnedRules))}
	for i, r := range rank.EarnedRules {
		has := slices.ContainsFunc(earned, func(b rank.EarnedBadge) bool { return b.ID == r.ID })
		reply.Badges[i] = body.CatalogueBadge{Badge: body.BadgeOf(r), Earned: has}
	}
	return reply, nil
}

// showBadge shows one of the caller's badges to others, or no longer.
func (h *calls) showBadge(c edge.Call) (any, error) {
	var request body.ShowBadge
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Shown == nil {
		return nil, store.NewErrorReason(store.Invalid, "shown_missing", "shown is required")
	}
	broadcasts, err := h.Badges.Show(c.Context(), c.Caller().Member.ID, c.Param("id"), *request.Shown)
	if err != nil {
		return nil, err
	}
	h.Hub.Broadcast(broadcasts...)
	return body.Done, nil
}

// badgesSeen notes that the caller was shown the moments of badges. Badges that it does
// not have are passed over.
func (h *calls) badgesSeen(c edge.Call) (any, error) {
	var request body.BadgesSeen
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if len(request.IDs) == 0 || len(request.IDs) > maxSeen {
		return nil, store.NewErrorReason(store.Invalid, "ids", "ids must name 1 to 100 badges")
	}
	ids := slices.DeleteFunc(request.IDs, func(id string) bool {
		_, is := rank.EarnedRuleOf(id)
		return !is
	})
	if err := h.Badges.MarkSeen(c.Context(), c.Caller().Member.ID, ids); err != nil {
		return nil, err
	}
	return body.Done, nil
}

// badgeMoments turns the moments of new badges on or off for the caller.
func (h *calls) badgeMoments(c edge.Call) (any, error) {
	var request body.BadgeMoments
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Moments == nil {
		return nil, store.NewErrorReason(store.Invalid, "moments_missing", "moments is required")
	}
	if err := h.Badges.SetMoments(c.Context(), c.Caller().Member.ID, *request.Moments); err != nil {
		return nil, err
	}
	return body.Done, nil
}

// heldBadges lists the badges that there are to earn with how many members hold each.
func (h *calls) heldBadges(c edge.Call) (any, error) {
	held, err := h.Badges.Held(c.Context())
	if err != nil {
		return nil, err
	}
	reply := body.HeldBadges{OK: body.Done, Badges: make([]body.HeldBadge, len(held))}
	for i, b := range held {
		reply.Badges[i] = body.HeldBadge{Badge: body.BadgeOf(b.EarnedRule), Holders: b.Holders}
	}
	return reply, nil
}
