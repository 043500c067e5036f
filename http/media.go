package http

import (
	"io"
	"mime/multipart"

	"muster/actors/roomlog"
	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
)

// Limits of the upload call: the largest file, the poster of a video, and what
// else a browser says.
const (
	maxUploadBody = store.MaxVideoBytes + store.MaxPosterBytes + 64<<10
	mediaPage     = 20 // of a room's media, unless the call says
	maxMediaPage  = 100
)

// mediaUpload is the policy of the upload call.
var mediaUpload = bodyPolicy{
	kind: uploadBodyKind, limit: maxUploadBody, types: []string{"multipart/form-data"}, long: store.ErrFileTooLarge(store.VideoMedia),
}

// uploadMedia stores a file for a message in a room. Everything is read as it
// comes, into a temporary file; the room is checked before the file where it comes
// first.
func (s *Server) uploadMedia(c *call) (any, error) {
	form := roomUpload{server: s, call: c, Form: upload.Form{Media: s.config.Media, Size: c.Request.ContentLength}}
	defer form.Close()
	if err := form.read(); err != nil {
		return nil, err
	}
	ctx := c.Request.Context()
	prepared, err := s.config.Media.Prepare(ctx, form.File, form.Hints)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	u := store.Upload{
		Owner: c.caller.Member.ID, Room: form.room, Kind: prepared.Kind, ContentType: prepared.ContentType,
		Size: prepared.Size, Thumbnail: prepared.HasThumbnail(), Metadata: prepared.Metadata,
	}
	if u.ID, err = s.config.Store.AddUpload(ctx, u); err != nil {
		return nil, err
	}
	if err = s.config.Media.Put(ctx, u.ID, prepared); err == nil {
		err = s.config.Store.UploadReady(ctx, u.ID)
	}
	if err != nil {
		s.dropUpload(c, u.ID)
		return nil, err
	}
	media, thumbnail := s.signer(c)(&u)
	return body.MediaUploaded{
		OK: body.Done, MediaURL: media, ThumbnailURL: thumbnail, MediaType: string(u.Kind), Metadata: roomlog.MediaMetadata(&u),
	}, nil
}

// roomUpload is a file for a room under way.
type roomUpload struct {
	upload.Form
	server *Server
	call   *call
	room   string
}

// read reads the parts of the body in the order in which they come.
func (f *roomUpload) read() error {
	parts, err := f.call.Request.MultipartReader()
	if err != nil {
		return upload.ErrMalformed()
	}
	for range upload.MaxParts {
		part, err := parts.NextPart()
		if err == io.EOF {
			return f.complete()
		}
		if err == nil {
			err = f.take(part)
		}
		if err != nil {
			return upload.Error(err, bodyError)
		}
	}
	return upload.ErrMalformed()
}

// complete checks that nothing is missing.
func (f *roomUpload) complete() error {
	if f.File == nil {
		return store.ErrNoFile()
	}
	if f.room == "" {
		return store.NewErrorReason(store.Invalid, "room_missing", store.MustJoinRoom)
	}
	return nil
}

// take reads one part.
func (f *roomUpload) take(part *multipart.Part) error {
	if part.FormName() != "roomId" {
		return f.Take(part)
	}
	text, err := upload.Field(part)
	if err != nil {
		return err
	}
	f.room = text
	_, err = f.server.config.Store.CheckRoomAccess(f.call.Request.Context(), f.call.caller.Member.ID, text)
	return err
}

// dropUpload ends an upload that failed. What cannot be removed now, the sweep
// removes.
func (s *Server) dropUpload(c *call, id string) {
	ctx, cancel := contextAfter(c, callTimeout)
	defer cancel()
	if err := s.config.Store.DropUpload(ctx, s.config.Media, id); err != nil {
		s.log.Warn("an upload that failed is left to the sweep", "error", err)
	}
}

// signer signs links for the caller.
func (s *Server) signer(c *call) roomlog.Signer {
	return func(u *store.Upload) (media, thumbnail string) {
		return s.config.MediaLinks.Links(c.caller.Member.ID, u, s.now())
	}
}

// roomMedia lists the media of a room, newest first.
func (s *Server) roomMedia(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", mediaPage)
	if err != nil {
		return nil, err
	}
	offset, err := queryNumber(c, "offset", 0)
	if err != nil {
		return nil, err
	}
	limit, offset = min(max(limit, 1), maxMediaPage), min(max(offset, 0), 1_000_000)
	found, err := s.config.Store.RoomMedia(c.Request.Context(), c.caller.Member.ID, c.Param("roomId"), limit, offset)
	if err != nil {
		return nil, err
	}
	reply := body.RoomMedia{OK: body.Done, Media: make([]body.RoomMediaItem, 0, len(found))}
	for i := range found {
		reply.Media = append(reply.Media, s.mediaItem(c, &found[i]))
	}
	return reply, nil
}

// messageMedia renews the links to one message's media.
func (s *Server) messageMedia(c *call) (any, error) {
	found, err := s.config.Store.MessageMedia(c.Request.Context(), c.caller.Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.MessageMedia{OK: body.Done, Media: s.mediaItem(c, &found)}, nil
}

func (s *Server) mediaItem(c *call, u *store.SentUpload) body.RoomMediaItem {
	media, thumbnail := s.signer(c)(&u.Upload)
	return body.RoomMediaItem{
		ID: u.ID, MessageID: u.MessageID, MediaURL: media, MediaThumbnailURL: edge.OrNull(thumbnail), MediaType: string(u.Kind),
		Metadata: roomlog.MediaMetadata(&u.Upload), Username: u.Username, CreatedAt: roomlog.Timestamp(u.SentAt),
	}
}
