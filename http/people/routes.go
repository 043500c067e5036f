package people

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	picture := edge.Body{Form: true, Limit: store.MaxPictureBytes + 64<<10, TooLarge: store.ErrPictureTooLarge()}
	return []edge.Route{
		{Method: "POST", Path: "/api/auth/send-verification", Who: edge.Anyone, Handle: h.sendVerification, Body: edge.Body{JSON: body.SendVerification{}}, Reply: edge.Reply{JSON: body.MessageReply{}}},
		{Method: "POST", Path: "/api/auth/verify", Who: edge.Anyone, Handle: h.verify, Body: edge.Body{JSON: body.Verify{}}, Reply: edge.Reply{JSON: body.Verified{}}},
		{Method: "POST", Path: "/api/auth/logout", Who: edge.Anyone, Handle: h.logout, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/auth/session", Who: edge.Member, Handle: h.currentSession, Reply: edge.Reply{JSON: body.Profile{}}},
		{Method: "GET", Path: "/api/auth/sessions", Who: edge.SignedIn, Handle: h.sessions, Reply: edge.Reply{JSON: body.Sessions{}}},
		{Method: "DELETE", Path: "/api/auth/sessions", Who: edge.SignedIn, Handle: h.endOtherSessions, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "DELETE", Path: "/api/auth/sessions/:id", Who: edge.SignedIn, Handle: h.endSession, Reply: edge.Reply{JSON: body.OK{}}},

		{Method: "GET", Path: "/api/profile/me", Who: edge.Member, Handle: h.currentSession, Reply: edge.Reply{JSON: body.Profile{}}},
		{Method: "POST", Path: "/api/profile/welcomed", Who: edge.Member, Handle: h.welcomed, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "PATCH", Path: "/api/profile/me", Who: edge.Member, Handle: h.changeProfile, Body: edge.Body{JSON: body.ChangeProfile{}}, Reply: edge.Reply{JSON: body.Profile{}}},
		{Method: "PATCH", Path: "/api/profile/bio", Who: edge.Member, Handle: h.changeBio, Body: edge.Body{JSON: body.ChangeBio{}}, Reply: edge.Reply{JSON: body.Profile{}}},
		{Method: "PUT", Path: "/api/profile/language", Who: edge.Member, Handle: h.setLanguage, Body: edge.Body{JSON: body.SetLanguage{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "POST", Path: "/api/profile/picture", Who: edge.Member, Handle: h.uploadPicture, Body: picture, Reply: edge.Reply{JSON: body.PictureUploaded{}}, Timeout: pictureTimeout},
		{Method: "DELETE", Path: "/api/profile/picture", Who: edge.Member, Handle: h.removePicture, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/profile/public/:username", Who: edge.Member, Handle: h.publicProfile, Reply: edge.Reply{JSON: body.PublicProfileReply{}}},
		{Method: "POST", Path: "/api/profile/public/batch", Who: edge.Member, Handle: h.profilePictures, Body: edge.Body{JSON: body.ProfileBatch{}}, Reply: edge.Reply{JSON: body.ProfilePictures{}}},

		{Method: "GET", Path: "/api/profile/username-change-eligibility", Who: edge.Member, Handle: h.usernameEligibility, Reply: edge.Reply{JSON: body.UsernameEligibility{}}},
		{Method: "POST", Path: "/api/profile/change-username", Who: edge.Member, Handle: h.changeUsername, Body: edge.Body{JSON: body.SetUsername{}}, Reply: edge.Reply{JSON: body.UsernameSet{}}},
		{Method: "GET", Path: "/api/chat/check-username/:username", Who: edge.Member, Handle: h.checkUsername, Reply: edge.Reply{JSON: body.UsernameCheck{}}},
		{Method: "POST", Path: "/api/chat/set-username", Who: edge.Member, Handle: h.setUsername, Body: edge.Body{JSON: body.SetUsername{}}, Reply: edge.Reply{JSON: body.UsernameSet{}}},

		{Method: "POST", Path: "/api/profile/export", Who: edge.Member, Handle: h.requestExport, Reply: edge.Reply{JSON: body.ExportRequested{}}},
		{Method: "GET", Path: "/api/profile/export", Who: edge.Member, Handle: h.exportStatus, Reply: edge.Reply{JSON: body.ExportStatus{}}},
		{Method: "GET", Path: "/api/profile/erase", Who: edge.Member, Handle: h.erasureStatus, Reply: edge.Reply{JSON: body.Erasure{}}},
		{Method: "POST", Path: "/api/profile/erase", Who: edge.Member, Handle: h.eraseMe, Body: edge.Body{JSON: body.EraseMe{}}, Reply: edge.Reply{JSON: body.Erasure{}}},
		{Method: "DELETE", Path: "/api/profile/erase", Who: edge.Member, Handle: h.keepMe, Reply: edge.Reply{JSON: body.Erasure{}}},
	}
}
