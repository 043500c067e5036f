package money

import (
	"strconv"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/money"
)

// contributionsPage is how many contributions administrators are shown at once.
const contributionsPage = 50

// contributions lists the contributions of all members.
func (h *calls) contributions(c edge.Call) (any, error) {
	filter, err := h.filter(c)
	if err != nil {
		return nil, err
	}
	limit, err := c.QueryNumber("limit", contributionsPage)
	if err != nil {
		return nil, err
	}
	page, next, err := h.Payments.All(c.Context(), filter, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.AdminContributions{OK: body.Done, Contributions: make([]body.AdminContribution, 0, len(page)), NextCursor: edge.OrNull(next)}
	for _, one := range page {
		reply.Contributions = append(reply.Contributions, adminBody(one))
	}
	return reply, nil
}

func adminBody(c money.Contribution) body.AdminContribution {
	return body.AdminContribution{
		ID: c.ID, Amount: c.Amount.Dollars(), Refunded: c.Refunded.Dollars(), Status: string(c.Status), Purpose: string(c.Purpose),
		UserID: c.MemberID, Username: edge.OrNull(c.Username), Name: c.Name, Anonymous: c.Anonymous, At: c.At,
	}
}

// filter reads status, from and to of the query.
func (h *calls) filter(c edge.Call) (money.ContributionFilter, error) {
	f := money.ContributionFilter{Status: money.ContributionStatus(c.Query("status"))}
	if f.Status != "" && !f.Status.Known() {
		return f, store.NewErrorReason(store.Invalid, "status", "This status is not known")
	}
	var err error
	if f.From, err = edge.QueryMoment(c, h.Payments.Zone(), "from", 0); err != nil {
		return f, err
	}
	f.To, err = edge.QueryMoment(c, h.Payments.Zone(), "to", 1)
	return f, err
}

// totalDays is how many days the totals are of without a range.
const totalDays = 30

// contributionTotals replies with what was paid on each day of a range. The days are the
// community's, or those of a zone that the query names.
func (h *calls) contributionTotals(c edge.Call) (any, error) {
	zone := h.Payments.Zone()
	now, err := h.DB.Now(c.Context())
	if err != nil {
		return nil, err
	}
	if raw := c.Query("zone"); raw != "" {
		if zone, err = store.ParseZone(raw); err != nil {
			return nil, err
		}
	}
	last := store.DayOf(now, zone)
	if raw := c.Query("to"); raw != "" {
		if last, err = store.ParseDay(raw); err != nil {
			return nil, err
		}
	}
	first := last.Add(1 - totalDays)
	if raw := c.Query("from"); raw != "" {
		if first, err = store.ParseDay(raw); err != nil {
			return nil, err
		}
	}
	days, err := h.Payments.Totals(c.Context(), zone, first, last)
	if err != nil {
		return nil, err
	}
	reply := body.ContributionTotals{OK: body.Done, ChartData: make([]body.ContributionDay, 0, len(days))}
	var total money.Cents
	for _, d := range days {
		reply.ChartData = append(reply.ChartData, body.ContributionDay{Date: d.Day, Amount: d.Amount.Dollars(), Count: d.Count})
		total += d.Amount
		reply.Count += d.Count
	}
	reply.Total = total.Dollars()
	return reply, nil
}

// refund pays a contribution back.
func (h *calls) refund(c edge.Call) (any, error) {
	var request body.RefundPayment
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	amount, err := request.Cents()
	if err != nil {
		return nil, err
	}
	after, broadcasts, err := h.Payments.Refund(c.Context(), c.Caller(), c.Param("id"), amount, c.Header("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	h.announce(broadcasts)
	return body.ContributionRefunded{OK: body.Done, Contribution: adminBody(after)}, nil
}

// exportContributions sends the contributions as CSV, with sums as the language of the
// caller's device writes them.
func (h *calls) exportContributions(c edge.Call) (any, error) {
	filter, err := h.filter(c)
	if err != nil {
		return nil, err
	}
	tag := c.Language()
	header := []string{"id", "at", "username", "name", "amount", "refunded", "status", "purpose", "anonymous"}
	return &edge.CSV{Name: "contributions.csv", Header: header, Rows: func(write func(...string) error) error {
		return h.Payments.ExportContributions(c.Context(), c.Caller(), filter, func(one money.Contribution) error {
			return write(
				one.ID, one.At.UTC().Format(time.RFC3339), one.Username, one.Name, tag.Decimal(one.Amount.Dollars(), 2),
				tag.Decimal(one.Refunded.Dollars(), 2), string(one.Status), string(one.Purpose), strconv.FormatBool(one.Anonymous),
			)
		})
	}}, nil
}
