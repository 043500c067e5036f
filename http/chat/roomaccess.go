package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/roomlog"
)

// accessPage is how many entries of an access list one answer has at most.
const accessPage = 500

// roomAccessList lists the members that were granted access to a room.
func (h *calls) roomAccessList(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, accessPage, accessPage)
	if err != nil {
		return nil, err
	}
	found, err := h.Chat.RoomGrants(c.Context(), c.Param("roomId"), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.RoomAccessList{
		OK: body.Done, Users: make([]body.AccessEntry, 0, len(found.Grants)),
		RoomID: found.Room.ID, RoomName: found.Room.DisplayName, IsDefault: found.Room.IsDefault,
		NextCursor: edge.OrNull(found.Next),
	}
	for _, g := range found.Grants {
		reply.Users = append(reply.Users, accessEntry(g))
	}
	return reply, nil
}

// grantRoom gives the named member access to a room.
func (h *calls) grantRoom(c edge.Call) (any, error) {
	var request body.GrantRoomAccess
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	member, err := h.People.FindNamed(c.Context(), request.UserEmail)
	if err != nil {
		return nil, err
	}
	g, err := h.Chat.Admin(c.Caller()).GrantRoom(c.Context(), request.RoomID, member.ID, roomlog.RoomRole(request.AccessLevel))
	return accessReply(c, "answer.accessGranted", g, err)
}

// revokeRoom ends a member's access to a room; its sockets leave the room at
// once. An id that is missing in the body is taken from the query, since some
// proxies drop the body of a DELETE.
func (h *calls) revokeRoom(c edge.Call) (any, error) {
	var request body.RevokeRoomAccess
	if c.HasBody() {
		if err := c.ReadJSON(&request); err != nil {
			return nil, err
		}
	}
	if request.UserID == "" {
		request.UserID = c.Query("user_id")
	}
	if request.RoomID == "" {
		request.RoomID = c.Query("room_id")
	}
	if request.UserID == "" || request.RoomID == "" {
		return nil, store.NewErrorReason(store.Invalid, "ids_missing", "user_id and room_id are needed")
	}
	g, err := h.Chat.Admin(c.Caller()).RevokeRoom(c.Context(), request.RoomID, request.UserID)
	return accessReply(c, "answer.accessRevoked", g, err)
}

// accessReply tells this node of a change of access and replies with the entry.
func accessReply(c edge.Call, message string, g roomlog.RoomGrant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.AccessChanged{OK: body.Done, Message: c.Say(message), Access: accessEntry(g)}, nil
}

// accessEntry is one entry of an access list; its id is the member's.
func accessEntry(g roomlog.RoomGrant) body.AccessEntry {
	m := g.Member
	return body.AccessEntry{
		ID: m.ID, RoomID: g.Room, AccessLevel: string(g.Role), GrantedAt: g.GrantedAt,
		Profiles: body.AccessProfile{ID: m.ID, Email: edge.OrNull(m.Email), Username: edge.OrNull(m.Username)},
	}
}
