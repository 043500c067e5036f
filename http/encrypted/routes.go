package encrypted

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
	"muster/store/encrypted"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	gallery := edge.Body{Form: true, Limit: maxGalleryBody, TooLarge: store.ErrFileTooLarge(store.VideoMedia)}
	created := edge.Body{JSON: body.CreateDecrypt{}, Limit: edge.LongText(encrypted.MaxContent)}
	return []edge.Route{
		{Method: "POST", Path: "/api/decrypt/message", Who: edge.Member, Handle: h.open, Body: edge.Body{JSON: body.Decrypt{}}, Reply: edge.Reply{JSON: body.Decrypted{}}},
		{Method: "GET", Path: "/api/decrypt/message/:id", Who: edge.Member, Handle: h.renew, Reply: edge.Reply{JSON: body.Decrypted{}}},
		{Method: "GET", Path: "/api/decrypt/history", Who: edge.Member, Handle: h.history, Reply: edge.Reply{JSON: body.DecryptHistory{}}},
		{Method: "GET", Path: "/api/chat/message/:id/codes", Who: edge.Member, Handle: h.postedCodes, Reply: edge.Reply{JSON: body.PostedCodes{}}, Faced: true},
		{Method: "GET", Path: "/api/decrypt/admin/list", Who: edge.Admin, Handle: h.list, Reply: edge.Reply{JSON: body.DecryptMessages{}}},
		{Method: "POST", Path: "/api/decrypt/admin/create", Who: edge.Admin, Handle: h.create, Body: created, Reply: edge.Reply{JSON: body.DecryptCreated{}}},
		{Method: "POST", Path: "/api/decrypt/admin/create-gallery", Who: edge.Admin, Handle: h.createGallery, Body: created, Reply: edge.Reply{JSON: body.DecryptCreated{}}},
		{Method: "POST", Path: "/api/decrypt/admin/gallery/upload", Who: edge.Admin, Handle: h.uploadGallery, Body: gallery, Reply: edge.Reply{JSON: body.GalleryUploaded{}}, Timeout: upload.Timeout},
		{Method: "DELETE", Path: "/api/decrypt/admin/gallery/:id", Who: edge.Admin, Handle: h.removeItem, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "DELETE", Path: "/api/decrypt/admin/delete/:id", Who: edge.Admin, Handle: h.delete, Reply: edge.Reply{JSON: body.MessageReply{}}},
	}
}
