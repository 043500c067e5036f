package face

import (
	"bytes"
	"io"
	"strings"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// passwordHeader carries the grant, or the password that gave it.
const passwordHeader = "X-Face-Admin-Password"

// verifyPassword opens the viewer to the caller's session for some minutes.
func (h *calls) verifyPassword(c edge.Call) (any, error) {
	var request body.FacePassword
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Password == "" {
		return nil, store.NewErrorReason(store.Invalid, "password_missing", "Password required")
	}
	if err := h.Faces.CountPasswordTry(c.Context(), c.Caller()); err != nil {
		return nil, err
	}
	if !h.Password.Matches(request.Password) {
		if err := h.Faces.RefuseGrant(c.Context(), c.Caller()); err != nil {
			return nil, err
		}
		return nil, face.ErrPassword()
	}
	grant, err := h.Faces.GiveGrant(c.Context(), c.Caller(), request.Password)
	if err != nil {
		return nil, err
	}
	return body.FaceGrant{OK: body.Done, ValidUntil: grant.EndsAt, Grant: grant.Token}, nil
}

// shown is a call of the viewer with what its links are made of.
type shown struct {
	edge.Call
	grant faces.Grant
	end   time.Time // of the links
	keys  face.Keys
}

// link opens the picture of a check, nil without one.
func (s shown) link(check string) *string {
	if check == "" {
		return nil
	}
	link := s.keys.Link(check, s.grant.ID, s.end)
	return &link
}

// viewer lets a call in that shows a live grant.
func (h *calls) viewer(handle func(shown) (any, error)) func(edge.Call) (any, error) {
	return func(c edge.Call) (any, error) {
		grant, err := h.Faces.FindGrant(c.Context(), c.Caller(), c.Header(passwordHeader))
		if err != nil {
			return nil, err
		}
		return handle(shown{c, grant, face.LinksEnd(c.Now(), grant.EndsAt), h.Faces.Keys()})
	}
}

// shownFaces is a list as the audit log keeps it.
type shownFaces struct {
	Searched bool     `json:"searched,omitempty"` // not for what: it may be an address
	Users    []string `json:"users"`
}

// enrolledUsers lists the members with an enrolled face whom a text names, in an order.
func (h *calls) enrolledUsers(c shown) (any, error) {
	limit, err := c.QueryNumber("limit", face.MostEnrolled)
	if err != nil {
		return nil, err
	}
	q, err := face.EnrolledQuery{Search: c.Query("search"), Sort: face.EnrolledSort(c.Query("sortBy")), Limit: limit, Cursor: c.Query("cursor")}.Check()
	if err != nil {
		return nil, err
	}
	page, next, err := h.Faces.Enrolled(c.Context(), q)
	if err != nil {
		return nil, err
	}
	reply := body.FaceUsers{OK: body.Done, Users: make([]body.FaceUser, 0, len(page)), NextCursor: edge.OrNull(next), URLsExpireAt: c.end}
	ids := make([]string, 0, len(page))
	for _, e := range page {
		reply.Users = append(reply.Users, body.FaceUser{
			UserID: e.Member.ID, Name: e.Member.Name, Username: edge.OrNull(e.Member.Username), Email: edge.OrNull(e.Member.Email), Phone: edge.OrNull(e.Member.Phone),
			EnrollmentImageURL: c.link(e.Check), EnrolledAt: e.EnrolledAt, LastUsed: edge.Moment(e.LastUsed), TotalScans: e.Scans,
			Stats: body.FaceUserStats{AverageConfidence: e.AverageConfidence, TotalVerifications: e.Verifications, RecentPassRate: e.RecentPassRate},
		})
		ids = append(ids, e.Member.ID)
	}
	c.Shown(shownFaces{q.Search != "", ids})
	return reply, nil
}

// stats sums up the checks of all members.
func (h *calls) stats(c shown) (any, error) {
	t, err := h.Faces.Totals(c.Context())
	if err != nil {
		return nil, err
	}
	return body.FaceStatsReply{OK: body.Done, Stats: body.FaceStats{
		TotalEnrolledUsers: t.Enrolled, TotalVerifications: t.All.Verifications,
		RecentStats: body.RecentFaces{TotalVerifications: t.Recent.Verifications, AverageConfidence: t.Recent.AverageConfidence, PassRate: t.Recent.PassRate},
	}}, nil
}

// history shows the newest checks and skips of a member, who is notified.
func (h *calls) history(c shown) (any, error) {
	limit, err := c.QueryNumber("limit", face.MostHistory)
	if err != nil {
		return nil, err
	}
	found, err := h.Faces.History(c.Context(), c.Param("id"), min(max(limit, 1), face.MostHistory))
	if err != nil {
		return nil, err
	}
	if err := h.Faces.TellViewed(c.Context(), found.Member.ID, c.Caller()); err != nil {
		return nil, err
	}
	m, s := found.Member, found.Statistics
	reply := body.FaceHistory{
		OK: body.Done, User: body.FaceHistoryUser{ID: m.ID, Name: m.Name, Username: edge.OrNull(m.Username), Email: edge.OrNull(m.Email), Phone: edge.OrNull(m.Phone)},
		Statistics:    body.FaceStatistics{TotalScans: s.Scans, TotalVerifications: s.Verifications, TotalSkips: found.SkipCount, AverageConfidence: s.AverageConfidence, PassRate: s.PassRate},
		Verifications: make([]body.FaceCheckShown, 0, len(found.Checks)), Skips: make([]body.FaceSkipShown, 0, len(found.Skips)), URLsExpireAt: c.end,
	}
	if !found.EnrolledAt.IsZero() {
		reply.Enrollment = &body.FaceEnrollment{ImageURL: c.link(found.Check), Confidence: found.Confidence, EnrolledAt: found.EnrolledAt}
	}
	for _, one := range found.Checks {
		check := body.FaceCheckShown{
			ID: one.ID, Type: string(one.Kind), Timestamp: one.At, Confidence: one.Confidence, Distance: one.Distance, Passed: one.Passed, PossibleReplay: one.Replay,
		}
		if one.Picture {
			check.ImageURL = c.link(one.ID)
		}
		if one.Confidence != nil {
			check.ThresholdAnalysis = thresholds(*one.Confidence)
		}
		reply.Verifications = append(reply.Verifications, check)
	}
	for _, one := range found.Skips {
		reply.Skips = append(reply.Skips, body.FaceSkipShown{ID: one.ID, Type: string(one.Kind), Reason: one.Reason, Timestamp: one.At})
	}
	return reply, nil
}

func thresholds(confidence float64) body.FaceThresholds {
	return body.FaceThresholds{
		At30: face.AtLeast(confidence, 30), At50: face.AtLeast(confidence, 50), At70: face.AtLeast(confidence, 70), At90: face.AtLeast(confidence, 90),
	}
}

// checkLink lets a link in that has not ended.
func (h *calls) checkLink(c edge.Call) error {
	_, err := h.linkGrant(c)
	return err
}

func (h *calls) linkGrant(c edge.Call) (string, error) {
	return h.Faces.Keys().CheckLink(c.Param("id"), c.Query("exp"), c.Query("sig"), c.Now())
}

// image sends the picture of a check to the session that was given its link: its bearer or
// its browser's media cookie. Each is a view.
func (h *calls) image(c edge.Call) (any, error) {
	grant, err := h.linkGrant(c)
	if err != nil {
		return nil, err
	}
	session, err := c.Bearer()
	if err != nil {
		return nil, err
	}
	check := strings.ToLower(c.Param("id"))
	key, err := h.Faces.OpenPicture(c.Context(), grant, session.ID, check, c.Address())
	if err != nil {
		return nil, err
	}
	jpeg, err := h.open(c.Context(), check, key)
	if err != nil {
		return nil, err
	}
	return &edge.File{Content: content{bytes.NewReader(jpeg)}, Name: "face.jpg", Cache: "private, no-store"}, nil
}

// content is an opened picture in memory.
type content struct{ *bytes.Reader }

func (content) Close() error { return nil }

var _ io.ReadSeekCloser = content{}
