package desk

import (
	"muster/http/body"
	"muster/http/edge"
)

// waiting replies with how much waits for an administrator.
func (h *calls) waiting(c edge.Call) (any, error) {
	reports, err := h.Chat.ReportsWaiting(c.Context())
	if err != nil {
		return nil, err
	}
	emergencies, critical, err := h.Emergencies.Waiting(c.Context())
	if err != nil {
		return nil, err
	}
	applications, dueSoon, err := h.Applications.Waiting(c.Context())
	return body.Waiting{
		OK: body.Done, Reports: reports, Emergencies: emergencies, Critical: critical, Applications: applications, DueSoon: dueSoon,
	}, err
}
