package http

import (
	"io"
	"time"

	"muster/http/body"
	"muster/http/upload"
	"muster/store"
	"muster/store/blob"
)

const pictureTimeout = 5 * time.Minute

// pictureUpload is the policy of a new profile picture: the picture and the form
// around it.
var pictureUpload = bodyPolicy{
	kind: uploadBodyKind, limit: store.MaxPictureBytes + 64<<10, types: []string{"multipart/form-data"}, long: store.ErrPictureTooLarge(),
}

// uploadPicture makes a picture the caller's own.
func (s *Server) uploadPicture(c *call) (any, error) {
	ctx, id := c.Request.Context(), c.caller.Member.ID
	if err := s.config.Store.SpendPicture(ctx, id); err != nil {
		return nil, err
	}
	received, err := s.receivePicture(c)
	if err != nil {
		return nil, err
	}
	defer received.Close()
	prepared, err := s.config.Media.PreparePicture(ctx, received)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	picture, err := s.config.Store.AddPicture(ctx, id)
	if err != nil {
		return nil, err
	}
	var broadcasts []store.Broadcast
	if err = s.config.Media.Put(ctx, picture, prepared); err == nil {
		broadcasts, err = s.config.Store.ShowPicture(ctx, id, picture)
	}
	if err != nil {
		after, cancel := contextAfter(c, callTimeout)
		defer cancel()
		if err := s.config.Store.DropPicture(after, picture); err != nil {
			s.log.Warn("a picture that failed is left to the sweep", "error", err)
		}
		return nil, err
	}
	s.config.Hub.Broadcast(broadcasts...)
	file, thumbnail := s.config.MediaLinks.PictureLinks(id, picture, s.now())
	return body.PictureUploaded{OK: body.Done, ProfilePictureURL: file, ThumbnailURL: thumbnail}, nil
}

// receivePicture reads the one picture of the form; parts of other names are skipped.
func (s *Server) receivePicture(c *call) (picture *blob.Spool, err error) {
	defer func() {
		if err != nil {
			picture.Close()
			picture = nil
		}
	}()
	malformed := store.NewErrorReason(store.Invalid, "form_malformed", store.PictureFailed)
	parts, err := c.Request.MultipartReader()
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
			picture, err = s.config.Media.ReceivePicture(part)
		}
		if err != nil {
			return picture, pictureError(err, malformed)
		}
	}
	return picture, malformed
}

// pictureError is a failure of reading the form.
func pictureError(err, malformed error) error {
	if store.CodeOf(err) != store.Internal {
		return err
	}
	switch bodyError(err) {
	case errBodyTooLarge:
		return store.ErrPictureTooLarge()
	case errBodySlow:
		return errBodySlow
	}
	return malformed
}

// removePicture takes the caller's picture away; without one nothing changes.
func (s *Server) removePicture(c *call) (any, error) {
	broadcasts, err := s.config.Store.ShowPicture(c.Request.Context(), c.caller.Member.ID, "")
	if err != nil {
		return nil, err
	}
	s.config.Hub.Broadcast(broadcasts...)
	return body.Done, nil
}

// pictureLinks are the caller's links to a profile picture, null for none.
func (s *Server) pictureLinks(c *call, picture string) (file, thumbnail *string) {
	f, t := s.config.MediaLinks.PictureLinks(c.caller.Member.ID, picture, s.now())
	return nullable(f), nullable(t)
}
