package people

import (
	"io"

	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
	"muster/store/blob"
)

// uploadPicture makes a picture the caller's own.
func (h *calls) uploadPicture(c edge.Call) (any, error) {
	ctx, id := c.Context(), c.Caller().Member.ID
	if err := h.People.SpendPicture(ctx, id); err != nil {
		return nil, err
	}
	received, err := h.receivePicture(c)
	if err != nil {
		return nil, err
	}
	defer received.Close()
	prepared, err := h.Media.PreparePicture(ctx, received)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	picture, err := h.People.AddPicture(ctx, id)
	if err != nil {
		return nil, err
	}
	var broadcasts []store.Broadcast
	if err = h.Media.Put(ctx, picture, prepared); err == nil {
		broadcasts, err = h.People.ShowPicture(ctx, id, picture)
	}
	if err != nil {
		after, cancel := c.Later()
		defer cancel()
		if err := h.People.DropPicture(after, picture); err != nil {
			h.Logger.Warn("a picture that failed is left to the sweep", "error", err)
		}
		return nil, err
	}
	h.Hub.Broadcast(broadcasts...)
	file, thumbnail := h.Links.PictureLinks(id, picture, c.Now())
	return body.PictureUploaded{OK: body.Done, ProfilePictureURL: file, ThumbnailURL: thumbnail}, nil
}

// receivePicture reads the one picture of the form; parts of other names are skipped.
func (h *calls) receivePicture(c edge.Call) (picture *blob.Spool, err error) {
	defer func() {
		if err != nil {
			picture.Close()
			picture = nil
		}
	}()
	malformed := store.NewErrorReason(store.Invalid, "form_malformed", store.PictureFailed)
	parts, err := c.Form()
	if err != nil {
		return nil, malformed
	}
	for range upload.MaxParts {
		part, err := parts.NextPart()
		switch {
		case err == io.EOF && picture == nil:
			return nil, store.ErrNoPicture()
		case err == io.EOF:
			return picture, nil
		case err == nil && part.FormName() == "picture" && picture != nil:
			return picture, malformed
		case err == nil && part.FormName() == "picture":
			picture, err = h.Media.ReceivePicture(part)
		}
		if err != nil {
			return picture, pictureError(c, err, malformed)
		}
	}
	return picture, malformed
}

// pictureError is a failure of reading the form.
func pictureError(c edge.Call, err, malformed error) error {
	if store.CodeOf(err) != store.Internal {
		return err
	}
	switch err = c.FormError(err); store.AsError(err).Reason {
	case "body_too_large":
		return store.ErrPictureTooLarge()
	case "body_slow":
		return err
	}
	return malformed
}

// removePicture takes the caller's picture away; without one nothing changes.
func (h *calls) removePicture(c edge.Call) (any, error) {
	broadcasts, err := h.People.ShowPicture(c.Context(), c.Caller().Member.ID, "")
	if err != nil {
		return nil, err
	}
	h.Hub.Broadcast(broadcasts...)
	return body.Done, nil
}

// pictureLinks are the caller's links to a profile picture, null for none.
func (h *calls) pictureLinks(c edge.Call, picture string) (file, thumbnail *string) {
	f, t := h.Links.PictureLinks(c.Caller().Member.ID, picture, c.Now())
	return edge.OrNull(f), edge.OrNull(t)
}
