package http

import (
	"strings"

	"muster/http/body"
	"muster/store"
)

// Success messages of the badge calls.
const (
	badgeAssigned = "Badge assigned successfully"
	badgeRemoved  = "Badge removed successfully"
)

// Pages of the badge lists.
const (
	badgePage     = 20
	mostBadgePage = 100
)

// badgeUsers lists members by a search, to give them badges.
func (s *Server) badgeUsers(c *call) (any, error) {
	limit, err := badgeLimit(c)
	if err != nil {
		return nil, err
	}
	search := strings.TrimSpace(c.Query("search"))
	if len(search) > store.MaxName || strings.ContainsRune(search, 0) {
		return body.BadgeUsers{OK: body.Done, Users: []body.BadgeUser{}}, nil // nobody is called that
	}
	found, err := s.config.Store.SearchBadgeUsers(c.Request.Context(), search, limit)
	return badgeList(c, "members", search != "", found, "", err)
}

// badgeHolders lists the members who have badges.
func (s *Server) badgeHolders(c *call) (any, error) {
	limit, err := badgeLimit(c)
	if err != nil {
		return nil, err
	}
	holders, next, err := s.config.Store.BadgeHolders(c.Request.Context(), limit, c.Query("cursor"))
	return badgeList(c, "holders", false, holders, next, err)
}

func badgeLimit(c *call) (int, error) {
	n, err := queryNumber(c, "limit", badgePage)
	return min(max(n, 1), mostBadgePage), err
}

func badgeList(c *call, filter string, searched bool, holders []store.BadgeHolder, next string, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	reply := body.BadgeUsers{OK: body.Done, Users: make([]body.BadgeUser, len(holders)), NextCursor: nullable(next)}
	ids := make([]string, len(holders))
	for i, h := range holders {
		reply.Users[i], ids[i] = badgeUser(h), h.MemberID
	}
	c.shown = shownList(filter, searched, ids)
	return reply, nil
}

func badgeUser(h store.BadgeHolder) body.BadgeUser {
	return body.BadgeUser{ID: h.MemberID, Username: nullable(h.Username), Name: h.Name, BadgeTags: badgeTags(h.Badges)}
}

func badgeTags(badges []store.BadgeTag) []body.BadgeTag {
	all := make([]body.BadgeTag, len(badges))
	for i, one := range badges {
		all[i] = body.BadgeTag(one)
	}
	return all
}

// assignBadge gives a member a badge.
func (s *Server) assignBadge(c *call) (any, error) {
	var request body.AssignBadge
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.UserID == "" {
		return nil, store.ErrBadgeIncomplete()
	}
	badge := store.BadgeTag{Text: request.Badge.Text, Emoji: request.Badge.Emoji, Color: request.Badge.Color}
	return s.badgesChanged(badgeAssigned)(s.config.Store.AdminService(c.caller).AssignBadge(c.Request.Context(), request.UserID, badge))
}

// removeBadge takes a badge back. What is missing in the body is taken from the
// query, since some proxies drop the body of a DELETE.
func (s *Server) removeBadge(c *call) (any, error) {
	var request body.RemoveBadge
	if c.hasBody() {
		if err := s.readJSON(c, &request); err != nil {
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
	return s.badgesChanged(badgeRemoved)(s.config.Store.AdminService(c.caller).RemoveBadge(c.Request.Context(), request.UserID, request.BadgeText))
}

// badgesChanged makes the reply to a change of badges and announces it to open screens.
func (s *Server) badgesChanged(message string) func(store.BadgeHolder, []store.Broadcast, error) (any, error) {
	return func(holder store.BadgeHolder, broadcasts []store.Broadcast, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		s.config.Hub.Broadcast(broadcasts...)
		return body.BadgesChanged{OK: body.Done, Message: message, User: badgeUser(holder)}, nil
	}
}

// badgeCatalogue lists the badges that there are and says which the caller has.
func (s *Server) badgeCatalogue(c *call) (any, error) {
	all, err := s.config.Store.BadgeCatalogue(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.BadgeCatalogue{OK: body.Done, Badges: make([]body.CatalogueBadge, len(all))}
	for i, b := range all {
		reply.Badges[i] = body.CatalogueBadge{
			ID: store.BadgeID(b.Text), Name: b.Text, Description: badgeDescription(b.BadgeTag), Emoji: b.Emoji, Color: b.Color, Earned: b.Earned,
		}
	}
	return reply, nil
}

// earnedBadges are a member's badges as awards.
func earnedBadges(tags []store.BadgeTag) []body.Badge {
	all := make([]body.Badge, len(tags))
	for i, b := range tags {
		all[i] = body.Badge{ID: store.BadgeID(b.Text), Name: b.Text, Description: badgeDescription(b)}
	}
	return all
}

func badgeDescription(b store.BadgeTag) string {
	return "Given on " + b.AddedAt.UTC().Format("2 January 2006")
}
