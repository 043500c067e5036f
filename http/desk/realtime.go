package desk

import (
	"context"
	"time"

	"muster/actors"
	livedesk "muster/actors/desk"
	"muster/actors/wire"
	"muster/http/body"
	"muster/http/edge"
	"muster/store/desk"
)

// realtimeUsers is the number of users that realtime lists.
const realtimeUsers = 500

// realtimeAge is after how long realtime is read again, unless analytics are read sooner.
const realtimeAge = 500 * time.Millisecond

// realtime replies with who is here and what happened last.
func (h *calls) realtime(c edge.Call) (any, error) {
	return edge.Share(c, "realtime", min(realtimeAge, h.AnalyticsAge), h.readRealtime)
}

func (h *calls) readRealtime(ctx context.Context) (any, error) {
	inChat, err := h.Hub.RoomPeople(ctx, "")
	if err != nil {
		return nil, err
	}
	online, err := h.onlineUsers(ctx, inChat)
	if err != nil {
		return nil, err
	}
	messages, err := h.Desk.RecentMessages(ctx, desk.ActivityPage)
	if err != nil {
		return nil, err
	}
	happened, _, err := h.Desk.Activities(ctx, desk.ActivityCursor{}, desk.ActivityPage)
	if err != nil {
		return nil, err
	}
	reply := body.Realtime{OK: body.Done, OnlineUsers: online, OnlineCount: len(inChat)}
	reply.RecentMessages = make([]body.RecentMessage, 0, len(messages))
	for _, m := range messages {
		reply.RecentMessages = append(reply.RecentMessages, body.RecentMessage{
			ID: m.ID, UserID: m.SenderID, RoomID: m.Room, Username: m.Username, ChatRooms: body.RoomLabel{DisplayName: m.RoomName},
			MessageType: m.Kind, Message: m.Text, CreatedAt: m.At,
		})
	}
	reply.RecentActivity = make([]wire.ActivityBody, 0, len(happened))
	for _, a := range happened {
		reply.RecentActivity = append(reply.RecentActivity, livedesk.ActivityBody(a))
	}
	return reply, nil
}

// onlineUsers lists those in chat, and then those who were seen lately.
func (h *calls) onlineUsers(ctx context.Context, inChat []actors.RoomPerson) ([]body.OnlineUser, error) {
	inChat = inChat[:min(len(inChat), realtimeUsers)]
	listed := make(map[string]bool, len(inChat))
	ids := make([]string, 0, len(inChat))
	for _, p := range inChat {
		listed[p.ID] = true
		ids = append(ids, p.ID)
	}
	seen, err := h.Chat.LastSeen(ctx, "", ids)
	if err != nil {
		return nil, err
	}
	online := make([]body.OnlineUser, 0, len(inChat))
	for _, p := range inChat {
		one := body.OnlineUser{UserID: p.ID, Username: p.Name, InChat: true}
		if at, ok := seen[p.ID]; ok {
			one.LastSeen = &at
		}
		online = append(online, one)
	}
	if len(online) == realtimeUsers {
		return online, nil
	}
	active, err := h.Desk.ActiveMembers(ctx, realtimeUsers)
	if err != nil {
		return nil, err
	}
	for _, m := range active {
		if !listed[m.ID] && len(online) < realtimeUsers {
			online = append(online, body.OnlineUser{UserID: m.ID, Username: m.Username, Name: m.Name, LastSeen: &m.LastSeen})
		}
	}
	return online, nil
}
