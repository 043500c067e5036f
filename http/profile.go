package http

import (
	"muster/http/body"
)

// ownProfile replies with the caller's own profile.
func (s *Server) ownProfile(c *call) (any, error) {
	m := c.caller.Member
	account, err := s.config.Points.State(c.Request.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	return body.Profile{OK: body.Done, Profile: body.OwnProfile{
		UserID: m.ID, Name: m.Name, Username: nullable(m.Username), Email: nullable(m.Email), Phone: nullable(m.Phone),
		Rank: string(account.Rank()), Points: account.Points, TotalPointsEarned: account.Earned, IsGuardian: account.Guardian, Badges: []body.Badge{}, SkillsTags: []body.SkillTag{},
		CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt, MemberSince: m.CreatedAt,
		FaceRecognitionStatus: faceNone, IsAdmin: m.IsAdmin,
	}}, nil
}
