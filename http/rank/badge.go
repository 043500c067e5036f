package rank

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/desk"
	"muster/store/rank"
)

// Pages of the badge lists.
const (
	badgePage    = 20
	maxBadgePage = 100
)

// badgeUsers lists members by a search, to give them badges.
func (h *calls) badgeUsers(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, badgePage, maxBadgePage)
	if err != nil {
		return nil, err
	}
	search, digits, err := desk.CheckUserSearch(c.Query("search"))
	if err != nil {
		return body.BadgeUsers{OK: body.Done, Users: []body.BadgeUser{}}, nil // nobody is called that
	}
	found, err := h.Badges.SearchBadgeUsers(c.Context(), search, digits, limit)
	return badgeList(c, "members", search != "", found, "", err)
}

// badgeHolders lists the members who have badges.
func (h *calls) badgeHolders(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, badgePage, maxBadgePage)
	if err != nil {
		return nil, err
	}
	holders, next, err := h.Badges.BadgeHolders(c.Context(), limit, c.Query("cursor"))
	return badgeList(c, "holders", false, holders, next, err)
}

func badgeList(c edge.Call, filter string, searched bool, holders []rank.BadgeHolder, next string, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	reply := body.BadgeUsers{OK: body.Done, Users: make([]body.BadgeUser, len(holders)), NextCursor: edge.OrNull(next)}
	ids := make([]string, len(holders))
	for i, h := range holders {
		reply.Users[i], ids[i] = badgeUser(h), h.MemberID
	}
	edge.ShowUsers(c, filter, searched, ids)
	return reply, nil
}

func badgeUser(h rank.BadgeHolder) body.BadgeUser {
	return body.BadgeUser{ID: h.MemberID, Username: edge.OrNull(h.Username), Name: h.Name, BadgeTags: body.BadgeTags(h.Badges)}
}

// assignBadge gives a member a badge.
func (h *calls) assignBadge(c edge.Call) (any, error) {
	var request body.AssignBadge
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.UserID == "" {
		return nil, rank.ErrBadgeIncomplete()
	}
	badge := rank.BadgeTag{Text: request.Badge.Text, Emoji: request.Badge.Emoji, Color: request.Badge.Color}
	return h.badgesChanged(c, "answer.badgeAssigned")(h.Badges.AssignBadge(c.Context(), c.Caller(), request.UserID, badge))
}

// removeBadge takes a badge back. What is missing in the body is taken from the
// query, since some proxies drop the body of a DELETE.
func (h *calls) removeBadge(c edge.Call) (any, error) {
	var request body.RemoveBadge
	if c.HasBody() {
		if err := c.ReadJSON(&request); err != nil {
			return nil, err
		}
	}
	if request.UserID == "" {
		request.UserID = c.Query("userId")
	}
	if request.BadgeText == "" {
		request.BadgeText = c.Query("badgeText")
	}
	if request.UserID == "" || request.BadgeText == "" {
		return nil, store.NewErrorReason(store.Invalid, "badge_missing", "userId and badgeText are needed")
	}
	return h.badgesChanged(c, "answer.badgeRemoved")(h.Badges.RemoveBadge(c.Context(), c.Caller(), request.UserID, request.BadgeText))
}

// badgesChanged makes the reply to a change of badges and announces it to open screens.
func (h *calls) badgesChanged(c edge.Call, message string) func(rank.BadgeHolder, []store.Broadcast, error) (any, error) {
	return func(holder rank.BadgeHolder, broadcasts []store.Broadcast, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		h.Hub.Broadcast(broadcasts...)
		return body.BadgesChanged{OK: body.Done, Message: c.Say(message), User: badgeUser(holder)}, nil
	}
}
