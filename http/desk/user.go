package desk

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/desk"
)

// userQuery reads the query of the administrators' table. It fails with Invalid.
func userQuery(c edge.Call) (desk.UserQuery, error) {
	q := desk.UserQuery{
		Search: c.Query("search"), Filter: desk.UserFilter(c.Query("filter")), Sort: desk.UserSort(c.Query("sortBy")), Cursor: c.Query("cursor"),
	}
	switch c.Query("sortOrder") {
	case "desc":
		q.Descending = true
	case "":
		q.Descending = q.Sort == "" // the newest members first
	case "asc":
	default:
		return q, store.NewErrorReason(store.Invalid, "order_unknown", "sortOrder must be asc or desc")
	}
	var err error
	if q.Limit, err = c.QueryNumber("limit", desk.UserPageSize); err != nil {
		return q, err
	}
	if q.Page, err = c.QueryNumber("page", 1); err != nil {
		return q, err
	}
	return q.Check()
}

// detailedUsers replies with a page of the administrators' table.
func (h *calls) detailedUsers(c edge.Call) (any, error) {
	q, err := userQuery(c)
	if err != nil {
		return nil, err
	}
	page, rows, err := h.userPage(c, q)
	if err != nil {
		return nil, err
	}
	return body.UserPage{
		OK: body.Done, Users: rows, NextCursor: edge.OrNull(page.Next),
		Pagination: body.Pagination{Total: page.Total, TotalPages: (page.Total + q.Limit - 1) / q.Limit},
	}, nil
}

// users lists members, the newest first, in pages.
func (h *calls) users(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", desk.UserPageSize)
	if err != nil {
		return nil, err
	}
	q, err := desk.UserQuery{Descending: true, Limit: limit, Cursor: c.Query("cursor")}.Check()
	if err != nil {
		return nil, err
	}
	page, rows, err := h.userPage(c, q)
	if err != nil {
		return nil, err
	}
	return body.Users{OK: body.Done, Users: rows, NextCursor: edge.OrNull(page.Next)}, nil
}

func (h *calls) userPage(c edge.Call, q desk.UserQuery) (desk.UserPage, []body.UserRow, error) {
	ctx := c.Context()
	page, err := h.Desk.Users(ctx, q)
	if err != nil {
		return page, nil, err
	}
	ids := make([]string, 0, len(page.Users))
	for _, u := range page.Users {
		ids = append(ids, u.ID)
	}
	edge.ShowUsers(c, string(q.Filter), q.Search != "", ids)
	online, err := h.Hub.Present(ctx, ids)
	if err != nil {
		return page, nil, err
	}
	rows := make([]body.UserRow, 0, len(page.Users))
	for _, u := range page.Users {
		rows = append(rows, body.UserRow{
			ID: u.ID, Name: u.Name, Email: edge.OrNull(u.Email), Phone: edge.OrNull(u.Phone), Username: edge.OrNull(u.Username),
			Rank: string(u.Merit.Rank()), Points: u.Merit.Points, IsAdmin: u.IsAdmin, IsGuardian: u.Merit.Guardian,
			FaceRecognitionStatus: body.FaceStatus(u.FaceEnrolled), IsOnline: online[u.ID], LastLogin: edge.Moment(u.LastLogin), CreatedAt: u.CreatedAt,
			TotalContributed: u.Contributed.Dollars(), ContributionCount: u.Contributions,
			ChatAccessEnabled: u.Status.ChatEnabled, ChatBannedUntil: edge.Moment(u.Status.BannedUntil), IsErased: u.Erased, SignInDisabled: u.Status.SignInDisabled,
		})
	}
	return page, rows, nil
}

// userProfile shows a member to an administrator.
func (h *calls) userProfile(c edge.Call) (any, error) {
	ctx := c.Context()
	p, err := h.Desk.UserProfile(ctx, c.Param("id"))
	if err != nil {
		return nil, err
	}
	online, err := h.Hub.Present(ctx, []string{p.ID})
	if err != nil {
		return nil, err
	}
	history := make([]body.UserContribution, 0, len(p.History))
	for _, one := range p.History {
		history = append(history, body.UserContribution{
			ID: one.ID, Purpose: string(one.Purpose), Amount: one.Amount.Dollars(), Anonymous: one.Anonymous, Status: one.Status, At: one.At,
		})
	}
	return body.UserProfileReply{OK: body.Done, Profile: body.UserProfile{
		ID: p.ID, Name: p.Name, Email: edge.OrNull(p.Email), Phone: edge.OrNull(p.Phone), Username: edge.OrNull(p.Username),
		Rank: string(p.Merit.Rank()), Points: p.Merit.Points, HonoraryRank: edge.OrNull(string(p.Merit.Honorary)),
		MemberSince: p.CreatedAt, CreatedAt: p.CreatedAt, LastLogin: edge.Moment(p.LastLogin), LastSeen: edge.Moment(p.LastSeen), IsOnline: online[p.ID],
		IsAdmin: p.IsAdmin, IsCreator: p.IsCreator, IsGuardian: p.Merit.Guardian, IsErased: p.Erased, SignInDisabled: p.Status.SignInDisabled,
		ChatAccessEnabled: p.Status.ChatEnabled, ChatBannedUntil: edge.Moment(p.Status.BannedUntil), ChatSubscriptionActive: p.Subscribed,
		TotalContributed: p.Contributed.Dollars(), ContributionCount: p.Contributions, LastContributedAt: edge.Moment(p.LastContributed),
		Contributions: history, Notes: p.Notes, NotesVersion: p.NotesVersion, FaceRecognitionStatus: body.FaceStatus(p.FaceEnrolled),
		FaceScanCount: p.Face.Scans, FaceEnrollmentDate: edge.Moment(p.Face.EnrolledAt), LastFaceScan: edge.Moment(p.Face.LastScan),
		FaceVerificationSkipCount: p.Face.Skips, FaceFailedAttempts: p.Face.Failed, FaceRequired: p.Face.Required,
	}}, nil
}

// changeNotes replaces the notes of a member.
func (h *calls) changeNotes(c edge.Call) (any, error) {
	var request body.ChangeNotes
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Notes == nil {
		return nil, store.NewErrorReason(store.Invalid, "notes_missing", "notes is required")
	}
	notes, err := desk.CheckNotes(*request.Notes)
	if err != nil {
		return nil, err
	}
	if err := h.Desk.SetNotes(c.Context(), c.Caller(), c.Param("id"), notes, request.Version); err != nil {
		return nil, err
	}
	return h.userProfile(c)
}

// changeSubscription switches a member's chat subscription.
func (h *calls) changeSubscription(c edge.Call) (any, error) {
	var request body.ChangeSubscription
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Active == nil {
		return nil, store.NewErrorReason(store.Invalid, "active_missing", "active must be true or false")
	}
	if err := h.Desk.SetSubscription(c.Context(), c.Caller(), c.Param("id"), *request.Active); err != nil {
		return nil, err
	}
	return h.userProfile(c)
}
