package http

import (
	applicationcalls "muster/http/application"
	"muster/http/body"
	campaigncalls "muster/http/campaign"
	chatcalls "muster/http/chat"
	communitycalls "muster/http/community"
	deskcalls "muster/http/desk"
	"muster/http/edge"
	emergencycalls "muster/http/emergency"
	encryptedcalls "muster/http/encrypted"
	"muster/http/face"
	moneycalls "muster/http/money"
	peoplecalls "muster/http/people"
	rankcalls "muster/http/rank"
	factorcalls "muster/http/secondfactor"
	desks "muster/store/postgres/desk"
	payments "muster/store/postgres/money"
	ranks "muster/store/postgres/rank"
)

// routes lists every call: this package's own, and those of the subjects.
func (s *Server) routes() []route {
	routes := []route{
		{method: "GET", path: "/healthz", who: anyone, handle: s.health, body: noBody, reply: jsonReply(body.Health{})},
		{method: "GET", path: "/readyz", who: anyone, handle: s.ready, body: noBody, reply: jsonReply(body.Health{}).with(503, body.Health{})},
		{method: "GET", path: "/api/config", who: anyone, handle: s.showConfig, body: noBody, reply: jsonReply(body.Config{})},
		{method: "GET", path: "/api/openapi.json", who: anyone, handle: s.showOpenAPI, body: noBody, reply: jsonReply(openAPI{})},
		{method: "GET", path: "/media/:id/:variant", who: mediaViewer, handle: s.mediaFile, body: noBody, reply: fileReplies("application/octet-stream", noStore), timeout: mediaFileTimeout},
	}
	c := &s.config
	creator := c.Community.Configured().Brand.Creator
	badges := ranks.NewBadges(c.Store)
	for _, subject := range [][]edge.Route{
		peoplecalls.Routes(peoplecalls.Config{
			People: c.People, Logins: c.Logins, Points: c.Points, Badges: badges, MyData: c.MyData, Media: c.Media, Links: c.MediaLinks, Faces: c.Face.On(), Hub: c.Hub, Logger: s.log,
		}),
		chatcalls.Routes(chatcalls.Config{
			DB: c.Store, Log: c.Log, Chat: c.Chat, People: c.People, Community: c.Community, Media: c.Media, Links: c.MediaLinks, DefaultRoom: c.DefaultRoom, GIFs: c.GIFs, PushKey: c.PushKey, PublicHost: c.PublicHost,
			FaceGate: c.Face.Gate, Hub: c.Hub, Logger: s.log,
		}),
		rankcalls.Routes(rankcalls.Config{Points: c.Points, Badges: badges, Hub: c.Hub}),
		moneycalls.Routes(moneycalls.Config{Payments: c.Payments, Costs: payments.NewCosts(c.Store), DB: c.Store, Channels: c.CampaignChannels, Hub: c.Hub}),
		emergencycalls.Routes(emergencycalls.Config{Emergencies: c.Emergencies, Creator: creator}),
		encryptedcalls.Routes(encryptedcalls.Config{Messages: c.Encrypted, DB: c.Store, Log: c.Log, Media: c.Media, Links: c.MediaLinks, PublicHost: c.PublicHost, Logger: s.log}),
		campaigncalls.Routes(campaigncalls.Config{
			Campaigns: c.Campaigns, DB: c.Store, Channels: c.CampaignChannels, Outbox: c.Outbox != nil && !c.Delivers, Sender: c.CampaignSender,
			Unsubscribe: c.Unsubscribe, Brand: c.Community, Hub: c.Hub,
		}),
		applicationcalls.Routes(applicationcalls.Config{Applications: c.Applications, People: c.People, Media: c.Media, Links: c.MediaLinks, Creator: creator}),
		face.Routes(c.Face),
		factorcalls.Routes(factorcalls.Config{
			Factors: c.Factors, Logins: c.Logins, Brand: c.Community, Origins: c.Origins, SignedIn: peoplecalls.SignedIn(c.Face.On()),
		}),
		communitycalls.Routes(communitycalls.Config{Community: c.Community, Mail: c.Mail}),
		deskcalls.Routes(deskcalls.Config{
			Desk: desks.New(c.Store), Chat: c.Chat, People: c.People, DB: c.Store, Applications: c.Applications, Emergencies: c.Emergencies, Faces: c.Face.Faces, Hub: c.Hub, Redis: c.Redis, AnalyticsAge: c.AnalyticsAge,
			AuditWords: s.auditWords,
		}),
	} {
		routes = append(routes, s.subjectRoutes(subject)...)
	}
	return append(routes, s.devRoutes()...)
}
