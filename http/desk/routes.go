package desk

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/desk"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	return []edge.Route{
		{Method: "GET", Path: "/api/admin/users", Who: edge.Admin, Handle: h.users, Reply: edge.Reply{JSON: body.Users{}}, View: "users_viewed"},
		{Method: "GET", Path: "/api/admin/users/detailed", Who: edge.Admin, Handle: h.detailedUsers, Reply: edge.Reply{JSON: body.UserPage{}}, View: "users_viewed"},
		{Method: "GET", Path: "/api/admin/users/:id/profile", Who: edge.Admin, Handle: h.userProfile, Reply: edge.Reply{JSON: body.UserProfileReply{}}, View: "profile_viewed"},
		{Method: "GET", Path: "/api/admin/users/:id/analytics", Who: edge.Admin, Handle: h.userAnalytics, Reply: edge.Reply{JSON: body.UserAnalytics{}}, View: "analytics_viewed"},
		{Method: "GET", Path: "/api/admin/users/:id/activity", Who: edge.Admin, Handle: h.userActivity, Reply: edge.Reply{JSON: body.UserActivity{}}, View: "activity_viewed"},
		{Method: "GET", Path: "/api/admin/users/:id/room-access", Who: edge.Admin, Handle: h.userRoomAccess, Reply: edge.Reply{JSON: body.UserAccess{}}, View: "room_access_viewed"},
		{Method: "GET", Path: "/api/admin/users/:id/sessions", Who: edge.Admin, Handle: h.userSessions, Reply: edge.Reply{JSON: body.UserSessions{}}, View: "sessions_viewed"},
		{Method: "DELETE", Path: "/api/admin/users/:id/sessions", Who: edge.Admin, Handle: h.endUserSessions, Reply: edge.Reply{JSON: body.SessionsEnded{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/notes", Who: edge.Admin, Handle: h.changeNotes, Body: edge.Body{JSON: body.ChangeNotes{}, Limit: edge.LongText(desk.MaxNotes)}, Reply: edge.Reply{JSON: body.UserProfileReply{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/subscription", Who: edge.Admin, Handle: h.changeSubscription, Body: edge.Body{JSON: body.ChangeSubscription{}}, Reply: edge.Reply{JSON: body.UserProfileReply{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/chat-access", Who: edge.Admin, Handle: h.changeChatAccess, Body: edge.Body{JSON: body.ChangeChatAccess{}}, Reply: edge.Reply{JSON: body.UserChanged{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/admin-status", Who: edge.Admin, Handle: h.changeAdminStatus, Body: edge.Body{JSON: body.ChangeAdminStatus{}}, Reply: edge.Reply{JSON: body.UserChanged{}}},
		{Method: "PATCH", Path: "/api/admin/users/:id/face", Who: edge.Admin, Handle: h.changeFaceRequired, Body: edge.Body{JSON: body.ChangeFaceRequired{}}, Reply: edge.Reply{JSON: body.UserProfileReply{}}},
		{Method: "DELETE", Path: "/api/admin/users/:id/face", Who: edge.Admin, Handle: h.removeFaceEnrolment, Reply: edge.Reply{JSON: body.FaceEnrollmentRemoved{}}},
		{Method: "POST", Path: "/api/admin/users/:id/face/reset-attempts", Who: edge.Admin, Handle: h.resetFaceAttempts, Reply: edge.Reply{JSON: body.FaceAttemptsReset{}}},

		{Method: "GET", Path: "/api/admin/waiting", Who: edge.Admin, Handle: h.waiting, Reply: edge.Reply{JSON: body.Waiting{}}},
		{Method: "GET", Path: "/api/admin/nodes", Who: edge.Admin, Handle: h.nodes, Reply: edge.Reply{JSON: body.Nodes{}}},
		{Method: "GET", Path: "/api/admin/analytics/realtime", Who: edge.Admin, Handle: h.realtime, Reply: edge.Reply{JSON: body.Realtime{}}, View: "realtime_viewed", Shares: true},
		{Method: "GET", Path: "/api/admin/analytics/overview", Who: edge.Admin, Handle: h.overview, Reply: edge.Reply{JSON: body.Overview{}}, Shares: true},
		{Method: "GET", Path: "/api/admin/analytics/chat", Who: edge.Admin, Handle: h.chatAnalytics, Reply: edge.Reply{JSON: body.ChatAnalytics{}}, View: "top_users_viewed", Shares: true},
		{Method: "GET", Path: "/api/admin/analytics/growth", Who: edge.Admin, Handle: h.growth, Reply: edge.Reply{JSON: body.Growth{}}, Shares: true},
		{Method: "GET", Path: "/api/admin/analytics/rows", Who: edge.Admin, Handle: h.analyticsRows, Reply: edge.Reply{JSON: body.AnalyticsRows{}}, View: "analytics_rows_viewed"},
		{Method: "GET", Path: "/api/admin/analytics/export", Who: edge.Admin, Handle: h.exportAnalytics, Reply: edge.Reply{CSV: true}, Timeout: edge.ExportTimeout},
		{Method: "GET", Path: "/api/admin/audit", Who: edge.Admin, Handle: h.auditLog, Reply: edge.Reply{JSON: body.AuditLog{}}, View: "audit_viewed"},
		{Method: "GET", Path: "/api/admin/audit/export", Who: edge.Admin, Handle: h.exportAudit, Reply: edge.Reply{CSV: true}, Timeout: edge.ExportTimeout},
	}
}
