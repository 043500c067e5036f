package http

import (
	"muster/http/application"
	"muster/http/body"
	"muster/http/campaign"
	"muster/http/desk"
	"muster/http/emergency"
	"muster/http/encrypted"
	faces "muster/http/face"
	"muster/http/money"
	"muster/http/people"
	"muster/http/rank"
	"muster/http/upload"
	payments "muster/store/postgres/money"
)

// routes lists every call: who may make it, which method handles it, and what it
// receives and sends.
func (s *Server) routes() []route {
	ok := jsonReply(body.OK{})
	routes := []route{
		{method: "GET", path: "/healthz", who: anyone, handle: s.health, body: noBody, reply: jsonReply(body.Health{})},
		{method: "GET", path: "/readyz", who: anyone, handle: s.ready, body: noBody, reply: jsonReply(body.Health{}).with(503, body.Health{})},

		{method: "GET", path: "/api/config", who: anyone, handle: s.showConfig, body: noBody, reply: jsonReply(body.Config{})},
		{method: "GET", path: "/api/openapi.json", who: anyone, handle: s.showOpenAPI, body: noBody, reply: jsonReply(openAPI{})},

		{method: "GET", path: "/api/chat/user-status", who: member, handle: s.userStatus, body: noBody, reply: jsonReply(body.UserStatus{})},
		{method: "GET", path: "/api/chat/rooms", who: member, handle: s.rooms, body: noBody, reply: jsonReply(body.Rooms{})},
		{method: "GET", path: "/api/chat/room/:roomId/access", who: member, handle: s.roomAccess, body: noBody, reply: jsonReply(body.RoomAccess{}), faced: true},
		{method: "GET", path: "/api/chat/room/:roomId/messages", who: member, handle: s.messages, body: noBody, reply: jsonReply(body.Messages{}), faced: true},
		{method: "POST", path: "/api/chat/room/:roomId/read", who: member, handle: s.markRead, body: jsonBody(body.MarkRead{}), reply: jsonReply(body.ReadMarked{}), faced: true},
		{method: "PUT", path: "/api/chat/room/:roomId/notifications", who: member, handle: s.changeRoomNotifications, body: jsonBody(body.ChangeRoomNotifications{}), reply: jsonReply(body.RoomNotificationsChanged{}), faced: true},
		{method: "GET", path: "/api/chat/mentions", who: member, handle: s.mentions, body: noBody, reply: jsonReply(body.Mentions{}), faced: true},
		{method: "GET", path: "/api/chat/room/:roomId/people", who: member, handle: s.people, body: noBody, reply: jsonReply(body.RoomPeople{}), faced: true},
		{method: "GET", path: "/api/chat/room/:roomId/pins", who: member, handle: s.pins, body: noBody, reply: jsonReply(body.Pins{}), faced: true},
		{method: "POST", path: "/api/chat/room/:roomId/pins", who: member, handle: s.pin, body: jsonBody(body.PinMessage{}), reply: ok, faced: true},
		{method: "DELETE", path: "/api/chat/room/:roomId/pins", who: member, handle: s.unpin, body: jsonBody(body.PinMessage{}), reply: ok, faced: true},
		{method: "GET", path: "/api/chat/message/:id/edits", who: member, handle: s.edits, body: noBody, reply: jsonReply(body.Edits{}), view: "edits_viewed", faced: true},
		{method: "GET", path: "/api/chat/messages", who: member, handle: s.messages, body: noBody, reply: jsonReply(body.Messages{}), faced: true},
		{method: "POST", path: "/api/chat-media/upload", who: admin, handle: s.uploadMedia, body: mediaUpload, reply: jsonReply(body.MediaUploaded{}), timeout: upload.Timeout},
		{method: "GET", path: "/api/chat/room/:roomId/media", who: member, handle: s.roomMedia, body: noBody, reply: jsonReply(body.RoomMedia{}), faced: true},
		{method: "GET", path: "/api/chat/message/:id/media", who: member, handle: s.messageMedia, body: noBody, reply: jsonReply(body.MessageMedia{}), faced: true},
		{method: "GET", path: "/media/:id/:variant", who: mediaViewer, handle: s.mediaFile, body: noBody, reply: fileReplies("application/octet-stream", noStore), timeout: mediaFileTimeout},
		{method: "GET", path: "/api/chat/online-count", who: member, handle: s.onlineCount, body: noBody, reply: jsonReply(body.OnlineCount{})},

		{method: "GET", path: "/api/chat/search", who: member, handle: s.search, body: noBody, reply: jsonReply(body.SearchResults{}), faced: true},
		{method: "POST", path: "/api/chat/report", who: member, handle: s.report, body: jsonBody(body.SendReport{}), reply: ok},
		{method: "DELETE", path: "/api/chat/notices/:id", who: member, handle: s.dismissNotice, body: noBody, reply: ok},
		{method: "GET", path: "/api/chat/ignored", who: member, handle: s.ignored, body: noBody, reply: jsonReply(body.Ignored{})},
		{method: "POST", path: "/api/chat/ignored", who: member, handle: s.ignore, body: jsonBody(body.IgnoreMember{}), reply: ok},
		{method: "DELETE", path: "/api/chat/ignored", who: member, handle: s.unignore, body: jsonBody(body.IgnoreMember{}), reply: ok},

		{method: "GET", path: "/api/gifs/trending", who: member, handle: s.trendingGIFs, body: noBody, reply: jsonReply(body.GIFs{})},
		{method: "GET", path: "/api/gifs/search", who: member, handle: s.searchGIFs, body: noBody, reply: jsonReply(body.GIFs{})},
		{method: "GET", path: "/api/gifs/:id", who: member, handle: s.showGIF, body: noBody, reply: jsonReply(body.OneGIF{})},

		{method: "GET", path: "/api/push/key", who: member, handle: s.pushKey, body: noBody, reply: jsonReply(body.PushKey{})},
		{method: "POST", path: "/api/push/subscriptions", who: member, handle: s.subscribe, body: jsonBody(body.Subscribe{}), reply: ok},
		{method: "DELETE", path: "/api/push/subscriptions", who: member, handle: s.unsubscribe, body: jsonBody(body.Unsubscribe{}), reply: ok},
		{method: "GET", path: "/api/push/settings", who: member, handle: s.pushSettings, body: noBody, reply: jsonReply(body.PushSettingsReply{})},
		{method: "PUT", path: "/api/push/settings", who: member, handle: s.changePushSettings, body: jsonBody(body.PushSettings{}), reply: jsonReply(body.PushSettingsReply{})},

		{method: "GET", path: "/api/admin/rooms", who: admin, handle: s.adminRooms, body: noBody, reply: jsonReply(body.AdminRooms{})},
		{method: "POST", path: "/api/admin/rooms", who: admin, handle: s.createRoom, body: jsonBody(body.CreateRoom{}), reply: jsonReply(body.RoomCreated{})},
		{method: "PATCH", path: "/api/admin/rooms/:roomId", who: admin, handle: s.updateRoom, body: jsonBody(body.UpdateRoom{}), reply: jsonReply(body.RoomUpdated{})},
		{method: "DELETE", path: "/api/admin/rooms/:roomId", who: admin, handle: s.deleteRoom, body: noBody, reply: jsonReply(body.RoomDeleted{})},
		{method: "GET", path: "/api/admin/room-presence/:roomId", who: admin, handle: s.roomPresence, body: noBody, reply: jsonReply(body.RoomPresence{})},
		{method: "GET", path: "/api/admin/room-access/:roomId", who: admin, handle: s.roomAccessList, body: noBody, reply: jsonReply(body.RoomAccessList{}), view: "room_access_viewed"},
		{method: "POST", path: "/api/admin/room-access", who: admin, handle: s.grantRoom, body: jsonBody(body.GrantRoomAccess{}), reply: jsonReply(body.AccessChanged{})},
		{method: "DELETE", path: "/api/admin/room-access", who: admin, handle: s.revokeRoom, body: jsonBody(body.RevokeRoomAccess{}), reply: jsonReply(body.AccessChanged{})},
		{method: "GET", path: "/api/admin/reports", who: admin, handle: s.reports, body: noBody, reply: jsonReply(body.Reports{}), view: "reports_viewed"},
		{method: "POST", path: "/api/admin/reports/:id", who: admin, handle: s.ruleOnReport, body: jsonBody(body.RuleOnReport{}), reply: jsonReply(body.ReportRuled{})},
	}
	routes = append(routes, s.subjectRoutes(application.Routes(application.Config{
		Applications: s.config.Applications, Store: s.config.Store, Media: s.config.Media, Links: s.config.MediaLinks, Creator: s.config.Brand.Creator,
	}))...)
	routes = append(routes, s.subjectRoutes(faces.Routes(s.config.Face))...)
	routes = append(routes, s.subjectRoutes(encrypted.Routes(encrypted.Config{
		Messages: s.config.Encrypted, DB: s.config.Store, Media: s.config.Media, Links: s.config.MediaLinks, PublicHost: s.publicHost, Logger: s.log,
	}))...)
	routes = append(routes, s.subjectRoutes(emergency.Routes(emergency.Config{
		Emergencies: s.config.Emergencies, Creator: s.config.Brand.Creator,
	}))...)
	routes = append(routes, s.subjectRoutes(campaign.Routes(campaign.Config{
		Campaigns: s.config.Campaigns, DB: s.config.Store, Channels: s.config.CampaignChannels, Outbox: s.config.Outbox != nil && !s.config.Delivers,
		Sender: s.config.CampaignSender, Unsubscribe: s.config.Unsubscribe, Community: s.config.Brand.Community, Hub: s.config.Hub,
	}))...)
	routes = append(routes, s.subjectRoutes(money.Routes(money.Config{
		Payments: s.config.Payments, Costs: payments.NewCosts(s.config.Store), DB: s.config.Store, Channels: s.config.CampaignChannels, Hub: s.config.Hub,
	}))...)
	routes = append(routes, s.subjectRoutes(rank.Routes(rank.Config{Points: s.config.Points, DB: s.config.Store, Hub: s.config.Hub}))...)
	routes = append(routes, s.subjectRoutes(desk.Routes(desk.Config{
		DB: s.config.Store, Applications: s.config.Applications, Emergencies: s.config.Emergencies, Faces: s.config.Face.Faces, Hub: s.config.Hub, Redis: s.config.Redis, AnalyticsAge: s.config.AnalyticsAge,
	}))...)
	routes = append(routes, s.subjectRoutes(people.Routes(people.Config{
		DB: s.config.Store, Logins: s.config.Logins, Points: s.config.Points, MyData: s.config.MyData, Media: s.config.Media, Links: s.config.MediaLinks,
		Faces: s.config.Face.On(), Hub: s.config.Hub, Logger: s.log,
	}))...)
	return append(routes, s.devRoutes()...)
}
