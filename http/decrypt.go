package http

import (
	"muster/actors/roomlog"
	"muster/http/body"
	"muster/store/encrypted"
)

// decrypt opens an encrypted message by its code, for one view.
func (s *Server) decrypt(c *call) (any, error) {
	var request body.Decrypt
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	m, err := s.config.Encrypted.Open(c.Request.Context(), c.caller.Member.ID, s.clientAddress(c), request.Code, c.GetHeader("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	return s.decrypted(c, &m), nil
}

// renewDecrypted replies with what the caller has opened a short time ago, with new
// links to its files. It counts no view.
func (s *Server) renewDecrypted(c *call) (any, error) {
	m, err := s.config.Encrypted.Renew(c.Request.Context(), c.caller.Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return s.decrypted(c, &m), nil
}

func (s *Server) decrypted(c *call, m *encrypted.Message) body.Decrypted {
	reply := body.Decrypted{
		OK: body.Done, Message: "Message decrypted", ID: m.ID, Code: encrypted.ShowCode(m.Code), Type: string(m.Kind), Content: m.Content,
		GalleryItems: []body.DecryptItem{}, VideoURL: nullable(m.VideoURL), ViewCount: m.ViewCount, MaxViews: m.MaxViews, ExpiresAt: moment(m.ExpiresAt),
	}
	items := s.decryptItems(c, m.Files)
	if m.Kind == encrypted.Gallery {
		reply.GalleryItems = items
	} else if len(items) > 0 {
		reply.VideoURL = &items[0].URL
	}
	return reply
}

// decryptItems signs links to files for the caller.
func (s *Server) decryptItems(c *call, files []encrypted.File) []body.DecryptItem {
	sign := s.signer(c)
	items := make([]body.DecryptItem, 0, len(files))
	for i := range files {
		item := decryptItem(&files[i])
		item.URL, item.ThumbnailURL = sign(&files[i].Upload)
		items = append(items, item)
	}
	return items
}

func decryptItem(f *encrypted.File) body.DecryptItem {
	return body.DecryptItem{ID: f.ID, Type: string(f.Kind), FileName: f.FileName, FileSize: f.Size, Metadata: roomlog.MediaMetadata(&f.Upload)}
}

// decryptHistory lists the codes that the caller has opened.
func (s *Server) decryptHistory(c *call) (any, error) {
	entries, err := s.config.Encrypted.History(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.DecryptHistory{OK: body.Done, History: make([]body.DecryptEntry, 0, len(entries))}
	for _, e := range entries {
		reply.History = append(reply.History, body.DecryptEntry{Code: encrypted.ShowCode(e.Code), DecryptedAt: e.DecodedAt, FirstDecryptedAt: e.First})
	}
	return reply, nil
}

// postedCodes lists the codes that a message of an administrator shows.
func (s *Server) postedCodes(c *call) (any, error) {
	codes, now, err := s.config.Encrypted.PostedCodes(c.Request.Context(), c.caller.Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	reply := body.PostedCodes{OK: body.Done, Codes: make([]body.PostedCode, 0, len(codes)), Now: now}
	for _, one := range codes {
		reply.Codes = append(reply.Codes, body.PostedCode{Code: encrypted.ShowCode(one.Code), OpensAt: moment(one.OpensAt), ExpiresAt: moment(one.ExpiresAt)})
	}
	return reply, nil
}
