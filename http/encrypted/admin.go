package encrypted

import (
	"strings"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/encrypted"
)

// Pages of the administrators' list.
const (
	page    = 100
	maxPage = 200
)

// list lists the encrypted messages, newest first.
func (h *calls) list(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", page)
	if err != nil {
		return nil, err
	}
	page, next, now, err := h.Messages.List(c.Context(), min(max(limit, 1), maxPage), c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.DecryptMessages{OK: body.Done, Messages: make([]body.DecryptMessage, 0, len(page)), NextCursor: edge.OrNull(next)}
	for i := range page {
		m := &page[i]
		row := body.DecryptMessage{
			ID: m.ID, Code: encrypted.ShowCode(m.Code), Type: string(m.Kind), Content: preview(m.Content), VideoURL: edge.OrNull(m.VideoURL),
			GalleryItems: make([]body.DecryptItem, 0, len(m.Files)), ExpiresIn: m.Hours, MaxViews: m.MaxViews, ViewCount: m.ViewCount,
			ViewLimitReached: m.LimitReached(), IsExpired: m.Expired(now), IsActive: m.Open(now),
			OpensAt: edge.Moment(m.OpensAt), ExpiresAt: edge.Moment(m.ExpiresAt), CreatedBy: m.CreatedBy, CreatedAt: m.CreatedAt, Unreadable: m.Unreadable,
		}
		for k := range m.Files {
			row.GalleryItems = append(row.GalleryItems, itemOf(&m.Files[k]))
		}
		reply.Messages = append(reply.Messages, row)
	}
	return reply, nil
}

// preview is as much of a content as the table shows in its one line, and one
// character more where it goes on.
func preview(content string) string {
	if len([]rune(content)) <= encrypted.PreviewLength {
		return content
	}
	line := []rune(strings.Join(strings.Fields(content), " "))
	return string(line[:min(len(line), encrypted.PreviewLength+1)])
}

// create makes an encrypted message of a text or a video.
func (h *calls) create(c edge.Call) (any, error) {
	var request body.CreateDecrypt
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Type == "" {
		request.Type = string(encrypted.Text)
	}
	return h.save(c, request)
}

// createGallery makes an encrypted message of a gallery.
func (h *calls) createGallery(c edge.Call) (any, error) {
	var request body.CreateDecrypt
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	request.Type = string(encrypted.Gallery)
	return h.save(c, request)
}

// save makes the message that a request describes.
func (h *calls) save(c edge.Call, request body.CreateDecrypt) (any, error) {
	draft := encrypted.Draft{
		Kind: encrypted.Kind(request.Type), Code: request.Code, Content: request.Content, Hours: request.ExpiresIn, Views: request.MaxViews,
		Attempt: c.Header("Idempotency-Key"),
	}
	if request.OpensAt != nil {
		draft.OpensAt = *request.OpensAt
	}
	switch draft.Kind {
	case encrypted.Gallery:
		for _, item := range request.GalleryItems {
			draft.Items = append(draft.Items, item.ID)
		}
	case encrypted.Video:
		if err := h.readVideo(c, strings.TrimSpace(request.VideoURL), &draft); err != nil {
			return nil, err
		}
	}
	m, err := h.Messages.Create(c.Context(), c.Caller(), draft)
	if err != nil {
		return nil, err
	}
	code := encrypted.ShowCode(m.Code)
	return body.DecryptCreated{OK: body.Done, Message: c.Say("answer.encryptedCreated", code), Code: code, ID: m.ID}, nil
}

// readVideo reads where a video is: an own upload by its link, or a public address.
func (h *calls) readVideo(c edge.Call, address string, draft *encrypted.Draft) error {
	if address == "" {
		return nil
	}
	if strings.HasPrefix(address, store.MediaPath) {
		id, ok := h.Links.UploadOf(c.Caller().Member.ID, address)
		if !ok {
			return store.ErrMediaUnknown()
		}
		draft.VideoID = id
		return nil
	}
	host, err := encrypted.CheckVideoURL(address)
	if err != nil {
		return err
	}
	if !h.PublicHost(c.Context(), host) {
		return encrypted.ErrVideoURL()
	}
	draft.VideoURL = address
	return nil
}

// delete ends an encrypted message, its code and the links to its files.
func (h *calls) delete(c edge.Call) (any, error) {
	if err := h.Messages.Delete(c.Context(), c.Caller(), c.Param("id")); err != nil {
		return nil, err
	}
	return body.MessageReply{OK: body.Done, Message: c.Say("answer.encryptedDeleted")}, nil
}

// removeItem removes an uploaded file.
func (h *calls) removeItem(c edge.Call) (any, error) {
	return body.Done, h.Messages.RemoveFile(c.Context(), c.Caller(), c.Param("id"))
}
