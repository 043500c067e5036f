package http

import (
	"context"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// report stores the caller's report of a message or a member.
func (s *Server) report(c *call) (any, error) {
	var request body.SendReport
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	wanted := store.NewReport{Reason: store.ReportReason(request.Reason), Note: request.Note}
	if request.MessageID != nil {
		wanted.MessageID = *request.MessageID
	}
	if request.UserID != nil {
		wanted.MemberID = *request.UserID
	}
	wanted, err := wanted.Check()
	if err != nil {
		return nil, err
	}
	if _, err = s.config.Store.Report(c.Request.Context(), c.caller.Member.ID, wanted); err != nil {
		return nil, err
	}
	s.announceFlag(c.Request.Context(), wanted.MessageID)
	return body.Done, nil
}

// announceFlag announces to moderators whether a message is flagged now; "" is no message.
// When that cannot be read they see it in the history, later.
func (s *Server) announceFlag(ctx context.Context, messageID string) {
	if messageID == "" {
		return
	}
	f, err := s.config.Store.Flag(ctx, messageID)
	if err != nil {
		s.log.WarnContext(ctx, "a flag could not be announced", "error", err)
		return
	}
	s.config.Hub.FlagChanged(f)
}

// reports lists the open reports, or the closed ones.
func (s *Server) reports(c *call) (any, error) {
	state := store.ReportState(c.Query("state"))
	switch state {
	case "":
		state = store.ReportOpen
	case store.ReportOpen, store.ReportClosed:
	default:
		return nil, store.NewErrorReason(store.Invalid, "state_unknown", "state must be open or closed")
	}
	after, err := store.ParseReportCursor(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, older, err := s.config.Store.Reports(c.Request.Context(), state, after)
	if err != nil {
		return nil, err
	}
	reply := body.Reports{OK: body.Done, Reports: make([]body.Report, 0, len(page))}
	for _, r := range page {
		reply.Reports = append(reply.Reports, s.reportBody(c, r))
	}
	if older != nil {
		cursor := older.Cursor()
		reply.NextCursor = &cursor
	}
	return reply, nil
}

// ruleOnReport closes a report. A deletion is done first: when the ruling fails after
// it, the report is open still and can be ruled on again.
func (s *Server) ruleOnReport(c *call) (any, error) {
	var request body.RuleOnReport
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	ruling, err := store.Ruling{Outcome: store.ReportOutcome(request.Outcome), Note: request.Note}.Check()
	if err != nil {
		return nil, err
	}
	ctx, id := c.Request.Context(), c.Param("id")
	if ruling.Outcome == store.ReportDeleted {
		if err := s.deleteReported(ctx, c.caller, id); err != nil {
			return nil, err
		}
	}
	r, err := s.config.Store.AdminService(c.caller).RuleOnReport(ctx, id, ruling)
	if err != nil {
		return nil, err
	}
	switch ruling.Outcome {
	case store.ReportBanned:
		s.config.Hub.SiteChanged()
	case store.ReportDismissed:
		s.announceFlag(ctx, r.MessageID)
	}
	return body.ReportRuled{OK: body.Done, Report: s.reportBody(c, r)}, nil
}

// deleteReported deletes the message of an open report through the log of its room.
func (s *Server) deleteReported(ctx context.Context, by store.Caller, reportID string) error {
	r, err := s.config.Store.ReportByID(ctx, reportID)
	switch {
	case err != nil:
		return err
	case r.State() == store.ReportClosed:
		return store.ErrReportClosed()
	case r.MessageID == "":
		return store.ErrReportOfMember()
	}
	results, err := s.config.Store.Live().Append(ctx, []store.Command{{
		Kind: store.MessageDeleted, Room: r.Room, Member: by.Member.ID, Session: by.Session.ID, Address: by.Address, MessageID: r.MessageID,
	}})
	if err != nil {
		return err
	}
	if results[0].Stored {
		s.config.Hub.Announce(*results[0].Event)
	}
	return results[0].Err
}

func (s *Server) reportBody(c *call, r store.Report) body.Report {
	b := body.Report{
		ID: r.ID, State: string(r.State()), Reason: string(r.Reason), Note: r.Note, CreatedAt: r.CreatedAt,
		Reporter: personBody(r.Reporter), Subject: personBody(r.Subject),
		RoomID: edge.OrNull(r.Room), MessageID: edge.OrNull(r.MessageID), Outcome: edge.OrNull(string(r.Outcome)), OutcomeNote: r.OutcomeNote,
	}
	if r.Message != nil {
		message := s.messageBody(c, *r.Message)
		b.Message = &message
	}
	if !r.ClosedAt.IsZero() {
		b.ClosedAt = &r.ClosedAt
	}
	if r.ClosedBy.ID != "" {
		closer := personBody(r.ClosedBy)
		b.ClosedBy = &closer
	}
	return b
}

func personBody(p store.ReportPerson) body.ReportedPerson {
	return body.ReportedPerson{ID: p.ID, Username: edge.OrNull(p.Username)}
}
