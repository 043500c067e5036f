package http

import (
	"bufio"
	"errors"
	"io"

	"muster/http/body"
	"muster/store"
)

// Sentences of the room-access calls (back office, section 8).
const (
	accessGranted = "Access granted successfully"
	accessRevoked = "Access revoked successfully"
)

// grantRoom opens a room to the member that is named (ADM-12, ADM-18).
func (s *Server) grantRoom(c *call) (any, error) {
	var wanted body.GrantRoomAccess
	if err := s.read(c, &wanted); err != nil {
		return nil, err
	}
	member, err := s.config.Store.FindNamed(c.Request.Context(), wanted.UserEmail)
	if err != nil {
		return nil, err
	}
	g, err := s.config.Store.AdminService(c.caller).GrantRoom(c.Request.Context(), wanted.RoomID, member.ID, store.RoomRole(wanted.AccessLevel))
	return s.accessChanged(accessGranted, g, err)
}

// revokeRoom closes a room to a member; its sockets leave it at once (ADM-13,
// ROOM-12). What the body does not say is taken from the query.
func (s *Server) revokeRoom(c *call) (any, error) {
	var wanted body.RevokeRoomAccess
	if c.hasBody() {
		if err := s.read(c, &wanted); err != nil {
			return nil, err
		}
	}
	if wanted.UserID == "" {
		wanted.UserID = c.Query("user_id")
	}
	if wanted.RoomID == "" {
		wanted.RoomID = c.Query("room_id")
	}
	if wanted.UserID == "" || wanted.RoomID == "" {
		return nil, store.NewErrorReason(store.Invalid, "ids_missing", "user_id and room_id are needed")
	}
	g, err := s.config.Store.AdminService(c.caller).RevokeRoom(c.Request.Context(), wanted.RoomID, wanted.UserID)
	return s.accessChanged(accessRevoked, g, err)
}

// hasBody says whether anything was sent as the body: one that comes in chunks
// may turn out to have none.
func (c *call) hasBody() bool {
	body := bufio.NewReaderSize(c.Request.Body, 1)
	_, err := body.Peek(1)
	c.Request.Body = struct {
		io.Reader
		io.Closer
	}{body, c.Request.Body}
	return !errors.Is(err, io.EOF)
}

// accessChanged tells the chat and answers with the entry.
func (s *Server) accessChanged(said string, g store.RoomGrant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	m := g.Member
	return body.AccessChanged{OK: body.Done, Message: said, Access: body.AccessEntry{
		ID: m.ID, RoomID: g.Room, AccessLevel: string(g.Role), GrantedAt: g.GrantedAt,
		Profiles: body.AccessProfile{ID: m.ID, Email: given(m.Email), Username: given(m.Username)},
	}}, nil
}
