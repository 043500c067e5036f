package people

import (
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store/people"
)

// requestExport has a copy of everything about the caller made.
func (h *calls) requestExport(c edge.Call) (any, error) {
	e, err := h.MyData.RequestExport(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	return body.ExportRequested{OK: body.Done, Job: e.ID, State: string(e.State)}, nil
}

// exportStatus says how far the caller's export has come, with a link once it is ready.
func (h *calls) exportStatus(c edge.Call) (any, error) {
	e, err := h.MyData.Export(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.ExportStatus{OK: body.Done, State: string(e.State)}
	if e.State == people.ExportReady {
		reply.URL = edge.OrNull(people.ExportLink(h.Links, c.Caller().Member.ID, e.ID, c.Now()))
		reply.ExpiresAt = edge.Moment(e.ExpiresAt)
	}
	return reply, nil
}

// eraseMe has the caller erased in some days.
func (h *calls) eraseMe(c edge.Call) (any, error) {
	var request body.EraseMe
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	return erasure(h.MyData.RequestErasure(c.Context(), c.Caller().Member.ID, request.Confirm))
}

// erasureStatus says when the caller will be erased.
func (h *calls) erasureStatus(c edge.Call) (any, error) {
	return erasure(h.MyData.EraseAt(c.Context(), c.Caller().Member.ID))
}

// keepMe takes the caller's request to be erased back.
func (h *calls) keepMe(c edge.Call) (any, error) {
	return erasure(time.Time{}, h.MyData.CancelErasure(c.Context(), c.Caller().Member.ID))
}

func erasure(at time.Time, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return body.Erasure{OK: body.Done, EraseAt: edge.Moment(at)}, nil
}
