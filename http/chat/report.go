package chat

import (
	"context"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/chat"
	"muster/store/roomlog"
)

// report stores the caller's report of a message or a member.
func (h *calls) report(c edge.Call) (any, error) {
	var request body.SendReport
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	wanted := chat.NewReport{Reason: chat.ReportReason(request.Reason), Note: request.Note}
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
	if _, err = h.Chat.Report(c.Context(), c.Caller().Member.ID, wanted); err != nil {
		return nil, err
	}
	h.announceFlag(c.Context(), wanted.MessageID)
	return body.Done, nil
}

// announceFlag announces to moderators whether a message is flagged now; "" is no message.
// When that cannot be read they see it in the history, later.
func (h *calls) announceFlag(ctx context.Context, messageID string) {
	if messageID == "" {
		return
	}
	f, err := h.Chat.Flag(ctx, messageID)
	if err != nil {
		h.Logger.WarnContext(ctx, "a flag could not be announced", "error", err)
		return
	}
	h.Hub.FlagChanged(f)
}

// reports lists the open reports, or the closed ones.
func (h *calls) reports(c edge.Call) (any, error) {
	state := chat.ReportState(c.Query("state"))
	switch state {
	case "":
		state = chat.ReportOpen
	case chat.ReportOpen, chat.ReportClosed:
	default:
		return nil, store.NewErrorReason(store.Invalid, "state_unknown", "state must be open or closed")
	}
	after, err := store.ParsePosition(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	limit, err := edge.PageLimit(c, chat.ReportPage, chat.ReportPage)
	if err != nil {
		return nil, err
	}
	page, older, err := h.Chat.Reports(c.Context(), state, limit, after)
	if err != nil {
		return nil, err
	}
	reply := body.Reports{OK: body.Done, Reports: make([]body.Report, 0, len(page)), NextCursor: edge.OrNull(older.Cursor())}
	for _, r := range page {
		reply.Reports = append(reply.Reports, h.reportBody(c, r))
	}
	return reply, nil
}

// ruleOnReport closes a report. A deletion is done first: when the ruling fails after
// it, the report is open still and can be ruled on again.
func (h *calls) ruleOnReport(c edge.Call) (any, error) {
	var request body.RuleOnReport
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	ruling, err := chat.Ruling{Outcome: chat.ReportOutcome(request.Outcome), Note: request.Note}.Check()
	if err != nil {
		return nil, err
	}
	ctx, id := c.Context(), c.Param("id")
	if ruling.Outcome == chat.ReportDeleted {
		if err := h.deleteReported(ctx, c.Caller(), id); err != nil {
			return nil, err
		}
	}
	r, err := h.Chat.Admin(c.Caller()).RuleOnReport(ctx, id, ruling)
	if err != nil {
		return nil, err
	}
	switch ruling.Outcome {
	case chat.ReportBanned:
		c.SiteChanged()
	case chat.ReportDismissed:
		h.announceFlag(ctx, r.MessageID)
	}
	return body.ReportRuled{OK: body.Done, Report: h.reportBody(c, r)}, nil
}

// deleteReported deletes the message of an open report through the log of its room.
func (h *calls) deleteReported(ctx context.Context, by store.Caller, reportID string) error {
	r, err := h.Chat.ReportByID(ctx, reportID)
	switch {
	case err != nil:
		return err
	case r.State() == chat.ReportClosed: // which the ruling answers
		return nil
	case r.MessageID == "":
		return chat.ErrReportOfMember()
	}
	results, err := h.Log.Append(ctx, []roomlog.Command{{
		Kind: roomlog.MessageDeleted, Room: r.Room, Member: by.Member.ID, Session: by.Session.ID, Address: by.Address, MessageID: r.MessageID,
	}})
	if err != nil {
		return err
	}
	if results[0].Stored {
		h.Hub.Announce(*results[0].Event)
	}
	return results[0].Err
}

func (h *calls) reportBody(c edge.Call, r chat.Report) body.Report {
	b := body.Report{
		ID: r.ID, State: string(r.State()), Reason: string(r.Reason), Note: r.Note, CreatedAt: r.CreatedAt,
		Reporter: personBody(r.Reporter), Subject: personBody(r.Subject),
		RoomID: edge.OrNull(r.Room), MessageID: edge.OrNull(r.MessageID), Outcome: edge.OrNull(string(r.Outcome)), OutcomeNote: r.OutcomeNote,
	}
	if r.Message != nil {
		message := h.messageBody(c, *r.Message)
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

func personBody(p chat.ReportPerson) body.ReportedPerson {
	return body.ReportedPerson{ID: p.ID, Username: edge.OrNull(p.Username)}
}
