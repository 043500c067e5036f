package face

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	step := edge.Credential{Name: "face step", Check: h.checkToken}
	link := edge.Credential{Name: "face picture link", Check: h.checkLink}
	tooLarge := store.NewErrorReason(store.Invalid, "picture_too_large", "The picture is too large.")
	picture := func(json any) edge.Body { return edge.Body{JSON: json, Limit: maxBody, TooLarge: tooLarge} }
	return []edge.Route{
		{Method: "POST", Path: "/api/face/enroll", Who: step, Handle: h.enroll, Body: picture(body.EnrollFace{}), Reply: edge.Reply{JSON: body.FaceEnrolled{}}, Timeout: checkTimeout},
		{Method: "POST", Path: "/api/face/verify", Who: step, Handle: h.verify, Body: picture(body.VerifyFace{}), Reply: edge.Reply{JSON: body.FaceVerified{}}, Timeout: checkTimeout},
		{Method: "POST", Path: "/api/face/skip", Who: step, Handle: h.skip, Body: edge.Body{JSON: body.SkipFace{}}, Reply: edge.Reply{JSON: body.FaceSkipped{}}},
		{Method: "POST", Path: "/api/face/start", Who: edge.Member, Handle: h.start, Reply: edge.Reply{JSON: body.FaceStarted{}}},
		{Method: "GET", Path: "/api/face/enrollment", Who: edge.Member, Handle: h.mine, Reply: edge.Reply{JSON: body.FaceData{}}},
		{Method: "DELETE", Path: "/api/face/enrollment", Who: edge.Member, Handle: h.remove, Reply: edge.Reply{JSON: body.FaceEnrollmentRemoved{}}},

		{Method: "POST", Path: "/api/admin/face/verify-password", Who: edge.Admin, Handle: h.verifyPassword, Body: edge.Body{JSON: body.FacePassword{}}, Reply: edge.Reply{JSON: body.FaceGrant{}}},
		{Method: "GET", Path: "/api/admin/face/enrolled-users", Who: edge.Admin, Handle: h.viewer(h.enrolledUsers), Reply: edge.Reply{JSON: body.FaceUsers{}}, View: "face_enrolled_viewed"},
		{Method: "GET", Path: "/api/admin/face/stats", Who: edge.Admin, Handle: h.viewer(h.stats), Reply: edge.Reply{JSON: body.FaceStatsReply{}}, View: "face_stats_viewed"},
		{Method: "GET", Path: "/api/admin/face/user/:id/verifications", Who: edge.Admin, Handle: h.viewer(h.history), Reply: edge.Reply{JSON: body.FaceHistory{}}, View: "face_history_viewed"},
		{Method: "GET", Path: "/api/face/images/:id", Who: link, Handle: h.image, Reply: edge.Reply{File: "image/jpeg"}, Timeout: checkTimeout},
	}
}

// checkToken lets a live temporary token in. Its member is answered in the language that it has
// chosen.
func (h *calls) checkToken(c edge.Call) error {
	spoken, err := h.Faces.Check(c.Context(), c.BearerToken())
	c.Speaks(spoken)
	return err
}
