package http

import (
	"muster/actors/roomlog"
	"muster/actors/wire"
	"muster/http/body"
	"muster/store"
)

// userStatus replies with the caller's status in chat. It works without a username
// and during a ban.
func (s *Server) userStatus(c *call) (any, error) {
	m := c.caller.Member
	barred, err := s.config.Store.IsBanned(c.Request.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	creator, err := s.config.Store.Creator(c.Request.Context())
	if err != nil {
		return nil, err
	}
	return body.UserStatus{
		OK: body.Done, HasUsername: m.Username != "", Username: nullable(m.Username), IsAdmin: m.IsAdmin, IsBanned: barred,
		CreatorID: nullable(creator),
	}, nil
}

func roomBody(r store.Room) body.Room {
	return body.Room{RoomBody: roomlog.RoomBody(r)}
}

// roomAccess says whether the caller may enter a room. The reply is the same for a
// closed room and for one that does not exist; a banned caller is refused.
func (s *Server) roomAccess(c *call) (any, error) {
	found, err := s.config.Store.CheckRoomAccess(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"))
	if err != nil && store.AsError(err).Reason == store.ErrNoRoomAccess().Reason {
		return body.RoomAccess{OK: body.Done}, nil
	}
	if err != nil {
		return nil, err
	}
	room, role := roomBody(found.Room), string(found.Role)
	return body.RoomAccess{OK: body.Done, HasAccess: true, Room: &room, Role: &role}, nil
}

// messages replies with one page of a room's history; without a room it is the
// default room's.
func (s *Server) messages(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", store.HistoryPage)
	if err != nil {
		return nil, err
	}
	limit = min(max(limit, 1), store.HistoryPage)
	room, named := c.Params.Get("roomId")
	if !named {
		room = s.config.DefaultRoom
	}
	page, err := s.config.Store.History(c.Request.Context(), c.caller.Member.ID, room, limit, c.Query("before"))
	if err != nil {
		return nil, err
	}
	reply := body.Messages{OK: body.Done, RoomID: room, Messages: make([]wire.MessageBody, 0, len(page)), HasMore: len(page) == limit}
	for _, m := range page {
		reply.Messages = append(reply.Messages, roomlog.MessageBody(m))
	}
	return reply, nil
}

// onlineCount replies with the number of people in chat.
func (s *Server) onlineCount(*call) (any, error) {
	return body.OnlineCount{OK: body.Done, Count: s.config.Hub.OnlineCount()}, nil
}
