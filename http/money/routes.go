package money

import (
	"muster/http/body"
	"muster/http/edge"
)

// Routes lists every call of the subject.
func Routes(config Config) []edge.Route {
	h := &calls{config}
	provider := edge.Credential{Name: "payment provider", Check: h.checkSignature}
	return []edge.Route{
		{Method: "GET", Path: "/api/contribute/history", Who: edge.Member, Handle: h.contributionHistory, Reply: edge.Reply{JSON: body.ContributionHistory{}}},
		{Method: "GET", Path: "/api/contribute/total", Who: edge.Member, Handle: h.contributionTotal, Reply: edge.Reply{JSON: body.ContributionTotal{}}},
		{Method: "POST", Path: "/api/contribute/create-checkout-session", Who: edge.Member, Handle: h.contribute, Body: edge.Body{JSON: body.CreateContribution{}}, Reply: edge.Reply{JSON: body.CheckoutCreated{}}},
		{Method: "POST", Path: "/api/contribute/payment-success", Who: edge.Member, Handle: h.contributionPaid, Body: edge.Body{JSON: body.PaymentSession{}}, Reply: edge.Reply{JSON: body.ContributionPaid{}}},
		{Method: "POST", Path: "/api/webhooks/stripe", Who: provider, Handle: h.settle, Body: edge.Body{Raw: true, Limit: maxEvent}, Reply: edge.Reply{JSON: body.OK{}}},
		{Method: "GET", Path: "/api/admin/contributions", Who: edge.Admin, Handle: h.contributions, Reply: edge.Reply{JSON: body.AdminContributions{}}, View: "contributions_viewed"},
		{Method: "GET", Path: "/api/admin/contributions/totals", Who: edge.Admin, Handle: h.contributionTotals, Reply: edge.Reply{JSON: body.ContributionTotals{}}},
		{Method: "GET", Path: "/api/admin/contributions/export", Who: edge.Admin, Handle: h.exportContributions, Reply: edge.Reply{CSV: true}, Timeout: edge.ExportTimeout},
		{Method: "POST", Path: "/api/admin/contributions/:id/refund", Who: edge.Admin, Handle: h.refund, Body: edge.Body{JSON: body.RefundPayment{}}, Reply: edge.Reply{JSON: body.ContributionRefunded{}}},

		{Method: "GET", Path: "/api/server-cost", Who: edge.Member, Handle: h.serverCost, Reply: edge.Reply{JSON: body.ServerCostReply{}}},
		{Method: "GET", Path: "/api/server-cost/ledger", Who: edge.Member, Handle: h.serverCostLedger, Reply: edge.Reply{JSON: body.ServerCostLedger{}}},
		{Method: "POST", Path: "/api/server-cost/create-checkout-session", Who: edge.Member, Handle: h.payServerCost, Body: edge.Body{JSON: body.CreateServerCostPayment{}}, Reply: edge.Reply{JSON: body.CheckoutCreated{}}},
		{Method: "POST", Path: "/api/server-cost/payment-success", Who: edge.Member, Handle: h.serverCostPaid, Body: edge.Body{JSON: body.PaymentSession{}}, Reply: edge.Reply{JSON: body.ServerCostPaid{}}},
		{Method: "GET", Path: "/api/admin/server-cost", Who: edge.Admin, Handle: h.adminServerCost, Reply: edge.Reply{JSON: body.AdminServerCostReply{}}},
		{Method: "PATCH", Path: "/api/admin/server-cost", Who: edge.Admin, Handle: h.changeServerCost, Body: edge.Body{JSON: body.ChangeServerCost{}}, Reply: edge.Reply{JSON: body.AdminServerCostReply{}}},
	}
}
