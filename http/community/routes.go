package community

import (
	"muster/http/body"
	"muster/http/edge"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	return []edge.Route{
		{Method: "GET", Path: "/api/admin/community", Who: edge.Admin, Handle: h.settings, Reply: edge.Reply{JSON: body.CommunityReply{}}},
		{Method: "PATCH", Path: "/api/admin/community", Who: edge.Admin, Handle: h.change, Body: edge.Body{JSON: body.ChangeCommunity{}}, Reply: edge.Reply{JSON: body.CommunityReply{}}},
	}
}
