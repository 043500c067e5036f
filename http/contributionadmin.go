package http

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"muster/http/body"
	"muster/store"
)

// contributionPage is how many contributions administrators are shown at once.
const contributionPage = 50

// adminContributions lists the contributions of all members.
func (s *Server) adminContributions(c *call) (any, error) {
	filter, err := s.contributionFilter(c)
	if err != nil {
		return nil, err
	}
	limit, err := queryNumber(c, "limit", contributionPage)
	if err != nil {
		return nil, err
	}
	page, next, err := s.config.Payments.All(c.Request.Context(), filter, limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.AdminContributions{OK: body.Done, Contributions: make([]body.AdminContribution, 0, len(page)), NextCursor: nullable(next)}
	for _, one := range page {
		reply.Contributions = append(reply.Contributions, adminContribution(one))
	}
	return reply, nil
}

func adminContribution(c store.Contribution) body.AdminContribution {
	return body.AdminContribution{
		ID: c.ID, Amount: c.Amount.Dollars(), Refunded: c.Refunded.Dollars(), Status: string(c.Status), Purpose: string(c.Purpose),
		UserID: c.MemberID, Username: nullable(c.Username), Name: c.Name, Anonymous: c.Anonymous, At: c.At,
	}
}

// contributionFilter reads status, from and to of the query.
func (s *Server) contributionFilter(c *call) (store.ContributionFilter, error) {
	f := store.ContributionFilter{Status: store.ContributionStatus(c.Query("status"))}
	if f.Status != "" && !f.Status.Known() {
		return f, store.NewErrorReason(store.Invalid, "status", "This status is not known")
	}
	var err error
	if f.From, err = s.queryMoment(c, "from", 0); err != nil {
		return f, err
	}
	f.To, err = s.queryMoment(c, "to", 1)
	return f, err
}

// queryMoment reads a time, or the start of a day of the community so many days after the
// one that is named. Without one it is zero.
func (s *Server) queryMoment(c *call, name string, later int) (time.Time, error) {
	raw := c.Query(name)
	if raw == "" {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339, raw); err == nil {
		return at, nil
	}
	day, err := store.ParseDay(raw)
	if err != nil {
		return time.Time{}, store.NewErrorReason(store.Invalid, name+"_invalid", name+" must be a day, YYYY-MM-DD, or a time")
	}
	return day.Add(later).Start(s.config.Store.Zone()), nil
}

// totalDays is how many days the totals are of without a range.
const totalDays = 30

// contributionTotals replies with what was paid on each day of a range. The days are the
// community's, or those of a zone that the query names.
func (s *Server) contributionTotals(c *call) (any, error) {
	zone := s.config.Payments.Zone()
	now, err := s.config.Store.Now(c.Request.Context())
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
	days, err := s.config.Payments.Totals(c.Request.Context(), zone, first, last)
	if err != nil {
		return nil, err
	}
	reply := body.ContributionTotals{OK: body.Done, ChartData: make([]body.ContributionDay, 0, len(days))}
	var total store.Cents
	for _, d := range days {
		reply.ChartData = append(reply.ChartData, body.ContributionDay{Date: d.Day, Amount: d.Amount.Dollars(), Count: d.Count})
		total += d.Amount
		reply.Count += d.Count
	}
	reply.Total = total.Dollars()
	return reply, nil
}

// refundContribution pays a contribution back.
func (s *Server) refundContribution(c *call) (any, error) {
	var request body.RefundContribution
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	var amount store.Cents
	if request.Amount != nil {
		var err error
		if amount, err = store.ParseDollars(string(*request.Amount)); err != nil {
			return nil, err
		}
		if amount <= 0 {
			return nil, store.NewErrorReason(store.Invalid, "amount_too_small", "The refund must be more than $0")
		}
	}
	after, broadcasts, err := s.config.Payments.Refund(c.Request.Context(), c.caller, c.Param("id"), amount, c.GetHeader("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	s.announcePayment(broadcasts)
	return body.ContributionRefunded{OK: body.Done, Contribution: adminContribution(after)}, nil
}

// exportContributions sends the contributions as CSV.
func (s *Server) exportContributions(c *call) (any, error) {
	filter, err := s.contributionFilter(c)
	if err != nil {
		return nil, err
	}
	out := csv.NewWriter(c.Writer)
	begin := func() error {
		c.Header("Content-Disposition", `attachment; filename="contributions.csv"`)
		return out.Write([]string{"id", "at", "username", "name", "amount", "refunded", "status", "purpose", "anonymous"})
	}
	begun := false
	err = s.config.Payments.Export(c.Request.Context(), c.caller, filter, func(one store.Contribution) error {
		if !begun {
			begun = true
			if err := begin(); err != nil {
				return err
			}
		}
		return out.Write([]string{
			one.ID, one.At.UTC().Format(time.RFC3339), csvCell(one.Username), csvCell(one.Name), fmt.Sprintf("%.2f", one.Amount.Dollars()),
			fmt.Sprintf("%.2f", one.Refunded.Dollars()), string(one.Status), string(one.Purpose), strconv.FormatBool(one.Anonymous),
		})
	})
	switch {
	case err != nil && begun:
		panic(http.ErrAbortHandler) // half a file must not look like a whole one
	case err != nil:
		return nil, err
	case !begun:
		if err := begin(); err != nil {
			return nil, err
		}
	}
	out.Flush()
	return nil, out.Error()
}
