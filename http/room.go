package http

import (
	"muster/http/body"
	"muster/store"
)

// Sentences of the room calls (back office, section 8).
const (
	roomCreated = "Room created successfully"
	roomDeleted = "Room deleted successfully"
)

// adminRooms lists every room with its figures (ADM-6).
func (s *Server) adminRooms(c *call) (any, error) {
	rooms, err := s.config.Store.AllRooms(c.Request.Context())
	if err != nil {
		return nil, err
	}
	reply := body.AdminRooms{OK: body.Done, Rooms: make([]body.AdminRoom, 0, len(rooms))}
	for _, r := range rooms {
		reply.Rooms = append(reply.Rooms, adminRoom(r))
	}
	return reply, nil
}

func adminRoom(r store.RoomSummary) body.AdminRoom {
	return body.AdminRoom{Room: room(r.Room), MemberCount: r.Members, MessageCount: r.Messages}
}

// createRoom makes a private room (ADM-7, ADM-8).
func (s *Server) createRoom(c *call) (any, error) {
	var wanted body.CreateRoom
	if err := s.read(c, &wanted); err != nil {
		return nil, err
	}
	r, err := store.NewRoom(wanted.Name, wanted.DisplayName, wanted.Description)
	if err != nil {
		return nil, err
	}
	if err := s.config.Store.AdminService(c.caller).AddRoom(c.Request.Context(), r); err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	// Nobody was granted access and nothing was said yet.
	return body.RoomCreated{OK: body.Done, Message: roomCreated, Room: adminRoom(store.RoomSummary{Room: r})}, nil
}

// deleteRoom closes a room for ever; its sockets leave it at once (ADM-9,
// ROOM-12).
func (s *Server) deleteRoom(c *call) (any, error) {
	was, err := s.config.Store.AdminService(c.caller).DeleteRoom(c.Request.Context(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.RoomDeleted{OK: body.Done, Message: roomDeleted, Room: room(was)}, nil
}
