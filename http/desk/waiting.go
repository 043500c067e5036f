package desk

import (
	"muster/http/body"
	"muster/http/edge"
)

// waiting replies with how much waits for an administrator.
func (h *calls) waiting(c edge.Call) (any, error) {
	w, err := h.DB.Waiting(c.Context())
	if err != nil {
		return nil, err
	}
	applications, dueSoon, err := h.Applications.Waiting(c.Context())
	return body.Waiting{
		OK: body.Done, Reports: w.Reports, Emergencies: w.Emergencies, Critical: w.Critical, Applications: applications, DueSoon: dueSoon,
	}, err
}
