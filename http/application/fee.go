package application

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/application"
)

// feesPage is how many fees administrators are shown at once.
const feesPage = 50

// fees lists the paid fees of expedited reviews.
func (h *calls) fees(c edge.Call) (any, error) {
	unused := c.Query("unused")
	if unused != "" && unused != "true" && unused != "false" {
		return nil, store.NewErrorReason(store.Invalid, "unused", "unused must be true or false")
	}
	limit, err := c.QueryNumber("limit", feesPage)
	if err != nil {
		return nil, err
	}
	page, next, err := h.Applications.PaidFees(c.Context(), application.FeeFilter{Unused: unused == "true", Application: c.Query("application")}, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.AdminFees{OK: body.Done, Fees: make([]body.AdminFee, 0, len(page)), NextCursor: edge.OrNull(next)}
	for _, one := range page {
		reply.Fees = append(reply.Fees, feeBody(one))
	}
	return reply, nil
}

// refundFee pays a fee back.
func (h *calls) refundFee(c edge.Call) (any, error) {
	var request body.RefundPayment
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	amount, err := request.Cents()
	if err != nil {
		return nil, err
	}
	after, err := h.Applications.RefundFee(c.Context(), c.Caller(), c.Param("id"), amount, c.Header("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	return body.FeeRefunded{OK: body.Done, Fee: feeBody(after)}, nil
}

func feeBody(f application.PaidFee) body.AdminFee {
	return body.AdminFee{
		ID: f.ID, Amount: f.Amount.Dollars(), Refunded: f.Refunded.Dollars(), Status: string(f.Status),
		ApplicationID: edge.OrNull(f.Application), ApplicationNumber: edge.OrNull(f.Number), Became: string(f.Became), Unused: f.Unused, At: f.PaidAt,
	}
}
