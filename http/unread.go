package http

import (
	"muster/actors/roomlog"
	"muster/http/body"
	"muster/store"
)

// rooms lists the rooms that the caller may enter, with what is unread in each.
func (s *Server) rooms(c *call) (any, error) {
	ctx := c.Request.Context()
	rooms, err := s.config.Store.Rooms(ctx, c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rooms))
	for i, r := range rooms {
		ids[i] = r.ID
	}
	online, err := s.config.Hub.RoomCounts(ctx, ids)
	if err != nil {
		return nil, err
	}
	reply := body.Rooms{OK: body.Done, Rooms: make([]body.ListedRoom, 0, len(rooms))}
	for _, r := range rooms {
		reply.Rooms = append(reply.Rooms, body.ListedRoom{
			RoomBody: roomBody(r.Room).RoomBody, LastSeq: r.Head, LastReadSeq: r.Read.LastRead,
			Unread: r.Read.Unread, Mentions: r.Read.Mentions, LastMessage: roomlog.LastMessage(r.Last),
			OnlineCount: online[r.ID], Notifications: notificationsBody(r.Notifications),
		})
	}
	return reply, nil
}

func notificationsBody(n store.RoomNotifications) body.RoomNotifications {
	out := body.RoomNotifications{Level: string(n.Level)}
	if !n.MutedUntil.IsZero() {
		until := roomlog.Timestamp(n.MutedUntil)
		out.MutedUntil = &until
	}
	return out
}

// markRead notes how far the caller has read a room, and announces it to the caller's
// sockets.
func (s *Server) markRead(c *call) (any, error) {
	var request body.MarkRead
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	state, moved, err := s.config.Store.MarkRead(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"), request.Seq)
	if err != nil {
		return nil, err
	}
	if moved {
		s.config.Hub.ReadChanged(state)
	}
	return body.ReadMarked{OK: body.Done, LastReadSeq: state.LastRead, Unread: state.Unread, Mentions: state.Mentions}, nil
}

// changeRoomNotifications stores what the caller wants to be notified of in a room.
func (s *Server) changeRoomNotifications(c *call) (any, error) {
	var request body.ChangeRoomNotifications
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	n, err := s.config.Store.SetRoomNotifications(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"), request.Level, request.MutedUntil)
	if err != nil {
		return nil, err
	}
	return body.RoomNotificationsChanged{OK: body.Done, Notifications: notificationsBody(n)}, nil
}
