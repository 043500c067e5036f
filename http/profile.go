package http

import (
	"muster/http/body"
	"muster/store"
)

// ownProfile is what the caller sees of itself (PROF-4, AUTH-38).
func (s *Server) ownProfile(c *call) (any, error) {
	m := c.caller.Member
	return body.Profile{OK: body.Done, Profile: body.OwnProfile{
		UserID: m.ID, Name: m.Name, Username: given(m.Username), Email: given(m.Email), Phone: given(m.Phone),
		Rank: string(store.RankAt(0)), Badges: []body.Badge{}, SkillsTags: []body.SkillTag{},
		CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt, MemberSince: m.CreatedAt,
		FaceRecognitionStatus: faceNone, IsAdmin: m.IsAdmin,
	}}, nil
}
