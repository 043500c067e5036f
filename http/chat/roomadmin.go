package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/roomlog"
)

// updateRoom changes a room's settings.
func (h *calls) updateRoom(c edge.Call) (any, error) {
	var request body.UpdateRoom
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	now, e, changed, err := h.Chat.Admin(c.Caller()).UpdateRoom(c.Context(), c.Param("roomId"), roomlog.RoomUpdate(request))
	if err != nil {
		return nil, err
	}
	if changed {
		h.Hub.Announce(e)
	}
	return body.RoomUpdated{OK: body.Done, Room: roomBody(now)}, nil
}

// adminRooms lists every room with its numbers of members and messages.
func (h *calls) adminRooms(c edge.Call) (any, error) {
	rooms, err := h.Chat.AllRooms(c.Context())
	if err != nil {
		return nil, err
	}
	reply := body.AdminRooms{OK: body.Done, Rooms: make([]body.AdminRoom, 0, len(rooms))}
	for _, r := range rooms {
		reply.Rooms = append(reply.Rooms, adminRoomBody(r))
	}
	return reply, nil
}

func adminRoomBody(r roomlog.RoomSummary) body.AdminRoom {
	return body.AdminRoom{Room: roomBody(r.Room), MemberCount: r.Members, MessageCount: r.Messages}
}

// createRoom creates a private room.
func (h *calls) createRoom(c edge.Call) (any, error) {
	var request body.CreateRoom
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	r, err := roomlog.NewRoom(request.Name, request.DisplayName, request.Description)
	if err != nil {
		return nil, err
	}
	if r, err = h.Chat.Admin(c.Caller()).AddRoom(c.Context(), r, c.Header("Idempotency-Key")); err != nil {
		return nil, err
	}
	c.SiteChanged()
	// A new room has no members and no messages, so both numbers are 0.
	return body.RoomCreated{OK: body.Done, Message: c.Say("answer.roomCreated"), Room: adminRoomBody(roomlog.RoomSummary{Room: r})}, nil
}

// deleteRoom deletes a room; its sockets leave it at once.
func (h *calls) deleteRoom(c edge.Call) (any, error) {
	deleted, err := h.Chat.Admin(c.Caller()).DeleteRoom(c.Context(), c.Param("roomId"))
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.RoomDeleted{OK: body.Done, Message: c.Say("answer.roomDeleted"), Room: roomBody(deleted)}, nil
}

// presenceLimit is the number of people that roomPresence lists.
const presenceLimit = 500

// roomPresence lists who is in a room on all nodes.
func (h *calls) roomPresence(c edge.Call) (any, error) {
	ctx, room := c.Context(), c.Param("roomId")
	people, err := h.Hub.RoomPeople(ctx, room)
	if err != nil {
		return nil, err
	}
	listed := people[:min(len(people), presenceLimit)]
	ids := make([]string, 0, len(listed))
	for _, p := range listed {
		ids = append(ids, p.ID)
	}
	seen, err := h.Chat.LastSeen(ctx, room, ids)
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
