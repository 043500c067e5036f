package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	media := edge.Body{Form: true, Limit: maxUploadBody, TooLarge: store.ErrFileTooLarge(store.VideoMedia)}
	words := edge.Body{JSON: body.ChangeMediaWords{}, Limit: maxWordsBody}
	return []edge.Route{
		{Method: "GET", Path: "/api/chat/user-status", Who: edge.Member, Handle: h.userStatus, Reply: edge.Reply{JSON: body.UserStatus{}}},
		{Method: "DELETE", Path: "/api/chat/notices/:id", Who: edge.Member, Handle: h.dismissNotice, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/chat/online-count", Who: edge.Member, Handle: h.onlineCount, Reply: edge.Reply{JSON: body.OnlineCount{}}},
		{Method: "GET", Path: "/api/chat/rooms", Who: edge.Member, Handle: h.rooms, Reply: edge.Reply{JSON: body.Rooms{}}},
		{Method: "GET", Path: "/api/chat/room/:roomId/access", Who: edge.Member, Handle: h.roomAccess, Reply: edge.Reply{JSON: body.RoomAccess{}}, Faced: true},
		{Method: "POST", Path: "/api/chat/room/:roomId/read", Who: edge.Member, Handle: h.markRead, Body: edge.Body{JSON: body.MarkRead{}}, Reply: edge.Reply{JSON: body.ReadMarked{}}, Faced: true},
		{Method: "PUT", Path: "/api/chat/room/:roomId/notifications", Who: edge.Member, Handle: h.changeRoomNotifications, Body: edge.Body{JSON: body.ChangeRoomNotifications{}}, Reply: edge.Reply{JSON: body.RoomNotificationsChanged{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/room/:roomId/people", Who: edge.Member, Handle: h.people, Reply: edge.Reply{JSON: body.RoomPeople{}}, Faced: true},

		{Method: "GET", Path: "/api/chat/room/:roomId/messages", Who: edge.Member, Handle: h.messages, Reply: edge.Reply{JSON: body.Messages{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/messages", Who: edge.Member, Handle: h.defaultMessages, Reply: edge.Reply{JSON: body.Messages{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/message/:id/edits", Who: edge.Member, Handle: h.edits, Reply: edge.Reply{JSON: body.Edits{}}, View: "edits_viewed", Faced: true},
		{Method: "GET", Path: "/api/chat/search", Who: edge.Member, Handle: h.search, Reply: edge.Reply{JSON: body.SearchResults{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/mentions", Who: edge.Member, Handle: h.mentions, Reply: edge.Reply{JSON: body.Mentions{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/room/:roomId/pins", Who: edge.Member, Handle: h.pins, Reply: edge.Reply{JSON: body.Pins{}}, Faced: true},
		{Method: "POST", Path: "/api/chat/room/:roomId/pins", Who: edge.Member, Handle: h.pin, Body: edge.Body{JSON: body.PinMessage{}}, Reply: edge.Reply{JSON: body.OK{}}, Faced: true},
		{Method: "DELETE", Path: "/api/chat/room/:roomId/pins", Who: edge.Member, Handle: h.unpin, Body: edge.Body{JSON: body.PinMessage{}}, Reply: edge.Reply{JSON: body.OK{}}, Faced: true},

		{Method: "POST", Path: "/api/chat-media/upload", Who: edge.ChatAdmin, Handle: h.uploadMedia, Body: media, Reply: edge.Reply{JSON: body.MediaUploaded{}}, Timeout: upload.Timeout, Faced: true},
		{Method: "GET", Path: "/api/chat/room/:roomId/media", Who: edge.Member, Handle: h.roomMedia, Reply: edge.Reply{JSON: body.RoomMedia{}}, Faced: true},
		{Method: "GET", Path: "/api/chat/message/:id/media", Who: edge.Member, Handle: h.messageMedia, Reply: edge.Reply{JSON: body.MessageMedia{}}, Faced: true},
		{Method: "PUT", Path: "/api/chat/message/:id/media", Who: edge.Member, Handle: h.changeMediaWords, Body: words, Reply: edge.Reply{JSON: body.MessageMedia{}}, Faced: true},
		{Method: "GET", Path: "/api/gifs/trending", Who: edge.Member, Handle: h.trendingGIFs, Reply: edge.Reply{JSON: body.GIFs{}}},
		{Method: "GET", Path: "/api/gifs/search", Who: edge.Member, Handle: h.searchGIFs, Reply: edge.Reply{JSON: body.GIFs{}}},
		{Method: "GET", Path: "/api/gifs/:id", Who: edge.Member, Handle: h.showGIF, Reply: edge.Reply{JSON: body.OneGIF{}}},

		{Method: "GET", Path: "/api/chat/ignored", Who: edge.Member, Handle: h.ignored, Reply: edge.Reply{JSON: body.Ignored{}}},
		{Method: "POST", Path: "/api/chat/ignored", Who: edge.Member, Handle: h.ignore, Body: edge.Body{JSON: body.IgnoreMember{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "DELETE", Path: "/api/chat/ignored", Who: edge.Member, Handle: h.unignore, Body: edge.Body{JSON: body.IgnoreMember{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "POST", Path: "/api/chat/report", Who: edge.Member, Handle: h.report, Body: edge.Body{JSON: body.SendReport{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/admin/reports", Who: edge.Admin, Handle: h.reports, Reply: edge.Reply{JSON: body.Reports{}}, View: "reports_viewed"},
		{Method: "POST", Path: "/api/admin/reports/:id", Who: edge.Admin, Handle: h.ruleOnReport, Body: edge.Body{JSON: body.RuleOnReport{}}, Reply: edge.Reply{JSON: body.ReportRuled{}}},

		{Method: "GET", Path: "/api/push/key", Who: edge.Member, Handle: h.pushKey, Reply: edge.Reply{JSON: body.PushKey{}}},
		{Method: "POST", Path: "/api/push/subscriptions", Who: edge.Member, Handle: h.subscribe, Body: edge.Body{JSON: body.Subscribe{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "DELETE", Path: "/api/push/subscriptions", Who: edge.Member, Handle: h.unsubscribe, Body: edge.Body{JSON: body.Unsubscribe{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/push/settings", Who: edge.Member, Handle: h.pushSettings, Reply: edge.Reply{JSON: body.PushSettingsReply{}}},
		{Method: "PUT", Path: "/api/push/settings", Who: edge.Member, Handle: h.changePushSettings, Body: edge.Body{JSON: body.ChangePushSettings{}}, Reply: edge.Reply{JSON: body.PushSettingsReply{}}},

		{Method: "GET", Path: "/api/admin/rooms", Who: edge.Admin, Handle: h.adminRooms, Reply: edge.Reply{JSON: body.AdminRooms{}}},
		{Method: "POST", Path: "/api/admin/rooms", Who: edge.Admin, Handle: h.createRoom, Body: edge.Body{JSON: body.CreateRoom{}}, Reply: edge.Reply{JSON: body.RoomCreated{}}},
		{Method: "PATCH", Path: "/api/admin/rooms/:roomId", Who: edge.Admin, Handle: h.updateRoom, Body: edge.Body{JSON: body.UpdateRoom{}}, Reply: edge.Reply{JSON: body.RoomUpdated{}}},
		{Method: "DELETE", Path: "/api/admin/rooms/:roomId", Who: edge.Admin, Handle: h.deleteRoom, Reply: edge.Reply{JSON: body.RoomDeleted{}}},
		{Method: "GET", Path: "/api/admin/room-presence/:roomId", Who: edge.Admin, Handle: h.roomPresence, Reply: edge.Reply{JSON: body.RoomPresence{}}},
		{Method: "GET", Path: "/api/admin/room-access/:roomId", Who: edge.Admin, Handle: h.roomAccessList, Reply: edge.Reply{JSON: body.RoomAccessList{}}, View: "room_access_viewed"},
		{Method: "POST", Path: "/api/admin/room-access", Who: edge.Admin, Handle: h.grantRoom, Body: edge.Body{JSON: body.GrantRoomAccess{}}, Reply: edge.Reply{JSON: body.AccessChanged{}}},
		{Method: "DELETE", Path: "/api/admin/room-access", Who: edge.Admin, Handle: h.revokeRoom, Body: edge.Body{JSON: body.RevokeRoomAccess{}}, Reply: edge.Reply{JSON: body.AccessChanged{}}},
	}
}
