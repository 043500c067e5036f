package http

import (
	"context"

	"muster/http/body"
	"muster/store"
)

// ownProfile replies with the caller's own profile.
func (s *Server) ownProfile(c *call) (any, error) {
	return s.profileOf(c.Request.Context(), c.caller.Member)
}

func (s *Server) profileOf(ctx context.Context, m store.Member) (any, error) {
	p, err := s.config.Store.OwnProfile(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	account, err := s.config.Points.State(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	contributed, changed := p.Contributed.Dollars(), m.UpdatedAt
	if p.UpdatedAt.After(changed) {
		changed = p.UpdatedAt
	}
	return body.Profile{OK: body.Done, Profile: body.OwnProfile{
		UserID: m.ID, Name: m.Name, Username: nullable(m.Username), Email: nullable(m.Email), Phone: nullable(m.Phone),
		Rank: string(account.Rank()), Points: account.Points, TotalPointsEarned: account.Earned, IsGuardian: account.Guardian, Badges: []body.Badge{},
		ProfilePictureURL: nullable(p.Picture), ProfilePictureThumbnailURL: nullable(p.PictureThumbnail), ImageURL: nullable(p.Picture),
		PublicBio: p.Bio, ShowRankPublic: p.ShowRank, ProfilePrivate: p.Private, SkillsTags: skillTags(p.Skills),
		TotalContributed: contributed, ContributionAmount: contributed, ProfileViewsCount: p.Views,
		CreatedAt: m.CreatedAt, UpdatedAt: changed, MemberSince: m.CreatedAt,
		FaceRecognitionStatus: faceNone, IsAdmin: m.IsAdmin,
	}}, nil
}

// changeProfile changes what the caller shows of itself and replies with the profile
// as it is now.
func (s *Server) changeProfile(c *call) (any, error) {
	var request body.ChangeProfile
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	told, err := s.config.Store.ChangeProfile(c.Request.Context(), c.caller.Member.ID,
		store.ProfileChange{Private: request.ProfilePrivate, ShowRank: request.ShowRankPublic})
	if err != nil {
		return nil, err
	}
	s.config.Hub.Broadcast(told...)
	return s.profileOf(c.Request.Context(), c.caller.Member)
}

func skillTags(tags []store.SkillTag) []body.SkillTag {
	all := make([]body.SkillTag, len(tags))
	for i, one := range tags {
		all[i] = body.SkillTag(one)
	}
	return all
}
