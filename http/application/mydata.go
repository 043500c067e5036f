package application

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// myData replies with everything about the applicant's own applications.
func (h *calls) myData(c edge.Call) (any, error) {
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	all, err := h.Applications.MyData(c.Context(), p)
	if err != nil {
		return nil, err
	}
	reply := body.ApplicationCopies{OK: body.Done, Applications: make([]body.ApplicationCopy, 0, len(all))}
	for i := range all {
		a := &all[i]
		out := body.ApplicationCopy{Application: h.own(c, &a.Application), ApplicationRecords: body.ApplicationRecords{
			IPAddress: edge.OrNull(a.Address), NDAVersion: edge.OrNull(a.Signature.Version), Invitation: edge.OrNull(a.Invitation),
			Decisions: decisions(a.History), Payments: make([]body.ApplicationFee, 0, len(a.Payments)),
		}}
		out.TimeSpent, out.QuestionTimes = times(&a.Application)
		for _, f := range a.Payments {
			out.Payments = append(out.Payments, body.ApplicationFee{Amount: f.Amount.Dollars(), Refunded: f.Refunded.Dollars(), Status: string(f.Status), PaidAt: f.PaidAt})
		}
		reply.Applications = append(reply.Applications, out)
	}
	return reply, nil
}

// eraseMine deletes the applicant's own application.
func (h *calls) eraseMine(c edge.Call) (any, error) {
	var request body.EraseApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if !request.Confirm {
		return nil, store.NewErrorReason(store.Invalid, "not_confirmed", "CONFIRM THAT THE APPLICATION IS TO BE DELETED")
	}
	p, err := h.proof(c)
	if err != nil {
		return nil, err
	}
	return body.Done, h.Applications.EraseOwn(c.Context(), p, request.ApplicationID)
}
