package http

import (
	"muster/http/body"
	"muster/store"
)

// faceStatus is the face_recognition_status of a member.
func faceStatus(enrolled bool) string {
	if enrolled {
		return "enrolled"
	}
	return faceNone
}

// changeFaceRequired says whether sign-in asks for a member's face.
func (s *Server) changeFaceRequired(c *call) (any, error) {
	var request body.ChangeFaceRequired
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Required == nil {
		return nil, store.NewErrorReason(store.Invalid, "required_missing", "required must be true or false")
	}
	if err := s.config.Store.AdminService(c.caller).SetFaceRequired(c.Request.Context(), c.Param("id"), *request.Required); err != nil {
		return nil, err
	}
	return s.userProfileReply(c.Request.Context(), c.Param("id"))
}

// resetFaceAttempts forgets a member's failed attempts.
func (s *Server) resetFaceAttempts(c *call) (any, error) {
	failed, err := s.config.Store.AdminService(c.caller).ResetFaceAttempts(c.Request.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.FaceAttemptsReset{OK: body.Done, Failed: failed}, nil
}

// removeFaceEnrolment deletes a member's enrolled face.
func (s *Server) removeFaceEnrolment(c *call) (any, error) {
	removed, err := s.config.Store.AdminService(c.caller).RemoveFaceEnrolment(c.Request.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.FaceEnrollmentRemoved{OK: body.Done, Removed: removed}, nil
}
