package application

import (
	"cmp"
	"io"
	"mime/multipart"
	"strconv"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/application"
	"muster/store/blob"
	applications "muster/store/postgres/application"
)

// Limits of the form around a photo.
const (
	maxParts = 16
	maxField = 1 << 10
)

// photoForm is the form of an upload.
type photoForm struct {
	application string
	photo       *blob.Spool
}

// uploadPhoto makes a photo the application's own. Its files are sealed by the key of
// the application.
func (h *calls) uploadPhoto(c edge.Call) (any, error) {
	ctx := c.Context()
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	// Nobody else's megabytes are read.
	if any, err := h.Applications.HasAny(ctx, p); err != nil || !any {
		return nil, cmp.Or(err, error(application.ErrNotFound()))
	}
	form, err := h.readForm(c)
	defer func() { form.photo.Close() }()
	if err != nil {
		return nil, err
	}
	prepared, err := h.Media.PreparePicture(ctx, form.photo)
	if err != nil {
		return nil, application.PhotoError(err)
	}
	defer prepared.Close()
	photo, err := h.Applications.AddPhoto(ctx, p, form.application)
	if err != nil {
		return nil, err
	}
	var a application.Application
	if err = h.Media.PutSealed(ctx, photo.ID, prepared, photo.Key.FileKey); err == nil {
		a, err = h.Applications.ShowPhoto(ctx, p, form.application, photo.ID)
	}
	if err != nil {
		after, cancel := c.Later()
		defer cancel()
		// What fails here too goes with the application's next upload.
		_ = h.Applications.DropPhoto(after, photo.ID)
		return nil, err
	}
	file, thumbnail := ownPhoto(&a)
	return body.ApplicationPhoto{OK: body.Done, PhotoURL: file, ThumbnailURL: thumbnail, Message: c.Say("answer.application.photoSaved")}, nil
}

// readForm reads the one photo and the application's id; parts of other names are
// skipped.
func (h *calls) readForm(c edge.Call) (form photoForm, err error) {
	parts, err := c.Form()
	if err != nil {
		return form, application.ErrPhotoFailed()
	}
	for range maxParts {
		part, err := parts.NextPart()
		if err == io.EOF {
			if form.photo == nil {
				return form, application.PhotoError(store.ErrNoPicture())
			}
			return form, nil
		}
		if err == nil {
			err = h.readPart(part, &form)
		}
		if err != nil {
			return form, formError(c, err)
		}
	}
	return form, application.ErrPhotoFailed()
}

func (h *calls) readPart(part *multipart.Part, form *photoForm) (err error) {
	switch part.FormName() {
	case "photo":
		if form.photo != nil {
			return application.ErrPhotoFailed()
		}
		form.photo, err = h.Media.ReceivePhoto(part)
	case "applicationId":
		var raw []byte
		raw, err = io.ReadAll(io.LimitReader(part, maxField))
		form.application = string(raw)
	}
	return err
}

// formError is a failure of reading the form, with the texts of the photo.
func formError(c edge.Call, err error) error {
	switch e := store.AsError(c.FormError(err)); e.Reason {
	case "json_malformed":
		return application.ErrPhotoFailed()
	case "body_too_large":
		return application.ErrPhotoTooLarge()
	default:
		return application.PhotoError(e)
	}
}

// removePhoto takes the photo away.
func (h *calls) removePhoto(c edge.Call) (any, error) {
	var request body.RemoveApplicationPhoto
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	return body.Done, h.Applications.RemovePhoto(c.Context(), p, request.ApplicationID)
}

// ownPhoto are the links of an applicant to the photo, "" and "" without one: the cookie
// opens them. What follows v changes with the photo.
func ownPhoto(a *application.Application) (file, thumbnail string) {
	if a.PhotoID == "" {
		return "", ""
	}
	return photoPath(a.ID, store.MediaFile) + "?v=" + a.PhotoID[:8], photoPath(a.ID, store.MediaThumbnail) + "?v=" + a.PhotoID[:8]
}

// adminPhoto are the links of an administrator to the photo.
func (h *calls) adminPhoto(c edge.Call, a *application.Application) (file, thumbnail string) {
	if a.PhotoID == "" || a.Unreadable {
		return "", ""
	}
	link := func(v store.MediaVariant) string {
		return photoPath(a.ID, v) + "?" + h.Links.Query(c.Caller().Member.ID, a.ID, signedAs[v], c.Now())
	}
	return link(store.MediaFile), link(store.MediaThumbnail)
}

// signedAs are the variants by which a link says that it opens an application's photo and
// not an upload.
var signedAs = map[store.MediaVariant]store.MediaVariant{
	store.MediaFile: "application-photo", store.MediaThumbnail: "application-thumbnail",
}

func photoPath(id string, v store.MediaVariant) string {
	if v == store.MediaThumbnail {
		return "/api/applications/thumbnail/" + id
	}
	return "/api/applications/photo/" + id
}

// photo sends a file of a photo to its applicant, or to an administrator by a link that
// was signed for it.
func (h *calls) photo(v store.MediaVariant) func(edge.Call) (any, error) {
	return func(c edge.Call) (any, error) {
		p, err := h.proof(c)
		if err != nil {
			return nil, err
		}
		admin, seconds, err := h.signedFor(c, v)
		if err != nil {
			return nil, err
		}
		found, err := h.open(c, p, admin)
		if err != nil {
			return nil, err
		}
		content, err := h.Media.GetSealed(c.Context(), found.ID, v, found.Key.FileKey)
		if err != nil {
			return nil, err
		}
		return &edge.File{Content: content, Name: "photo.jpg", Tag: found.ID + "-" + string(v), Cache: "private, max-age=" + strconv.Itoa(seconds)}, nil
	}
}

func (h *calls) open(c edge.Call, p applications.Proof, admin bool) (applications.Photo, error) {
	return h.Applications.OpenPhoto(c.Context(), p, c.Param("id"), admin)
}

// signedFor says whether the link was signed for the administrator whose session calls,
// and how many seconds it may be kept.
func (h *calls) signedFor(c edge.Call, v store.MediaVariant) (admin bool, seconds int, err error) {
	if c.Query("sig") == "" {
		return false, 0, nil
	}
	session, err := c.Bearer()
	if err != nil || session.Kind != store.MemberSession {
		return false, 0, err
	}
	until, err := h.Links.Check(session.PersonID, c.Param("id"), string(signedAs[v]), c.Query("until"), c.Query("sig"), c.Now())
	if err != nil {
		return false, 0, nil // as if there were no photo
	}
	admin, err = h.People.LiveAdmin(c.Context(), session.PersonID, session.ID)
	return admin, max(int(until.Sub(c.Now()).Seconds()), 0), err
}
