package http

import (
	"muster/actors/roomlog"
	"muster/http/body"
	"muster/store"
)

func noticeBodies(notices []store.Notice) []body.Notice {
	all := make([]body.Notice, 0, len(notices))
	for _, n := range notices {
		all = append(all, body.Notice{ID: n.ID, Kind: string(n.Kind), Text: n.Text(), CreatedAt: roomlog.Timestamp(n.At)})
	}
	return all
}

// dismissNotice removes a notice that the caller has read.
func (s *Server) dismissNotice(c *call) (any, error) {
	return body.Done, s.config.Store.DismissNotice(c.Request.Context(), c.caller.Member.ID, c.Param("id"))
}
