package campaign

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/campaign"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	return []edge.Route{
		{Method: "GET", Path: "/api/notifications/groups", Who: edge.Admin, Handle: h.groups, Reply: edge.Reply{JSON: body.CampaignGroups{}}},
		{Method: "GET", Path: "/api/notifications/recipients/:group", Who: edge.Admin, Handle: h.reach, Reply: edge.Reply{JSON: body.CampaignReach{}}},
		{Method: "GET", Path: "/api/notifications/search-users", Who: edge.Admin, Handle: h.searchRecipients, Reply: edge.Reply{JSON: body.CampaignRecipients{}}, View: "users_viewed"},
		{Method: "POST", Path: "/api/notifications/send", Who: edge.Admin, Handle: h.send, Body: edge.Body{JSON: body.SendCampaign{}, Limit: edge.LongText(campaign.MaxMessage)}, Reply: edge.Reply{JSON: body.CampaignSent{}}, Timeout: changeTimeout},
		{Method: "POST", Path: "/api/notifications/test", Who: edge.Admin, Handle: h.sendTest, Body: edge.Body{JSON: body.TestNotification{}}, Reply: edge.Reply{JSON: body.MessageReply{}}, Timeout: testTimeout},
		{Method: "GET", Path: "/api/notifications/history", Who: edge.Admin, Handle: h.history, Reply: edge.Reply{JSON: body.Campaigns{}}},
		{Method: "GET", Path: "/api/notifications/status/:id", Who: edge.Admin, Handle: h.status, Reply: edge.Reply{JSON: body.CampaignState{}}},
		{Method: "GET", Path: "/api/notifications/deliveries/:id", Who: edge.Admin, Handle: h.deliveries, Reply: edge.Reply{JSON: body.CampaignDeliveries{}}, View: "deliveries_viewed"},
		{Method: "POST", Path: "/api/notifications/pause/:id", Who: edge.Admin, Handle: h.change(campaign.Paused), Reply: edge.Reply{JSON: body.CampaignState{}}},
		{Method: "POST", Path: "/api/notifications/resume/:id", Who: edge.Admin, Handle: h.change(campaign.Processing), Reply: edge.Reply{JSON: body.CampaignState{}}},
		{Method: "POST", Path: "/api/notifications/cancel/:id", Who: edge.Admin, Handle: h.change(campaign.Cancelled), Reply: edge.Reply{JSON: body.CampaignState{}}, Timeout: changeTimeout},

		{Method: "GET", Path: "/api/profile/announcements", Who: edge.Member, Handle: h.announcements, Reply: edge.Reply{JSON: body.AnnouncementSettingsReply{}}},
		{Method: "PUT", Path: "/api/profile/announcements", Who: edge.Member, Handle: h.changeAnnouncements, Body: edge.Body{JSON: body.ChangeAnnouncements{}}, Reply: edge.Reply{JSON: body.AnnouncementSettingsReply{}}},
		{Method: "GET", Path: unsubscribePath + ":token", Who: edge.Anyone, Handle: h.unsubscribePage, Reply: edge.Reply{Page: true}},
		{Method: "POST", Path: unsubscribePath + ":token", Who: edge.Anyone, Handle: h.oneClickUnsubscribe, Body: edge.Body{Raw: true, Limit: unsubscribeBody}, Reply: edge.Reply{Page: true}, AnyOrigin: true},
	}
}
