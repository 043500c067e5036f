package chat

import (
	livelog "muster/actors/roomlog"
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/roomlog"
)

// rooms lists the rooms that the caller may enter, with what is unread in each.
func (h *calls) rooms(c edge.Call) (any, error) {
	ctx := c.Context()
	rooms, asOf, err := h.Log.Rooms(ctx, c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rooms))
	for i, r := range rooms {
		ids[i] = r.ID
	}
	online, err := h.Hub.RoomCounts(ctx, ids)
	if err != nil {
		return nil, err
	}
	reply := body.Rooms{OK: body.Done, Rooms: make([]body.ListedRoom, 0, len(rooms)), AsOf: body.AsOf(asOf.Log), SiteAsOf: body.AsOf(asOf.Site)}
	closed := h.FaceGate && !c.Caller().Session.FaceVerified
	for _, r := range rooms {
		if closed {
			r.Last = nil // the list is open to these sessions, what was said is not
		}
		reply.Rooms = append(reply.Rooms, body.ListedRoom{
			RoomBody: roomBody(r.Room).RoomBody, LastSeq: r.Head, LastReadSeq: r.Read.LastRead,
			Unread: r.Read.Unread, Mentions: r.Read.Mentions, LastMessage: livelog.LastMessage(r.Last),
			OnlineCount: online[r.ID], Notifications: notificationsBody(r.Notifications),
		})
	}
	return reply, nil
}

func notificationsBody(n roomlog.RoomNotifications) body.RoomNotifications {
	out := body.RoomNotifications{Level: string(n.Level)}
	if !n.MutedUntil.IsZero() {
		until := livelog.Timestamp(n.MutedUntil)
		out.MutedUntil = &until
	}
	return out
}

// markRead notes how far the caller has read a room, and announces it to the caller's
// sockets.
func (h *calls) markRead(c edge.Call) (any, error) {
	var request body.MarkRead
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	var seq int64 // 0 moves no mark, but whoever may not enter is refused first
	if request.Seq != nil {
		seq = *request.Seq
	}
	state, moved, err := h.Log.MarkRead(c.Context(), c.Caller().Member.ID, c.Param("roomId"), seq)
	if err != nil {
		return nil, err
	}
	if request.Seq == nil {
		return nil, store.NewErrorReason(store.Invalid, "seq_missing", "seq is required")
	}
	if moved {
		h.Hub.ReadChanged(state)
	}
	return body.ReadMarked{OK: body.Done, LastReadSeq: state.LastRead, Unread: state.Unread, Mentions: state.Mentions}, nil
}

// changeRoomNotifications stores what the caller wants to be notified of in a room. A body
// that leaves mutedUntil out lets a mute stay; null ends it.
func (h *calls) changeRoomNotifications(c edge.Call) (any, error) {
	var request body.ChangeRoomNotifications
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	muting, err := edge.HasField(c, "mutedUntil")
	if err != nil {
		return nil, err
	}
	ctx, member, room := c.Context(), c.Caller().Member.ID, c.Param("roomId")
	var n roomlog.RoomNotifications
	if muting {
		n, err = h.Chat.SetRoomNotifications(ctx, member, room, request.Level, request.MutedUntil)
	} else {
		n, err = h.Chat.SetNotificationLevel(ctx, member, room, request.Level)
	}
	if err != nil {
		return nil, err
	}
	return body.RoomNotificationsChanged{OK: body.Done, Notifications: notificationsBody(n)}, nil
}

// roomAccess says whether the caller may enter a room. The reply is the same for a
// closed room and for one that does not exist; a banned caller is refused.
func (h *calls) roomAccess(c edge.Call) (any, error) {
	found, err := h.Log.CheckRoomAccess(c.Context(), c.Caller().Member.ID, c.Param("roomId"))
	if err != nil && store.AsError(err).Reason == roomlog.ErrNoRoomAccess().Reason {
		return body.RoomAccess{OK: body.Done}, nil
	}
	if err != nil {
		return nil, err
	}
	room, role := roomBody(found.Room), string(found.Role)
	return body.RoomAccess{OK: body.Done, HasAccess: true, Room: &room, Role: &role}, nil
}

func roomBody(r roomlog.Room) body.Room {
	return body.Room{RoomBody: livelog.RoomBody(r)}
}
