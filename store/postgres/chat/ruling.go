// Rulings on reports by administrators.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/chat"
	"muster/store/people"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
)

// reportState is how far a report is, as the audit keeps it.
type reportState struct {
	State chat.ReportState `json:"state"`
}

// rulingRecord is a ruling as the audit keeps it: no text of anybody's.
type rulingRecord struct {
	reportState
	Outcome chat.ReportOutcome `json:"outcome"`
	Subject string             `json:"subject"`
	Message string             `json:"message,omitempty"`
}

// RuleOnReport closes a report once, by a checked ruling. A ban and the notices of a
// warning commit with it. The message of a deletion is deleted through its room's
// log before, by the caller. The same ruling by the same administrator changes nothing. It fails with NotFound for an unknown report, with
// Conflict for one that is closed (report_closed) and for the ban of an
// administrator (report_admin), with Invalid for a deletion without a message.
func (o *Admin) RuleOnReport(ctx context.Context, reportID string, ruling chat.Ruling) (chat.Report, error) {
	id, ok := postgres.ParseID(reportID)
	if !ok {
		return chat.Report{}, chat.ErrReportUnknown()
	}
	found, err := New(o.DB).ReportByID(ctx, reportID)
	if err != nil {
		return chat.Report{}, err
	}
	subject, _ := postgres.ParseID(found.Subject.ID)
	locks := postgres.StatusLocks{}
	if ruling.Outcome == chat.ReportBanned {
		locks.Members = []pgtype.UUID{subject}
	}
	closer, _ := postgres.ParseID(o.Caller.Member.ID)
	err = o.ChangeLocked(ctx, locks, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		var reporter, message pgtype.UUID
		var reason string
		var closed, repeated bool
		err := tx.QueryRow(ctx, `
			select reporter_id, message_id, reason, outcome is not null, coalesce(outcome = $2 and outcome_note = $3 and closed_by = $4, false)
			from reports where id = $1 for update`, id, ruling.Outcome, ruling.Note, closer).
			Scan(&reporter, &message, &reason, &closed, &repeated)
		switch {
		case postgres.NoRow(err):
			return postgres.AdminChange{}, chat.ErrReportUnknown()
		case err != nil:
			return postgres.AdminChange{}, err
		case repeated: // the answer to the first press was lost
			return postgres.AdminChange{}, nil
		case closed:
			return postgres.AdminChange{}, chat.ErrReportClosed()
		}
		change := postgres.AdminChange{Action: "report_ruled", Subject: reportID, MemberID: found.Subject.ID, Before: reportState{chat.ReportOpen},
			After: rulingRecord{reportState{chat.ReportClosed}, ruling.Outcome, found.Subject.ID, found.MessageID}}
		switch ruling.Outcome {
		case chat.ReportDismissed:
			err = unflag(ctx, tx, id, message)
		case chat.ReportWarned:
			err = members.AddNotice(ctx, tx, subject, people.NoticeWarned, reason)
		case chat.ReportDeleted:
			if !message.Valid {
				err = chat.ErrReportOfMember()
			}
		case chat.ReportBanned:
			change.Events, err = o.banByRuling(ctx, tx, subject)
		}
		if err != nil {
			return postgres.AdminChange{}, err
		}
		_, err = tx.Exec(ctx, `update reports set outcome = $2, outcome_note = $3, closed_at = muster_now(), closed_by = $4 where id = $1`,
			id, ruling.Outcome, ruling.Note, closer)
		if err == nil {
			err = members.AddNotice(ctx, tx, reporter, people.NoticeReportReviewed, "")
		}
		return change, err
	})
	if err != nil {
		return chat.Report{}, err
	}
	return New(o.DB).ReportByID(ctx, reportID)
}

// RuleOnReport is Admin.RuleOnReport by the operator.
func (ch *Chat) RuleOnReport(ctx context.Context, reportID string, ruling chat.Ruling) (chat.Report, error) {
	return AdminOf(ch.db.Operator()).RuleOnReport(ctx, reportID, ruling)
}

// banByRuling keeps a member, whose status is locked, out of chat for
// chat.ReportBan, as any ban does; a ban that lasts longer stays.
func (o *Admin) banByRuling(ctx context.Context, tx pgx.Tx, id pgtype.UUID) ([]store.SiteEvent, error) {
	before, err := postgres.ReadMemberIn(ctx, tx, `m.id = $1`, id)
	if err != nil {
		return nil, err
	}
	if before.IsAdmin {
		return nil, chat.ErrReportAdmin()
	}
	var now time.Time
	if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
		return nil, err
	}
	until := now.Add(chat.ReportBan)
	if before.Status.BannedUntil.After(until) {
		return nil, nil
	}
	after := before
	after.Status = people.ChatAccess{BannedUntil: until}.ApplyTo(before.Status)
	record := members.StatusRecordOf(after)
	if err := members.SetChatIn(ctx, tx, id, after.Status); err != nil {
		return nil, err
	}
	err = o.Audit(ctx, tx, postgres.AdminChange{Action: "chat_access_changed", Subject: before.ID, Before: members.StatusRecordOf(before), After: record})
	return []store.SiteEvent{{Kind: store.MemberStatusChanged, MemberID: before.ID}}, err
}

// unflag takes the flag off a message of which no other report stands.
func unflag(ctx context.Context, tx pgx.Tx, report, message pgtype.UUID) error {
	var stands bool
	if err := tx.QueryRow(ctx, `
		select exists (select from reports where message_id = $2 and id <> $1 and outcome is distinct from 'dismissed')`,
		report, message).Scan(&stands); err != nil || stands {
		return err
	}
	return logs.SetFlaggedIn(ctx, tx, message, false)
}
