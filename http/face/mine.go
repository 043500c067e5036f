package face

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/face"
)

// start begins a step for a member who is signed in.
func (h *calls) start(c edge.Call) (any, error) {
	if !h.On() {
		return nil, face.ErrOff()
	}
	step, err := h.Faces.Start(c.Context(), c.Caller(), c.BearerToken())
	if err != nil {
		return nil, err
	}
	m := c.Caller().Member
	return body.FaceStarted{OK: body.Done, TempToken: step.Token, Step: step.Step, PreviouslySkipped: step.PreviouslySkipped, UserID: m.ID, IsAdmin: m.IsAdmin}, nil
}

// mine replies with what is kept about the caller's face, and who looked at it.
func (h *calls) mine(c edge.Call) (any, error) {
	kept, err := h.Faces.Mine(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	terms := h.Consent()
	reply := body.FaceData{
		OK: body.Done, Enrolled: kept.Enrolled, Required: kept.Required, Engine: kept.Engine, EnrolledAt: kept.EnrolledAt, ConsentedAt: kept.ConsentedAt,
		Pictures: kept.Pictures, PicturesDays: terms.PicturesDays, EnrolmentDays: terms.EnrolmentDays, Checks: len(kept.Checks), Skips: len(kept.Skips), Views: make([]body.FaceView, 0, len(kept.Views)),
	}
	if kept.ConsentPicturesDays != nil && kept.ConsentEnrolmentDays != nil {
		reply.Consent = &body.FaceConsent{Engine: face.EngineOf(kept.ConsentVersion), PicturesDays: *kept.ConsentPicturesDays, EnrolmentDays: *kept.ConsentEnrolmentDays}
	}
	if kept.OldestPicture != nil && h.Keep.Pictures > 0 {
		at := kept.OldestPicture.Add(h.Keep.Pictures)
		reply.NextDeletion = &at
	}
	if len(kept.Checks) > 0 {
		reply.LastCheck = &kept.Checks[0].At
	}
	for _, v := range kept.Views {
		reply.Views = append(reply.Views, body.FaceView{At: v.At, By: edge.OrNull(v.By), What: v.What})
	}
	return reply, nil
}

// remove deletes the caller's face with everything that was made of it.
func (h *calls) remove(c edge.Call) (any, error) {
	removed, err := h.Faces.Remove(c.Context(), c.Caller())
	if err != nil {
		return nil, err
	}
	if removed {
		c.SiteChanged()
	}
	return body.FaceEnrollmentRemoved{OK: body.Done, Removed: removed}, nil
}
