package application

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/application"
	applications "muster/store/postgres/application"
)

// maxPage keeps offsets within what is ever looked at.
const maxPage = 100_000

// list replies with one page of the applications of a status.
func (h *calls) list(c edge.Call) (any, error) {
	filter, err := application.ParseFilter(c.Query("status"))
	if err != nil {
		return nil, err
	}
	page, err := c.QueryNumber("page", 1)
	if err != nil {
		return nil, err
	}
	if page < 1 || page > maxPage {
		return nil, store.NewErrorReason(store.Invalid, "page_invalid", "page must be a number from 1")
	}
	found, err := h.Applications.List(c.Context(), c.Caller().Member.ID, filter, page)
	if err != nil {
		return nil, err
	}
	count := func(s application.Status) int { return found.Counts[application.StatusFilter(s)] }
	reply := body.Applications{
		OK: body.Done, Applications: make([]body.AdminApplication, 0, len(found.Applications)),
		Pagination: body.Pagination{TotalPages: (found.Total + application.PageSize - 1) / application.PageSize, Total: found.Total},
		Counts: body.ApplicationCounts{
			All: found.Counts[""], Pending: count(application.Pending), Accepted: count(application.Accepted), Rejected: count(application.Rejected),
			OnHold: count(application.OnHold), Reapply: count(application.Reapply), Incomplete: found.Counts[application.Incomplete],
		},
		Promise: body.ApplicationPromise{Decided: found.Promise.Decided, Late: found.Promise.Late, MedianHours: found.Promise.MedianHours},
	}
	numbers := make([]string, 0, len(found.Applications))
	for i := range found.Applications {
		reply.Applications = append(reply.Applications, h.listed(c, &found.Applications[i]))
		numbers = append(numbers, found.Applications[i].Number)
	}
	c.Shown(shownApplications{Status: string(filter), Applications: numbers})
	return reply, nil
}

// one replies with one application.
func (h *calls) one(c edge.Call) (any, error) {
	found, err := h.Applications.Listed(c.Context(), c.Caller().Member.ID, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.Shown(shownApplications{Applications: []string{found.Number}})
	return body.ApplicationShown{OK: body.Done, Application: h.listed(c, &found)}, nil
}

// shownApplications is what the audit log keeps of a look at applications: their numbers,
// as people know them.
type shownApplications struct {
	Status       string   `json:"status,omitempty"`
	Applications []string `json:"applications"`
}

// decide decides about an application.
func (h *calls) decide(c edge.Call) (any, error) {
	var request body.DecideApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	decided, err := h.Applications.Decide(c.Context(), c.Caller(), request.ApplicationID, application.Decision{
		Status: application.Status(request.Status), Reason: request.Reason, Version: request.Version, Confirm: request.Confirm,
	})
	if err != nil {
		return nil, err
	}
	c.SiteChanged() // a sign-in may have been closed
	return body.ApplicationDecided{OK: body.Done, Application: h.listed(c, &decided)}, nil
}

// listed is an application as administrators are shown it.
func (h *calls) listed(c edge.Call, a *applications.Listed) body.AdminApplication {
	out := body.AdminApplication{Application: h.shown(&a.Application), ApplicationReview: body.ApplicationReview{
		Version: a.Version, IPAddress: edge.OrNull(a.Address), ReviewedBy: edge.OrNull(a.ReviewedBy), ReviewedByName: edge.OrNull(a.ReviewedByName),
		MemberID: edge.OrNull(a.MemberID), NDAVersion: edge.OrNull(a.Signature.Version), Invitation: edge.OrNull(a.Invitation), Decisions: decisions(a.History),
		DueAt: edge.Moment(a.DueAt), Unreadable: a.Unreadable, ClaimedBy: claimed(a.ClaimedBy), Related: []body.RelatedApplication{},
	}}
	file, thumbnail := h.adminPhoto(c, &a.Application)
	out.PhotoURL, out.PhotoThumbnailURL = edge.OrNull(file), edge.OrNull(thumbnail)
	out.TimeSpent, out.QuestionTimes = times(&a.Application)
	for _, r := range a.Related {
		out.Related = append(out.Related, body.RelatedApplication{ID: r.ID, Number: r.Number, Status: string(r.Status), Common: r.Common})
	}
	return out
}

// decisions are the decisions of a history.
func decisions(history []application.PastDecision) []body.ApplicationDecision {
	out := make([]body.ApplicationDecision, 0, len(history))
	for _, d := range history {
		out = append(out, body.ApplicationDecision{
			Status: string(d.Status), Before: string(d.Before), Reason: edge.OrNull(d.Reason), DecidedBy: edge.OrNull(d.DecidedBy), DecidedByName: edge.OrNull(d.Name), DecidedAt: d.DecidedAt,
		})
	}
	return out
}

// claim notes that the caller has an application open.
func (h *calls) claim(c edge.Call) (any, error) {
	var request body.ClaimApplication
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	other, err := h.Applications.ClaimOf(c.Context(), c.Caller(), request.ApplicationID, request.Release)
	return body.ApplicationClaimed{OK: body.Done, ClaimedBy: claimed(other)}, err
}

func claimed(by *applications.Claim) *body.ApplicationClaim {
	if by == nil {
		return nil
	}
	return &body.ApplicationClaim{ID: by.ID, Name: by.Name, ClaimedAt: by.At}
}
