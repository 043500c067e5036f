// Reports by members.

package chat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// Report stores a checked report of a message that the member may read, which is
// flagged then, or of a member, and gives its id. It fails with Forbidden
// (roomlog.ErrBanned), with NotFound for a message or member that is not there for the
// reporter and for a reporter who was erased, with Invalid (report_self), with Conflict
// (already_reported) and with Limited beyond chat.ReportsPerHour. What fails is not counted.
func (ch *Chat) Report(ctx context.Context, reporterID string, r chat.NewReport) (string, error) {
	reporter, ok := postgres.ParseID(reporterID)
	if !ok {
		return "", store.ErrSessionEnded()
	}
	message, ofMessage := postgres.ParseID(r.MessageID)
	subject, ofMember := postgres.ParseID(r.MemberID)
	if !ofMessage && !ofMember {
		return "", store.ErrBadID()
	}
	var id pgtype.UUID
	err := ch.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := postgres.KeepMemberIn(ctx, tx, reporter); err != nil {
			return err
		}
		perHour := postgres.Quota{Scope: "report", Key: []byte(reporterID), Most: chat.ReportsPerHour, Window: time.Hour}
		if err := perHour.Use(ctx, tx, "You have sent many reports. Please try again later."); err != nil {
			return err
		}
		var banned bool
		err := tx.QueryRow(ctx, `select `+logs.IsBanned+` from member_standing st where st.member_id = $1`, reporter).Scan(&banned)
		if err == nil && banned {
			err = roomlog.ErrBanned()
		}
		if err != nil {
			return err
		}
		var room *string
		if ofMessage {
			err = tx.QueryRow(ctx, `
				select e.sender_id, e.room_id from messages e
				join rooms r on r.id = e.room_id and r.deleted_at is null
				join member_standing st on st.member_id = $2
				left join room_access a on a.room_id = r.id and a.member_id = st.member_id
				where e.id = $1 and e.deleted_at is null and (`+logs.HasRoomAccess+`)`, message, reporter).Scan(&subject, &room)
			if postgres.NoRow(err) {
				return roomlog.ErrMessageUnknown()
			}
		} else {
			err = tx.QueryRow(ctx, `select id from members where id = $1`, subject).Scan(&subject)
			if postgres.NoRow(err) {
				return postgres.ErrMemberUnknown()
			}
		}
		if err != nil {
			return err
		}
		if subject == reporter {
			return chat.ErrReportSelf()
		}
		err = tx.QueryRow(ctx, `
			insert into reports (reporter_id, subject_id, message_id, room_id, reason, note, created_at)
			values ($1, $2, $3, $4, $5, $6, muster_now()) on conflict do nothing returning id`,
			reporter, subject, message, room, r.Reason, r.Note).Scan(&id)
		if postgres.NoRow(err) {
			return chat.ErrReported()
		}
		if err == nil && ofMessage {
			err = logs.SetFlaggedIn(ctx, tx, message, true)
		}
		if err != nil {
			return err
		}
		return postgres.AppendAdminChange(ctx, tx, store.AdminChanged{Part: "reports", UserID: subject.String(), By: reporterID})
	})
	if err != nil {
		return "", err
	}
	return id.String(), nil
}

// reportsWhere selects reports "p" as scanReport reads them.
const reportsWhere = `
	select p.id, p.reason, p.note, p.created_at, p.reporter_id, coalesce(rm.username, ''), p.subject_id, coalesce(sm.username, ''),
	       coalesce(p.room_id, ''), p.message_id, coalesce(p.outcome, ''), p.outcome_note, p.closed_at, p.closed_by, coalesce(cm.username, ''),
	       ` + logs.MessageColumns + `
	from reports p
	left join members rm on rm.id = p.reporter_id
	left join members sm on sm.id = p.subject_id
	left join members cm on cm.id = p.closed_by
	left join lateral (select * from messages where id = p.message_id and deleted_at is null limit 1) e on true` + logs.MessageRows

func scanReport(row pgx.CollectableRow) (chat.Report, error) {
	var r chat.Report
	var id, reporter, subject, message, closer pgtype.UUID
	var closedAt *time.Time
	var m logs.MessageRow
	err := row.Scan(append([]any{&id, &r.Reason, &r.Note, &r.CreatedAt, &reporter, &r.Reporter.Username, &subject, &r.Subject.Username,
		&r.Room, &message, &r.Outcome, &r.OutcomeNote, &closedAt, &closer, &r.ClosedBy.Username}, m.ScanTargets()...)...)
	r.ID, r.Reporter.ID, r.Subject.ID = id.String(), reporter.String(), subject.String()
	if message.Valid {
		r.MessageID = message.String()
	}
	if closedAt != nil {
		r.ClosedAt = *closedAt
	}
	if closer.Valid {
		r.ClosedBy.ID = closer.String()
	}
	if m.ID.Valid {
		now := m.Value()
		r.Message = &now
	}
	return r, err
}

// Reports reads at most limit of the open or the closed reports, newest first, from after a
// position; older is where the next page begins, nil at the end.
func (ch *Chat) Reports(ctx context.Context, state chat.ReportState, limit int, after *store.Position) (page []chat.Report, older *store.Position, err error) {
	at, id := postgres.After(after)
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if after != nil {
			if err := postgres.IsRow(ctx, conn, `select from reports where id = $1`, id); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, reportsWhere+`
			where (p.outcome is null) = $1 and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3))
			order by p.created_at desc, p.id desc limit $4`, state == chat.ReportOpen, at, id, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanReport)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		last := page[len(page)-1]
		older = &store.Position{At: last.CreatedAt, ID: last.ID}
	}
	return page, older, err
}

// ReportByID reads one report; NotFound for an unknown one.
func (ch *Chat) ReportByID(ctx context.Context, reportID string) (chat.Report, error) {
	var r chat.Report
	id, ok := postgres.ParseID(reportID)
	if !ok {
		return r, chat.ErrReportUnknown()
	}
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, reportsWhere+` where p.id = $1`, id)
		if err != nil {
			return err
		}
		r, err = pgx.CollectExactlyOneRow(rows, scanReport)
		if postgres.NoRow(err) {
			return chat.ErrReportUnknown()
		}
		return err
	})
	return r, err
}

// ReportsWaiting counts the reports that no administrator has ruled on.
func (ch *Chat) ReportsWaiting(ctx context.Context) (n int, err error) {
	err = ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select count(*) from reports where outcome is null`).Scan(&n)
	})
	return n, err
}
