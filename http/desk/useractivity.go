package desk

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/desk"
)

// userAnalytics replies with the counts of one member.
func (h *calls) userAnalytics(c edge.Call) (any, error) {
	a, err := h.Desk.UserAnalytics(c.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	days := make([]body.UserDay, 0, len(a.Days))
	for _, d := range a.Days {
		days = append(days, body.UserDay{Date: d.Day, MessagesSent: d.Count})
	}
	return body.UserAnalytics{
		OK: body.Done, MessageStats: body.UserMessageStats{Total: a.Total(), ByType: a.Messages, Recent: userMessages(a.Recent)},
		ActivityLevel: a.ActivityLevel(), AccountAge: a.AccountAge(),
		LoginStats: body.UserLoginStats{TotalLogins: a.Logins, LastLogin: edge.Moment(a.LastLogin)},
		MediaStats: body.UserMediaStats{TotalUploads: a.Uploads}, ChatStats: body.UserChatStats{DailyActivity: days},
	}, nil
}

func userMessages(all []desk.UserMessage) []body.UserMessage {
	bodies := make([]body.UserMessage, 0, len(all))
	for _, m := range all {
		bodies = append(bodies, body.UserMessage{ID: m.ID, RoomID: m.Room, RoomName: m.RoomName, MessageType: m.Kind, Message: m.Text, CreatedAt: m.At})
	}
	return bodies
}

// userActivity replies with what a member did lately.
func (h *calls) userActivity(c edge.Call) (any, error) {
	a, err := h.Desk.UserActivity(c.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	reply := body.UserActivity{OK: body.Done, RecentMessages: userMessages(a.Messages), ActivityLog: make([]body.UserEvent, 0, len(a.Log))}
	for _, e := range a.Log {
		reply.ActivityLog = append(reply.ActivityLog, body.UserEvent{EventType: e.Kind, EventData: e.Data, CreatedAt: e.At})
	}
	return reply, nil
}

// userRoomAccess lists the rooms that were opened to a member.
func (h *calls) userRoomAccess(c edge.Call) (any, error) {
	grants, err := h.Desk.MemberGrants(c.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	reply := body.UserAccess{OK: body.Done, Access: make([]body.UserRoomAccess, 0, len(grants))}
	for _, g := range grants {
		reply.Access = append(reply.Access, body.UserRoomAccess{
			ID: g.Room, AccessLevel: string(g.Role), GrantedAt: g.GrantedAt, ChatRooms: body.AccessRoom{Name: g.Room, DisplayName: g.RoomName},
		})
	}
	return reply, nil
}

// userSessions lists the signed-in browsers of a member.
func (h *calls) userSessions(c edge.Call) (any, error) {
	open, err := h.Desk.MemberSessions(c.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	reply := body.UserSessions{OK: body.Done, Sessions: make([]body.UserSession, 0, len(open))}
	for _, one := range open {
		reply.Sessions = append(reply.Sessions, body.UserSession{ID: one.ID, Device: one.Device, Address: one.Address, CreatedAt: one.CreatedAt, LastSeenAt: one.LastSeenAt})
	}
	return reply, nil
}

// endUserSessions signs a member out everywhere; its sockets close at once.
func (h *calls) endUserSessions(c edge.Call) (any, error) {
	ended, err := h.Desk.EndMemberSessions(c.Context(), c.Caller(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.SessionsEnded{OK: body.Done, Ended: ended}, nil
}
