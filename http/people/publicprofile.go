package people

import (
	"strings"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/people"
)

// publicProfile replies with a member's profile as other members see it, and counts
// the view.
func (h *calls) publicProfile(c edge.Call) (any, error) {
	ctx, viewer, username := c.Context(), c.Caller().Member, c.Param("username")
	if strings.TrimSpace(username) == "" {
		return nil, store.NewErrorReason(store.Invalid, "username_missing", "No username provided")
	}
	if err := h.People.SpendProfileView(ctx, viewer.ID); err != nil {
		return nil, err
	}
	p, err := h.People.PublicProfile(ctx, viewer, username)
	if err != nil {
		return nil, err
	}
	earned, err := h.Badges.Shown(ctx, p.MemberID)
	if err != nil {
		return nil, err
	}
	picture, thumbnail := h.pictureLinks(c, p.Picture)
	shown := body.PublicProfile{
		UserID: p.MemberID, Username: p.Username, IsCreator: p.IsCreator,
		ProfilePictureURL: picture, ProfilePictureThumbnailURL: thumbnail, ImageURL: picture,
		Badges: body.BadgesOf(earned), BadgeTags: body.BadgeTags(p.Badges), ShowRankPublic: p.ShowRank, PublicBio: p.Bio, SkillsTags: skillTags(p.Skills),
		MemberSince: p.MemberSince, CreatedAt: p.MemberSince,
		RecentMessageCount: p.RecentMessages, ProfileViewsCount: p.Views, IsRecentContributor: p.RecentContributor,
	}
	if p.ShowRank {
		rank := string(p.Merit.Rank())
		shown.Rank = &rank
	}
	return body.PublicProfileReply{OK: body.Done, Profile: shown, AsOf: body.AsOf(p.AsOf.Log)}, nil
}

// profilePictures replies with what lists show of members, by lower-case username.
func (h *calls) profilePictures(c edge.Call) (any, error) {
	var request body.ProfileBatch
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if len(request.Usernames) > people.ProfileBatch {
		return nil, people.ErrBatchTooLarge()
	}
	if err := h.People.SpendProfileBatch(c.Context(), c.Caller().Member.ID); err != nil {
		return nil, err
	}
	found, asOf, err := h.People.ProfilePictures(c.Context(), request.Usernames)
	if err != nil {
		return nil, err
	}
	reply := body.ProfilePictures{OK: body.Done, Profiles: make(map[string]body.ProfilePicture, len(found)), AsOf: body.AsOf(asOf.Log)}
	for username, p := range found {
		picture, thumbnail := h.pictureLinks(c, p.Picture)
		reply.Profiles[username] = body.ProfilePicture{
			UserID: p.MemberID, Username: p.Username, IsRecentContributor: p.RecentContributor,
			ProfilePictureURL: picture, ProfilePictureThumbnailURL: thumbnail, ImageURL: picture,
		}
	}
	return reply, nil
}
