package http

import (
	"muster/actors/roomlog"
	"muster/actors/wire"
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// userStatus replies with the caller's status in chat. It works without a username
// and during a ban.
func (s *Server) userStatus(c *call) (any, error) {
	m := c.caller.Member
	banned, err := s.config.Store.IsBanned(c.Request.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	creator, err := s.config.Store.Creator(c.Request.Context())
	if err != nil {
		return nil, err
	}
	notices, err := s.config.Store.Notices(c.Request.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	return body.UserStatus{
		OK: body.Done, HasUsername: m.Username != "", Username: edge.OrNull(m.Username), IsAdmin: m.IsAdmin, IsBanned: banned,
		CreatorID: edge.OrNull(creator), Notices: noticeBodies(notices),
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

// messages replies with one page of a room's history: the newest messages, those before
// or after a message, or those around one. Without a room it is the default room's.
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
	var page store.HistoryWindow
	ctx, member := c.Request.Context(), c.caller.Member.ID
	before, after, around := c.Query("before"), c.Query("after"), c.Query("around")
	switch {
	case before != "" && after != "" || around != "" && before+after != "":
		return nil, store.NewErrorReason(store.Invalid, "marks_exclude", "Only one of before, after and around can be given")
	case around != "":
		page, err = s.config.Store.HistoryAround(ctx, member, room, limit, around)
	case after != "":
		page, err = s.config.Store.HistoryAfter(ctx, member, room, limit, after)
	default:
		page, err = s.config.Store.History(ctx, member, room, limit, before)
	}
	if err != nil {
		return nil, err
	}
	reply := body.Messages{OK: body.Done, RoomID: room, Messages: make([]wire.MessageBody, 0, len(page.Messages)), HasMore: page.Older, HasNewer: page.Newer,
		AsOf: page.AsOf.Log, SiteAsOf: page.AsOf.Site}
	for _, m := range page.Messages {
		reply.Messages = append(reply.Messages, s.messageBody(c, m))
	}
	return reply, nil
}

// messageBody is a message as it was read for the caller: with the caller's own links to
// its media, and with its flag where the caller may see flags.
func (s *Server) messageBody(c *call, m store.Message) wire.MessageBody {
	b := roomlog.MessageBody(m, s.signer(c))
	b.IsFlagged = m.Flagged && m.DeletedAt.IsZero()
	return b
}

// onlineCount replies with the number of people in chat.
func (s *Server) onlineCount(*call) (any, error) {
	return body.OnlineCount{OK: body.Done, Count: s.config.Hub.OnlineCount()}, nil
}
