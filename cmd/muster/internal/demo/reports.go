package demo

import (
	"context"
	"fmt"
	"time"

	"muster/store/chat"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
)

// sampleReport is a report of a line; a ruling closes it.
type sampleReport struct {
	who, note string
	line      int // its place, counted from 1
	reason    chat.ReportReason
	ruling    chat.Ruling
	ago       time.Duration
}

var sampleReports = []sampleReport{
	{who: "cleo", line: 10, reason: chat.ReportSpam, note: "He asks this every week.", ago: 20 * time.Hour,
		ruling: chat.Ruling{Outcome: chat.ReportDismissed, Note: "A fair question."}},
	{who: "ann", line: 13, reason: chat.ReportOther, note: "Is that about me? Please have a look.", ago: 2 * time.Hour},
}

// reports sends the demo reports and has those that were ruled on wait for it. The
// reporter has read the notice of it.
func (d *seeding) reports(ctx context.Context) error {
	for _, r := range sampleReports {
		if err := d.setBack(ctx, r.ago); err != nil {
			return err
		}
		who := d.members[r.who]
		id, err := chats.New(d.db.DB).Report(ctx, who, chat.NewReport{MessageID: d.ids[r.line-1], Reason: r.reason, Note: r.note})
		if err != nil {
			return fmt.Errorf("demo report of line %d: %w", r.line, err)
		}
		if r.ruling.Outcome == "" {
			continue
		}
		d.later(r.ago, func(ctx context.Context) error {
			if _, err := chats.New(d.db.DB).RuleOnReport(ctx, id, r.ruling); err != nil {
				return fmt.Errorf("demo ruling on line %d: %w", r.line, err)
			}
			notices, err := members.New(d.db.DB).Notices(ctx, who)
			if err != nil {
				return err
			}
			for _, n := range notices {
				if err := members.New(d.db.DB).DismissNotice(ctx, who, n.ID); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return nil
}
