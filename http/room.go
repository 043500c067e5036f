package http

import (
	"muster/http/body"
	"muster/store"
)

// Success messages of the room calls.
const (
	roomCreated = "Room created successfully"
	roomDeleted = "Room deleted successfully"
)

// updateRoom changes a room's settings.
func (s *Server) updateRoom(c *call) (any, error) {
	var request body.UpdateRoom
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	now, e, changed, err := s.config.Store.AdminService(c.caller).UpdateRoom(c.Request.Context(), c.Param("roomId"), store.RoomUpdate(request))
	if err != nil {
		return nil, err
	}
	if changed {
		s.config.Hub.Announce(e)
	}
	return body.RoomUpdated{OK: body.Done, Room: roomBody(now)}, nil
}

// adminRooms lists every room with its numbers of members and messages.
func (s *Server) adminRooms(c *call) (any, error) {
	rooms, err := s.config.Store.AllRooms(c.Request.Context())
	if err != nil {
		return nil, err
	}
	reply := body.AdminRooms{OK: body.Done, Rooms: make([]body.AdminRoom, 0, len(rooms))}
	for _, r := range rooms {
		reply.Rooms = append(reply.Rooms, adminRoomBody(r))
	}
	return reply, nil
}

func adminRoomBody(r store.RoomSummary) body.AdminRoom {
	return body.AdminRoom{Room: roomBody(r.Room), MemberCount: r.Members, MessageCount: r.Messages}
}

// createRoom creates a private room.
func (s *Server) createRoom(c *call) (any, error) {
	var request body.CreateRoom
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	r, err := store.NewRoom(request.Name, request.DisplayName, request.Description)
	if err != nil {
		return nil, err
	}
	if err := s.config.Store.AdminService(c.caller).AddRoom(c.Request.Context(), r); err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	// A new room has no members and no messages, so both numbers are 0.
	return body.RoomCreated{OK: body.Done, Message: roomCreated, Room: adminRoomBody(store.RoomSummary{Room: r})}, nil
}

// deleteRoom deletes a room; its sockets leave it at once.
func (s *Server) deleteRoom(c *call) (any, error) {
	deleted, err := s.config.Store.AdminService(c.caller).DeleteRoom(c.Request.Context(), c.Param("roomId"))
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.RoomDeleted{OK: body.Done, Message: roomDeleted, Room: roomBody(deleted)}, nil
}

// presenceLimit is the number of people that roomPresence lists.
const presenceLimit = 500

// roomPresence lists who is in a room on all nodes.
func (s *Server) roomPresence(c *call) (any, error) {
	ctx, room := c.Request.Context(), c.Param("roomId")
	people, err := s.config.Hub.RoomPeople(ctx, room)
	if err != nil {
		return nil, err
	}
	listed := people[:min(len(people), presenceLimit)]
	ids := make([]string, 0, len(listed))
	for _, p := range listed {
		ids = append(ids, p.ID)
	}
	seen, err := s.config.Store.LastSeen(ctx, room, ids)
	if err != nil {
		return nil, err
	}
	reply := body.RoomPresence{OK: body.Done, Presence: make([]body.PersonPresent, 0, len(listed)), OnlineCount: len(people)}
	for _, p := range listed {
		one := body.PersonPresent{UserID: p.ID, Username: p.Name}
		if at, ok := seen[p.ID]; ok {
			one.LastSeen = &at
		}
		reply.Presence = append(reply.Presence, one)
	}
	return reply, nil
}
