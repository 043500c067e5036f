package body

import (
	"time"

	"muster/actors/wire"
)

// SendReport reports a message or a member.
type SendReport struct {
	MessageID *string `json:"messageId,omitempty"`
	UserID    *string `json:"userId,omitempty"`
	Reason    string  `json:"reason" ts:"ReportReason"`
	Note      string  `json:"note,omitempty"`
}

// ReportedPerson is a member in a report.
type ReportedPerson struct {
	ID       string  `json:"id"`
	Username *string `json:"username"`
}

// Report is a report as administrators see it. Message is null for a report of a
// member and for a message that no longer stands.
type Report struct {
	ID          string            `json:"id"`
	State       string            `json:"state" ts:"ReportState"`
	Reason      string            `json:"reason" ts:"ReportReason"`
	Note        string            `json:"note"`
	CreatedAt   time.Time         `json:"createdAt"`
	Reporter    ReportedPerson    `json:"reporter"`
	Subject     ReportedPerson    `json:"subject"`
	RoomID      *string           `json:"roomId"`
	MessageID   *string           `json:"messageId"`
	Message     *wire.MessageBody `json:"message"`
	Outcome     *string           `json:"outcome" ts:"ReportOutcome"`
	OutcomeNote string            `json:"outcomeNote"`
	ClosedAt    *time.Time        `json:"closedAt"`
	ClosedBy    *ReportedPerson   `json:"closedBy"`
}

// Reports is one page of reports, newest first.
type Reports struct {
	OK
	Reports    []Report `json:"reports"`
	NextCursor *string  `json:"nextCursor"`
}

// RuleOnReport closes a report.
type RuleOnReport struct {
	Outcome string `json:"outcome" ts:"ReportOutcome"`
	Note    string `json:"note,omitempty"`
}

// ReportRuled is the reply to RuleOnReport, with the report as it is now.
type ReportRuled struct {
	OK
	Report Report `json:"report"`
}
