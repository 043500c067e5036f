package application

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/application"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{Config: config, creator: fieldName(config.Creator)}
	applicant := edge.Credential{Name: "applicant", Check: foundLater}
	viewer := edge.Credential{Name: "applicant or administrator", Check: foundLater}
	saved := edge.Reply{JSON: body.ApplicationSaved{}}
	photo := edge.Body{Form: true, Limit: store.MaxPhotoBytes + 64<<10, TooLarge: application.ErrPhotoTooLarge()}
	return []edge.Route{
		{Method: "POST", Path: "/api/applications/start", Who: edge.Anyone, Handle: h.start, Body: edge.Body{JSON: body.StartApplication{}}, Reply: edge.Reply{JSON: body.ApplicationStarted{}}},
		{Method: "POST", Path: "/api/applications/update-stage", Who: applicant, Handle: h.save, Body: edge.Body{JSON: body.SaveApplication{}, Limit: maxStage}, Reply: saved},
		{Method: "POST", Path: "/api/applications/send-otp", Who: applicant, Handle: h.sendCode, Body: edge.Body{JSON: body.SendApplicationCode{}}, Reply: edge.Reply{JSON: body.MessageReply{}}},
		{Method: "POST", Path: "/api/applications/verify-otp", Who: applicant, Handle: h.verifyCode, Body: edge.Body{JSON: body.VerifyApplicationCode{}}, Reply: saved},
		{Method: "POST", Path: "/api/applications/upload-photo", Who: applicant, Handle: h.uploadPhoto, Body: photo, Reply: edge.Reply{JSON: body.ApplicationPhoto{}}, Timeout: photoTimeout},
		{Method: "DELETE", Path: "/api/applications/remove-photo", Who: applicant, Handle: h.removePhoto, Body: edge.Body{JSON: body.RemoveApplicationPhoto{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/applications/photo/:id", Who: viewer, Handle: h.photo(store.MediaFile), Reply: edge.Reply{File: "image/jpeg"}, Timeout: fileTimeout},
		{Method: "GET", Path: "/api/applications/thumbnail/:id", Who: viewer, Handle: h.photo(store.MediaThumbnail), Reply: edge.Reply{File: "image/jpeg"}, Timeout: fileTimeout},
		{Method: "POST", Path: "/api/applications/check-status", Who: edge.Anyone, Handle: h.status, Body: edge.Body{JSON: body.CheckApplication{}}, Reply: edge.Reply{JSON: body.ApplicationStatus{}}},
		{Method: "POST", Path: "/api/applications/create-expedite-session", Who: applicant, Handle: h.beginExpedite, Body: edge.Body{JSON: body.ExpediteApplication{}}, Reply: edge.Reply{JSON: body.CheckoutCreated{}}},
		{Method: "POST", Path: "/api/applications/expedite-success", Who: applicant, Handle: h.expeditePaid, Body: edge.Body{JSON: body.ApplicationExpedited{}}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/applications/my-data", Who: applicant, Handle: h.myData, Reply: edge.Reply{JSON: body.ApplicationCopies{}}},
		{Method: "DELETE", Path: "/api/applications/mine", Who: applicant, Handle: h.eraseMine, Body: edge.Body{JSON: body.EraseApplication{}}, Reply: edge.Reply{JSON: body.OK{}}},

		{Method: "GET", Path: "/api/applications/admin/list", Who: edge.Admin, Handle: h.list, Reply: edge.Reply{JSON: body.Applications{}}, View: "applications_viewed"},
		{Method: "GET", Path: "/api/applications/admin/:id", Who: edge.Admin, Handle: h.one, Reply: edge.Reply{JSON: body.ApplicationShown{}}, View: "application_viewed"},
		{Method: "POST", Path: "/api/applications/admin/update-status", Who: edge.Admin, Handle: h.decide, Body: edge.Body{JSON: body.DecideApplication{}}, Reply: edge.Reply{JSON: body.ApplicationDecided{}}},
		{Method: "POST", Path: "/api/applications/admin/claim", Who: edge.Admin, Handle: h.claim, Body: edge.Body{JSON: body.ClaimApplication{}}, Reply: edge.Reply{JSON: body.ApplicationClaimed{}}},
		{Method: "GET", Path: "/api/admin/fees", Who: edge.Admin, Handle: h.fees, Reply: edge.Reply{JSON: body.AdminFees{}}, View: "fees_viewed"},
		{Method: "POST", Path: "/api/admin/fees/:id/refund", Who: edge.Admin, Handle: h.refundFee, Body: edge.Body{JSON: body.RefundPayment{}}, Reply: edge.Reply{JSON: body.FeeRefunded{}}},
		{Method: "GET", Path: "/api/admin/invitations", Who: edge.Admin, Handle: h.invitations, Reply: edge.Reply{JSON: body.Invitations{}}, View: "invitations_viewed"},
		{Method: "POST", Path: "/api/admin/invitations", Who: edge.Admin, Handle: h.invite, Body: edge.Body{JSON: body.CreateInvitation{}}, Reply: edge.Reply{JSON: body.InvitationCreated{}}},
		{Method: "DELETE", Path: "/api/admin/invitations/:id", Who: edge.Admin, Handle: h.endInvitation, Reply: edge.Reply{JSON: body.OK{}}},
	}
}
