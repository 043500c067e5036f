package desk

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// changeFaceRequired says whether sign-in asks for a member's face.
func (h *calls) changeFaceRequired(c edge.Call) (any, error) {
	var request body.ChangeFaceRequired
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Required == nil {
		return nil, store.NewErrorReason(store.Invalid, "required_missing", "required must be true or false")
	}
	if err := h.Faces.SetRequired(c.Context(), c.Caller(), c.Param("id"), *request.Required); err != nil {
		return nil, err
	}
	return h.userProfile(c)
}

// resetFaceAttempts forgets a member's failed attempts.
func (h *calls) resetFaceAttempts(c edge.Call) (any, error) {
	failed, err := h.Faces.ResetAttempts(c.Context(), c.Caller(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.FaceAttemptsReset{OK: body.Done, Failed: failed}, nil
}

// removeFaceEnrolment deletes a member's enrolled face.
func (h *calls) removeFaceEnrolment(c edge.Call) (any, error) {
	removed, err := h.Faces.RemoveOf(c.Context(), c.Caller(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	if removed {
		c.SiteChanged()
	}
	return body.FaceEnrollmentRemoved{OK: body.Done, Removed: removed}, nil
}
