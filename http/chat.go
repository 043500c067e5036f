package http

import (
	"strconv"

	"muster/actors"
	"muster/actors/wire"
	"muster/http/body"
	"muster/store"
)

// userStatus tells how the caller stands in chat; it answers also without a
// username and while banned (DASH-7, CHAT-35).
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
		OK: body.Done, HasUsername: m.Username != "", Username: given(m.Username), IsAdmin: m.IsAdmin, IsBanned: barred,
		CreatorID: given(creator),
	}, nil
}

// rooms lists the rooms the caller may enter (ROOM-4).
func (s *Server) rooms(c *call) (any, error) {
	rooms, err := s.config.Store.Rooms(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.Rooms{OK: body.Done, Rooms: make([]body.Room, 0, len(rooms))}
	for _, r := range rooms {
		reply.Rooms = append(reply.Rooms, room(r))
	}
	return reply, nil
}

func room(r store.Room) body.Room {
	return body.Room{
		ID: r.ID, Name: r.ID, DisplayName: r.DisplayName, Description: r.Description,
		IsDefault: r.IsDefault, AccessLevel: string(r.AccessLevel),
	}
}

// roomAccess says whether the caller may enter a room: a closed one and an
// absent one answer alike (ROOM-7, ROOM-10); a ban is told as one.
func (s *Server) roomAccess(c *call) (any, error) {
	found, err := s.config.Store.CheckRoomAccess(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"))
	if err != nil && store.AsError(err).Reason == store.ErrNoRoomAccess().Reason {
		return body.RoomAccess{OK: body.Done}, nil
	}
	if err != nil {
		return nil, err
	}
	open := room(found)
	return body.RoomAccess{OK: body.Done, HasAccess: true, Room: &open}, nil
}

// messages gives one page of a room's history, of the default room without a
// room (CHAT-17, CHAT-18, ROOM-14).
func (s *Server) messages(c *call) (any, error) {
	limit := store.HistoryPage
	if raw := c.Query("limit"); raw != "" {
		n, err := strconv.Atoi(raw)
		if err != nil {
			return nil, store.NewErrorReason(store.Invalid, "limit_invalid", "limit must be a number")
		}
		limit = min(max(n, 1), store.HistoryPage)
	}
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
		reply.Messages = append(reply.Messages, actors.MessageBody(m))
	}
	return reply, nil
}

// onlineCount counts people in chat (DASH-4).
func (s *Server) onlineCount(*call) (any, error) {
	return body.OnlineCount{OK: body.Done, Count: s.config.Hub.OnlineCount()}, nil
}
