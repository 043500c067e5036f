package http

// route is one call of the API.
type route struct {
	method string
	path   string
	who    callerClass
	handle handlerFunc
}

// routes lists every call, who may make it and which method handles it.
func (s *Server) routes() []route {
	routes := []route{
		{"GET", "/healthz", public, s.health},
		{"GET", "/readyz", public, s.ready},

		{"GET", "/api/config", public, s.showConfig},

		{"POST", "/api/auth/send-verification", public, s.sendVerification},
		{"POST", "/api/auth/verify", public, s.verify},
		{"POST", "/api/auth/logout", public, s.logout},
		{"GET", "/api/auth/session", member, s.ownProfile},
		{"GET", "/api/auth/sessions", signedIn, s.sessions},
		{"DELETE", "/api/auth/sessions", signedIn, s.endOtherSessions},
		{"DELETE", "/api/auth/sessions/:id", signedIn, s.endSession},

		{"GET", "/api/profile/me", member, s.ownProfile},
		{"GET", "/api/profile/username-change-eligibility", member, s.usernameEligibility},

		{"GET", "/api/chat/user-status", member, s.userStatus},
		{"GET", "/api/chat/rooms", member, s.rooms},
		{"GET", "/api/chat/room/:roomId/access", member, s.roomAccess},
		{"GET", "/api/chat/room/:roomId/messages", member, s.messages},
		{"GET", "/api/chat/messages", member, s.messages},
		{"GET", "/api/chat/online-count", member, s.onlineCount},
		{"GET", "/api/chat/check-username/:username", member, s.checkUsername},
		{"POST", "/api/chat/set-username", member, s.setUsername},

		{"GET", "/api/admin/rooms", admin, s.adminRooms},
		{"POST", "/api/admin/rooms", admin, s.createRoom},
		{"DELETE", "/api/admin/rooms/:id", admin, s.deleteRoom},
		{"GET", "/api/admin/room-presence/:roomId", admin, s.roomPresence},
		{"GET", "/api/admin/room-access/:roomId", admin, s.roomAccessList},
		{"POST", "/api/admin/room-access", admin, s.grantRoom},
		{"DELETE", "/api/admin/room-access", admin, s.revokeRoom},
		{"PATCH", "/api/admin/users/:id/chat-access", admin, s.changeChatAccess},
		{"PATCH", "/api/admin/users/:id/admin-status", admin, s.changeAdminStatus},
	}
	if s.config.Outbox != nil {
		routes = append(routes, route{"GET", "/dev/outbox", public, s.showOutbox})
	}
	return routes
}
