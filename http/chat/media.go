package chat

import (
	"io"
	"mime/multipart"

	livelog "muster/actors/roomlog"
	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
	"muster/store/roomlog"
)

// Pages of a room's media.
const (
	mediaPage    = 20
	maxMediaPage = 100
)

// uploadMedia stores a file for a message in a room. Everything is read as it
// comes, into a temporary file; the room is checked before the file where it comes
// first.
func (h *calls) uploadMedia(c edge.Call) (any, error) {
	form := roomUpload{calls: h, call: c, Form: upload.Form{Media: h.Media, Size: c.Length()}}
	defer form.Close()
	if err := form.read(); err != nil {
		return nil, err
	}
	ctx := c.Context()
	prepared, err := h.Media.Prepare(ctx, form.File, form.Hints)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	u := store.Upload{
		Owner: c.Caller().Member.ID, Room: form.room, Kind: prepared.Kind, ContentType: prepared.ContentType,
		Size: prepared.Size, Thumbnail: prepared.HasThumbnail(), Metadata: prepared.Metadata,
		Captioned: prepared.Captions != "",
	}
	if u.ID, err = h.Log.AddUpload(ctx, u, prepared.Captions); err != nil {
		return nil, err
	}
	if err = h.Media.Put(ctx, u.ID, prepared); err == nil {
		err = h.Log.UploadReady(ctx, u.ID)
	}
	if err != nil {
		h.dropUpload(c, u.ID)
		return nil, err
	}
	media, thumbnail := h.signer(c)(&u)
	return body.MediaUploaded{
		OK: body.Done, MediaURL: media, ThumbnailURL: thumbnail, MediaType: string(u.Kind), Metadata: livelog.MediaMetadata(&u),
	}, nil
}

// roomUpload is a file for a room under way.
type roomUpload struct {
	upload.Form
	calls *calls
	call  edge.Call
	room  string
}

// read reads the parts of the body in the order in which they come.
func (f *roomUpload) read() error {
	parts, err := f.call.Form()
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
			return upload.Error(err, f.call.FormError)
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
		return store.NewErrorReason(store.Invalid, "room_missing", roomlog.MustJoinRoom)
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
	_, err = f.calls.Log.CheckRoomAccess(f.call.Context(), f.call.Caller().Member.ID, text)
	return err
}

// dropUpload ends an upload that failed. What cannot be removed now, the sweep
// removes.
func (h *calls) dropUpload(c edge.Call, id string) {
	ctx, cancel := c.Later()
	defer cancel()
	if err := h.Log.DropUpload(ctx, h.Media, id); err != nil {
		h.Logger.Warn("an upload that failed is left to the sweep", "error", err)
	}
}

// signer signs links for the caller.
func (h *calls) signer(c edge.Call) livelog.Signer {
	return func(u *store.Upload) (media, thumbnail string) {
		return h.Links.Links(c.Caller().Member.ID, u, c.Now())
	}
}

// roomMedia lists the media of a room, newest first.
func (h *calls) roomMedia(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", mediaPage)
	if err != nil {
		return nil, err
	}
	offset, err := c.QueryNumber("offset", 0)
	if err != nil {
		return nil, err
	}
	limit, offset = min(max(limit, 1), maxMediaPage), min(max(offset, 0), 1_000_000)
	found, err := h.Log.RoomMedia(c.Context(), c.Caller().Member.ID, c.Param("roomId"), limit, offset)
	if err != nil {
		return nil, err
	}
	reply := body.RoomMedia{OK: body.Done, Media: make([]body.RoomMediaItem, 0, len(found))}
	for i := range found {
		reply.Media = append(reply.Media, h.mediaItem(c, &found[i]))
	}
	return reply, nil
}

// messageMedia renews the links to one message's media.
func (h *calls) messageMedia(c edge.Call) (any, error) {
	found, err := h.Log.MessageMedia(c.Context(), c.Caller().Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return body.MessageMedia{OK: body.Done, Media: h.mediaItem(c, &found), Captions: found.Captions}, nil
}

// changeMediaWords gives the media of the caller's own message another transcript or other
// captions. The same words again change nothing.
func (h *calls) changeMediaWords(c edge.Call) (any, error) {
	var request body.ChangeMediaWords
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	words, err := store.MediaWords{Transcript: request.Transcript, Captions: request.Captions}.Clean()
	if err != nil {
		return nil, err
	}
	sent, e, stored, err := h.Log.ChangeMediaWords(c.Context(), c.Caller(), c.Param("id"), words)
	if err != nil {
		return nil, err
	}
	if stored {
		h.Hub.Announce(e)
	}
	return body.MessageMedia{OK: body.Done, Media: h.mediaItem(c, &sent), Captions: sent.Captions}, nil
}

func (h *calls) mediaItem(c edge.Call, u *store.SentUpload) body.RoomMediaItem {
	media, thumbnail := h.signer(c)(&u.Upload)
	return body.RoomMediaItem{
		ID: u.ID, MessageID: u.MessageID, MediaURL: media, MediaThumbnailURL: edge.OrNull(thumbnail), MediaType: string(u.Kind),
		Metadata: livelog.MediaMetadata(&u.Upload), Username: u.Username, CreatedAt: livelog.Timestamp(u.SentAt),
	}
}
