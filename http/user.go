package http

import (
	"context"

	"muster/http/body"
	"muster/store"
)

// userQuery reads the query of the administrators' table. It fails with Invalid.
func userQuery(c *call) (store.UserQuery, error) {
	q := store.UserQuery{
		Search: c.Query("search"), Filter: store.UserFilter(c.Query("filter")), Sort: store.UserSort(c.Query("sortBy")), Cursor: c.Query("cursor"),
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
	if q.Limit, err = queryNumber(c, "limit", store.UserPageSize); err != nil {
		return q, err
	}
	if q.Page, err = queryNumber(c, "page", 1); err != nil {
		return q, err
	}
	return q.Check()
}

// detailedUsers replies with a page of the administrators' table.
func (s *Server) detailedUsers(c *call) (any, error) {
	q, err := userQuery(c)
	if err != nil {
		return nil, err
	}
	page, rows, err := s.userPage(c, q)
	if err != nil {
		return nil, err
	}
	return body.UserPage{
		OK: body.Done, Users: rows, NextCursor: nullable(page.Next),
		Pagination: body.Pagination{Total: page.Total, TotalPages: (page.Total + q.Limit - 1) / q.Limit},
	}, nil
}

// users lists members, the newest first, in pages.
func (s *Server) users(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", store.UserPageSize)
	if err != nil {
		return nil, err
	}
	q, err := store.UserQuery{Descending: true, Limit: limit, Cursor: c.Query("cursor")}.Check()
	if err != nil {
		return nil, err
	}
	page, rows, err := s.userPage(c, q)
	if err != nil {
		return nil, err
	}
	return body.Users{OK: body.Done, Users: rows, NextCursor: nullable(page.Next)}, nil
}

// fewUsers is how many users the audit log names who were shown in a list.
const fewUsers = 10

// shownUsers is a list of users as the audit log keeps it: never what was searched
// for, which may be an address.
type shownUsers struct {
	Filter   string   `json:"filter,omitempty"`
	Searched bool     `json:"searched,omitempty"`
	Shown    int      `json:"shown"`
	Users    []string `json:"users,omitempty"`
}

func shownList(filter string, searched bool, ids []string) shownUsers {
	shown := shownUsers{Filter: filter, Searched: searched, Shown: len(ids)}
	if len(ids) <= fewUsers {
		shown.Users = ids
	}
	return shown
}

func (s *Server) userPage(c *call, q store.UserQuery) (store.UserPage, []body.UserRow, error) {
	ctx := c.Request.Context()
	page, err := s.config.Store.Users(ctx, q)
	if err != nil {
		return page, nil, err
	}
	ids := make([]string, 0, len(page.Users))
	for _, u := range page.Users {
		ids = append(ids, u.ID)
	}
	c.shown = shownList(string(q.Filter), q.Search != "", ids)
	online, err := s.config.Hub.Present(ctx, ids)
	if err != nil {
		return page, nil, err
	}
	rows := make([]body.UserRow, 0, len(page.Users))
	for _, u := range page.Users {
		rows = append(rows, body.UserRow{
			ID: u.ID, Name: u.Name, Email: nullable(u.Email), Phone: nullable(u.Phone), Username: nullable(u.Username),
			Rank: string(u.Standing.Rank()), Points: u.Standing.Points, IsAdmin: u.IsAdmin, IsGuardian: u.Standing.Guardian,
			FaceRecognitionStatus: body.FaceStatus(u.FaceEnrolled), IsOnline: online[u.ID], LastLogin: moment(u.LastLogin), CreatedAt: u.CreatedAt,
			TotalContributed: u.Contributed.Dollars(), ContributionCount: u.Contributions,
			ChatAccessEnabled: u.Status.ChatEnabled, ChatBannedUntil: moment(u.Status.BannedUntil),
		})
	}
	return page, rows, nil
}

// userProfile shows a member to an administrator.
func (s *Server) userProfile(c *call) (any, error) {
	return s.userProfileReply(c.Request.Context(), c.Param("id"))
}

func (s *Server) userProfileReply(ctx context.Context, id string) (any, error) {
	p, err := s.config.Store.UserProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	online, err := s.config.Hub.Present(ctx, []string{p.ID})
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
		ID: p.ID, Name: p.Name, Email: nullable(p.Email), Phone: nullable(p.Phone), Username: nullable(p.Username),
		Rank: string(p.Standing.Rank()), Points: p.Standing.Points, HonoraryRank: nullable(string(p.Standing.Honorary)),
		MemberSince: p.CreatedAt, CreatedAt: p.CreatedAt, LastLogin: moment(p.LastLogin), LastSeen: moment(p.LastSeen), IsOnline: online[p.ID],
		IsAdmin: p.IsAdmin, IsCreator: p.IsCreator, IsGuardian: p.Standing.Guardian,
		ChatAccessEnabled: p.Status.ChatEnabled, ChatBannedUntil: moment(p.Status.BannedUntil), ChatSubscriptionActive: p.Subscribed,
		TotalContributed: p.Contributed.Dollars(), ContributionCount: p.Contributions, LastContributedAt: moment(p.LastContributed),
		Contributions: history, Notes: p.Notes, FaceRecognitionStatus: body.FaceStatus(p.FaceEnrolled),
		FaceScanCount: p.Face.Scans, FaceEnrollmentDate: moment(p.Face.EnrolledAt), LastFaceScan: moment(p.Face.LastScan),
		FaceVerificationSkipCount: p.Face.Skips, FaceFailedAttempts: p.Face.Failed, FaceRequired: p.Face.Required,
	}}, nil
}

// changeNotes replaces the notes of a member.
func (s *Server) changeNotes(c *call) (any, error) {
	var request body.ChangeNotes
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Notes == nil {
		return nil, store.NewErrorReason(store.Invalid, "notes_missing", "notes is required")
	}
	notes, err := store.CheckNotes(*request.Notes)
	if err != nil {
		return nil, err
	}
	if err := s.config.Store.AdminService(c.caller).SetNotes(c.Request.Context(), c.Param("id"), notes); err != nil {
		return nil, err
	}
	return s.userProfileReply(c.Request.Context(), c.Param("id"))
}

// changeSubscription switches a member's chat subscription.
func (s *Server) changeSubscription(c *call) (any, error) {
	var request body.ChangeSubscription
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Active == nil {
		return nil, store.NewErrorReason(store.Invalid, "active_missing", "active must be true or false")
	}
	if err := s.config.Store.AdminService(c.caller).SetSubscription(c.Request.Context(), c.Param("id"), *request.Active); err != nil {
		return nil, err
	}
	return s.userProfileReply(c.Request.Context(), c.Param("id"))
}
