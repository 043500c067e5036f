package http

import (
	"time"

	"muster/http/body"
	"muster/store"
)

// requestExport has a copy of everything about the caller made.
func (s *Server) requestExport(c *call) (any, error) {
	e, err := s.config.MyData.RequestExport(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	return body.ExportRequested{OK: body.Done, Job: e.ID, State: string(e.State)}, nil
}

// exportStatus says how far the caller's export has come, with a link once it is ready.
func (s *Server) exportStatus(c *call) (any, error) {
	e, err := s.config.MyData.Export(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.ExportStatus{OK: body.Done, State: string(e.State)}
	if e.State == store.ExportReady {
		reply.URL = nullable(s.config.MediaLinks.ExportLink(c.caller.Member.ID, e.ID, s.now()))
		reply.ExpiresAt = moment(e.ExpiresAt)
	}
	return reply, nil
}

// eraseMe has the caller erased in some days.
func (s *Server) eraseMe(c *call) (any, error) {
	var request body.EraseMe
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	return erasure(s.config.MyData.RequestErasure(c.Request.Context(), c.caller.Member.ID, request.Confirm))
}

// erasureStatus says when the caller will be erased.
func (s *Server) erasureStatus(c *call) (any, error) {
	return erasure(s.config.MyData.EraseAt(c.Request.Context(), c.caller.Member.ID))
}

// keepMe takes the caller's request to be erased back.
func (s *Server) keepMe(c *call) (any, error) {
	return erasure(time.Time{}, s.config.MyData.CancelErasure(c.Request.Context(), c.caller.Member.ID))
}

func erasure(at time.Time, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return body.Erasure{OK: body.Done, EraseAt: moment(at)}, nil
}
