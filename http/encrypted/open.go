package encrypted

import (
	livelog "muster/actors/roomlog"
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/encrypted"
)

// open opens an encrypted message by its code, for one view.
func (h *calls) open(c edge.Call) (any, error) {
	var request body.Decrypt
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	m, err := h.Messages.Open(c.Context(), c.Caller().Member.ID, c.Address(), request.Code, c.Header("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	return h.decrypted(c, &m), nil
}

// renew replies with what the caller has opened a short time ago, with new
// links to its files. It counts no view.
func (h *calls) renew(c edge.Call) (any, error) {
	m, err := h.Messages.Renew(c.Context(), c.Caller().Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return h.decrypted(c, &m), nil
}

func (h *calls) decrypted(c edge.Call, m *encrypted.Message) body.Decrypted {
	reply := body.Decrypted{
		OK: body.Done, Message: c.Say("answer.decrypted"), ID: m.ID, Code: encrypted.ShowCode(m.Code), Type: string(m.Kind), Content: m.Content,
		GalleryItems: []body.DecryptItem{}, VideoURL: edge.OrNull(m.VideoURL), ViewCount: m.ViewCount, MaxViews: m.MaxViews, ExpiresAt: edge.Moment(m.ExpiresAt),
	}
	items := h.items(c, m.Files)
	if m.Kind == encrypted.Gallery {
		reply.GalleryItems = items
	} else if len(items) > 0 {
		reply.VideoURL = &items[0].URL
	}
	return reply
}

// items signs links to files for the caller.
func (h *calls) items(c edge.Call, files []encrypted.File) []body.DecryptItem {
	items := make([]body.DecryptItem, 0, len(files))
	for i := range files {
		item := itemOf(&files[i])
		item.URL, item.ThumbnailURL = h.Links.Links(c.Caller().Member.ID, &files[i].Upload, c.Now())
		items = append(items, item)
	}
	return items
}

func itemOf(f *encrypted.File) body.DecryptItem {
	return body.DecryptItem{ID: f.ID, Type: string(f.Kind), FileName: f.FileName, FileSize: f.Size, Metadata: livelog.MediaMetadata(&f.Upload)}
}

// historyPage is the most codes that the history has at once.
const historyPage = 200

// history lists the codes that the caller has opened.
func (h *calls) history(c edge.Call) (any, error) {
	limit, err := edge.PageLimit(c, historyPage, historyPage)
	if err != nil {
		return nil, err
	}
	after, err := store.ParsePosition(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, total, older, err := h.Messages.History(c.Context(), c.Caller().Member.ID, limit, after)
	if err != nil {
		return nil, err
	}
	reply := body.DecryptHistory{OK: body.Done, History: make([]body.DecryptEntry, 0, len(page)), Total: total, NextCursor: edge.OrNull(older.Cursor())}
	for _, e := range page {
		reply.History = append(reply.History, body.DecryptEntry{Code: encrypted.ShowCode(e.Code), DecryptedAt: e.DecodedAt, FirstDecryptedAt: e.First})
	}
	return reply, nil
}

// postedCodes lists the codes that a message of an administrator shows.
func (h *calls) postedCodes(c edge.Call) (any, error) {
	codes, now, err := h.Messages.PostedCodes(c.Context(), c.Caller().Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	reply := body.PostedCodes{OK: body.Done, Codes: make([]body.PostedCode, 0, len(codes)), Now: now}
	for _, one := range codes {
		reply.Codes = append(reply.Codes, body.PostedCode{Code: encrypted.ShowCode(one.Code), OpensAt: edge.Moment(one.OpensAt), ExpiresAt: edge.Moment(one.ExpiresAt)})
	}
	return reply, nil
}
