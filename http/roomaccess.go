package http

import (
	"bufio"
	"errors"
	"io"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// Success messages of the room access calls.
const (
	accessGranted = "Access granted successfully"
	accessRevoked = "Access revoked successfully"
)

// roomAccessList lists the members that were granted access to a room.
func (s *Server) roomAccessList(c *call) (any, error) {
	found, err := s.config.Store.RoomGrants(c.Request.Context(), c.Param("roomId"))
	if err != nil {
		return nil, err
	}
	reply := body.RoomAccessList{
		OK: body.Done, Users: make([]body.AccessEntry, 0, len(found.Grants)),
		RoomID: found.Room.ID, RoomName: found.Room.DisplayName, IsDefault: found.Room.IsDefault,
	}
	for _, g := range found.Grants {
		reply.Users = append(reply.Users, accessEntry(g))
	}
	return reply, nil
}

// grantRoom gives the named member access to a room.
func (s *Server) grantRoom(c *call) (any, error) {
	var request body.GrantRoomAccess
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	member, err := s.config.Store.FindNamed(c.Request.Context(), request.UserEmail)
	if err != nil {
		return nil, err
	}
	g, err := s.config.Store.AdminService(c.caller).GrantRoom(c.Request.Context(), request.RoomID, member.ID, store.RoomRole(request.AccessLevel))
	return s.replyWithAccess(accessGranted, g, err)
}

// revokeRoom ends a member's access to a room; its sockets leave the room at
// once. An id that is missing in the body is taken from the query, since some
// proxies drop the body of a DELETE.
func (s *Server) revokeRoom(c *call) (any, error) {
	var request body.RevokeRoomAccess
	if c.hasBody() {
		if err := s.readJSON(c, &request); err != nil {
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
	g, err := s.config.Store.AdminService(c.caller).RevokeRoom(c.Request.Context(), request.RoomID, request.UserID)
	return s.replyWithAccess(accessRevoked, g, err)
}

// hasBody says whether the request has at least one byte of body. A chunked body
// has no length, so the first byte is peeked.
func (c *call) hasBody() bool {
	body := bufio.NewReaderSize(c.Request.Body, 1)
	_, err := body.Peek(1)
	c.Request.Body = struct {
		io.Reader
		io.Closer
	}{body, c.Request.Body}
	return !errors.Is(err, io.EOF)
}

// replyWithAccess informs the hub and replies with the access entry.
func (s *Server) replyWithAccess(message string, g store.RoomGrant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	return body.AccessChanged{OK: body.Done, Message: message, Access: accessEntry(g)}, nil
}

// accessEntry is one entry of an access list; its id is the member's.
func accessEntry(g store.RoomGrant) body.AccessEntry {
	m := g.Member
	return body.AccessEntry{
		ID: m.ID, RoomID: g.Room, AccessLevel: string(g.Role), GrantedAt: g.GrantedAt,
		Profiles: body.AccessProfile{ID: m.ID, Email: edge.OrNull(m.Email), Username: edge.OrNull(m.Username)},
	}
}
