package http

import (
	"muster/http/body"
	"muster/store"
)

// facesOn says whether face checks are on.
func (s *Server) facesOn() bool { return s.config.Face.On() }

// changeFaceRequired says whether sign-in asks for a member's face.
func (s *Server) changeFaceRequired(c *call) (any, error) {
	var request body.ChangeFaceRequired
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Required == nil {
		return nil, store.NewErrorReason(store.Invalid, "required_missing", "required must be true or false")
	}
	if err := s.config.Face.Faces.SetRequired(c.Request.Context(), c.caller, c.Param("id"), *request.Required); err != nil {
		return nil, err
	}
	return s.userProfileReply(c.Request.Context(), c.Param("id"))
}

// resetFaceAttempts forgets a member's failed attempts.
func (s *Server) resetFaceAttempts(c *call) (any, error) {
	failed, err := s.config.Face.Faces.ResetAttempts(c.Request.Context(), c.caller, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.FaceAttemptsReset{OK: body.Done, Failed: failed}, nil
}

// removeFaceEnrolment deletes a member's enrolled face.
func (s *Server) removeFaceEnrolment(c *call) (any, error) {
	removed, err := s.config.Face.Faces.RemoveOf(c.Request.Context(), c.caller, c.Param("id"))
	if err != nil {
		return nil, err
	}
	if removed {
		s.config.Hub.SiteChanged()
	}
	return body.FaceEnrollmentRemoved{OK: body.Done, Removed: removed}, nil
}
