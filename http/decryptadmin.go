package http

import (
	"strings"

	"muster/http/body"
	"muster/store"
	"muster/store/encrypted"
)

// Pages of the administrators' list.
const (
	decryptPage    = 100
	maxDecryptPage = 200
)

// decryptMessages lists the encrypted messages, newest first.
func (s *Server) decryptMessages(c *call) (any, error) {
	limit, err := queryNumber(c, "limit", decryptPage)
	if err != nil {
		return nil, err
	}
	page, next, now, err := s.config.Encrypted.List(c.Request.Context(), min(max(limit, 1), maxDecryptPage), c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.DecryptMessages{OK: body.Done, Messages: make([]body.DecryptMessage, 0, len(page)), NextCursor: nullable(next)}
	for i := range page {
		m := &page[i]
		row := body.DecryptMessage{
			ID: m.ID, Code: encrypted.ShowCode(m.Code), Type: string(m.Kind), Content: decryptPreview(m.Content), VideoURL: nullable(m.VideoURL),
			GalleryItems: make([]body.DecryptItem, 0, len(m.Files)), ExpiresIn: m.Hours, MaxViews: m.MaxViews, ViewCount: m.ViewCount,
			ViewLimitReached: m.LimitReached(), IsExpired: m.Expired(now), IsActive: m.Open(now),
			OpensAt: moment(m.OpensAt), ExpiresAt: moment(m.ExpiresAt), CreatedBy: m.CreatedBy, CreatedAt: m.CreatedAt,
		}
		for k := range m.Files {
			row.GalleryItems = append(row.GalleryItems, decryptItem(&m.Files[k]))
		}
		reply.Messages = append(reply.Messages, row)
	}
	return reply, nil
}

// decryptPreview is as much of a content as the table shows in its one line, and one
// character more where it goes on.
func decryptPreview(content string) string {
	if len([]rune(content)) <= encrypted.PreviewLength {
		return content
	}
	line := []rune(strings.Join(strings.Fields(content), " "))
	return string(line[:min(len(line), encrypted.PreviewLength+1)])
}

// createDecrypt makes an encrypted message of a text or a video.
func (s *Server) createDecrypt(c *call) (any, error) {
	var request body.CreateDecrypt
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Type == "" {
		request.Type = string(encrypted.Text)
	}
	return s.storeDecrypt(c, request)
}

// createGallery makes an encrypted message of a gallery.
func (s *Server) createGallery(c *call) (any, error) {
	var request body.CreateDecrypt
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	request.Type = string(encrypted.Gallery)
	return s.storeDecrypt(c, request)
}

func (s *Server) storeDecrypt(c *call, request body.CreateDecrypt) (any, error) {
	draft := encrypted.Draft{
		Kind: encrypted.Kind(request.Type), Code: request.Code, Content: request.Content, Hours: request.ExpiresIn, Views: request.MaxViews,
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
		if err := s.readVideo(c, strings.TrimSpace(request.VideoURL), &draft); err != nil {
			return nil, err
		}
	}
	m, err := s.config.Encrypted.Create(c.Request.Context(), c.caller, draft)
	if err != nil {
		return nil, err
	}
	code := encrypted.ShowCode(m.Code)
	return body.DecryptCreated{OK: body.Done, Message: "Message created with code: " + code, Code: code, ID: m.ID}, nil
}

// readVideo reads where a video is: an own upload by its link, or a public address.
func (s *Server) readVideo(c *call, address string, draft *encrypted.Draft) error {
	if address == "" {
		return nil
	}
	if strings.HasPrefix(address, store.MediaPath) {
		id, ok := s.config.MediaLinks.UploadOf(c.caller.Member.ID, address)
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
	if !s.publicHost(c.Request.Context(), host) {
		return encrypted.ErrVideoURL()
	}
	draft.VideoURL = address
	return nil
}

// deleteDecrypt ends an encrypted message, its code and the links to its files.
func (s *Server) deleteDecrypt(c *call) (any, error) {
	if err := s.config.Encrypted.Delete(c.Request.Context(), c.caller, c.Param("id")); err != nil {
		return nil, err
	}
	return body.MessageReply{OK: body.Done, Message: "Message deleted successfully"}, nil
}

// removeGalleryItem removes an uploaded file.
func (s *Server) removeGalleryItem(c *call) (any, error) {
	return body.Done, s.config.Encrypted.RemoveFile(c.Request.Context(), c.caller, c.Param("id"))
}
