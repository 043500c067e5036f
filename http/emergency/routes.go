package emergency

import (
	"muster/http/body"
	"muster/http/edge"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	return []edge.Route{
		{Method: "GET", Path: "/api/emergency/rate-limit", Who: edge.Member, Handle: h.quota, Reply: edge.Reply{JSON: body.EmergencyQuota{}}},
		{Method: "GET", Path: "/api/emergency/history", Who: edge.Member, Handle: h.history, Reply: edge.Reply{JSON: body.EmergencyHistory{}}},
		{Method: "POST", Path: "/api/emergency/send", Who: edge.Member, Handle: h.send, Body: edge.Body{JSON: body.SendEmergency{}}, Reply: edge.Reply{JSON: body.EmergencySent{}}, Faced: true},
		{Method: "GET", Path: "/api/admin/emergency", Who: edge.Admin, Handle: h.inbox, Reply: edge.Reply{JSON: body.EmergencyInbox{}}, View: "emergencies_viewed"},
		{Method: "POST", Path: "/api/admin/emergency/:id/acknowledge", Who: edge.Admin, Handle: h.acknowledge, Reply: edge.Reply{JSON: body.EmergencyChanged{}}},
		{Method: "POST", Path: "/api/admin/emergency/:id/resolve", Who: edge.Admin, Handle: h.resolve, Body: edge.Body{JSON: body.ResolveEmergency{}}, Reply: edge.Reply{JSON: body.EmergencyChanged{}}},
	}
}
