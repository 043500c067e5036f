package chat

import (
	"strings"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/roomlog"
)

// trendingGIFs replies with one page of the GIFs that are popular now.
func (h *calls) trendingGIFs(c edge.Call) (any, error) { return h.gifPage(c, "") }

// searchGIFs replies with one page of the GIFs that match the query's words.
func (h *calls) searchGIFs(c edge.Call) (any, error) {
	words := c.Query("q")
	if strings.TrimSpace(words) == "" {
		return nil, store.NewErrorReason(store.Invalid, "gif_search_empty", "Please enter what to search for")
	}
	return h.gifPage(c, words)
}

func (h *calls) gifPage(c edge.Call, words string) (any, error) {
	limit, err := c.QueryNumber("limit", roomlog.GIFPage)
	if err != nil {
		return nil, err
	}
	offset, err := c.QueryNumber("offset", 0)
	if err != nil {
		return nil, err
	}
	if err := h.beforeGIFCall(c); err != nil {
		return nil, err
	}
	page, err := h.GIFs.GIFs(c.Context(), roomlog.GIFQuery{Words: words, Limit: limit, Offset: offset}.Canonical())
	if err != nil {
		return nil, err
	}
	reply := body.GIFs{OK: body.Done, GIFs: make([]body.GIF, 0, len(page))}
	for _, one := range page {
		reply.GIFs = append(reply.GIFs, body.GIF(one))
	}
	return reply, nil
}

// showGIF replies with one GIF by its id.
func (h *calls) showGIF(c edge.Call) (any, error) {
	id := c.Param("id")
	if !roomlog.ValidGIFID(id) {
		return nil, roomlog.ErrGIFUnknown()
	}
	if err := h.beforeGIFCall(c); err != nil {
		return nil, err
	}
	one, err := h.GIFs.GIF(c.Context(), id)
	if err != nil {
		return nil, err
	}
	return body.OneGIF{OK: body.Done, GIF: body.GIF(one)}, nil
}

// beforeGIFCall fails when there is no GIF service, and counts the call.
func (h *calls) beforeGIFCall(c edge.Call) error {
	if h.GIFs == nil {
		return roomlog.ErrGIFsOff()
	}
	return h.Chat.SpendGIFCall(c.Context(), c.Caller().Member.ID)
}
