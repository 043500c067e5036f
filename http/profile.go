package http

import (
	"muster/http/body"
	"muster/store"
)

// ownProfile replies with the caller's own profile.
func (s *Server) ownProfile(c *call) (any, error) {
	m := c.caller.Member
	return body.Profile{OK: body.Done, Profile: body.OwnProfile{
		UserID: m.ID, Name: m.Name, Username: nullable(m.Username), Email: nullable(m.Email), Phone: nullable(m.Phone),
		Rank: string(store.RankAt(0)), Badges: []body.Badge{}, SkillsTags: []body.SkillTag{},
		CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt, MemberSince: m.CreatedAt,
		FaceRecognitionStatus: faceNone, IsAdmin: m.IsAdmin,
	}}, nil
}
