package http

import (
	"bytes"
	"io"
	"strings"

	"muster/http/body"
	"muster/store"
)

// SampleGIFs is the folder that a dev node serves its sample GIFs from.
const SampleGIFs = "/dev/gifs/"

// trendingGIFs replies with one page of the GIFs that are popular now.
func (s *Server) trendingGIFs(c *call) (any, error) { return s.gifPage(c, "") }

// searchGIFs replies with one page of the GIFs that match the query's words.
func (s *Server) searchGIFs(c *call) (any, error) {
	words := c.Query("q")
	if strings.TrimSpace(words) == "" {
		return nil, store.NewErrorReason(store.Invalid, "gif_search_empty", "Please enter what to search for")
	}
	return s.gifPage(c, words)
}

func (s *Server) gifPage(c *call, words string) (any, error) {
	limit, err := queryNumber(c, "limit", store.GIFPage)
	if err != nil {
		return nil, err
	}
	offset, err := queryNumber(c, "offset", 0)
	if err != nil {
		return nil, err
	}
	if err := s.beforeGIFCall(c); err != nil {
		return nil, err
	}
	page, err := s.config.GIFs.GIFs(c.Request.Context(), store.GIFQuery{Words: words, Limit: limit, Offset: offset}.Canonical())
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
func (s *Server) showGIF(c *call) (any, error) {
	id := c.Param("id")
	if !store.ValidGIFID(id) {
		return nil, store.ErrGIFUnknown()
	}
	if err := s.beforeGIFCall(c); err != nil {
		return nil, err
	}
	one, err := s.config.GIFs.GIF(c.Request.Context(), id)
	if err != nil {
		return nil, err
	}
	return body.OneGIF{OK: body.Done, GIF: body.GIF(one)}, nil
}

// beforeGIFCall fails when there is no GIF service, and counts the call.
func (s *Server) beforeGIFCall(c *call) error {
	if s.config.GIFs == nil {
		return store.ErrGIFsOff()
	}
	return s.config.Store.SpendGIFCall(c.Request.Context(), c.caller.Member.ID)
}

// sampleGIF sends one of the sample GIFs of a dev node.
func (s *Server) sampleGIF(c *call) (any, error) {
	raw := s.config.SampleGIF(c.Param("file"))
	if raw == nil {
		return nil, store.ErrGIFUnknown()
	}
	return &fileReply{content: memoryFile{bytes.NewReader(raw)}}, nil
}

// memoryFile is a file in memory.
type memoryFile struct{ *bytes.Reader }

func (memoryFile) Close() error { return nil }

var _ io.ReadSeekCloser = memoryFile{}
