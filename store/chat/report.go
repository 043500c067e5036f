package chat

import (
	"muster/store"
	"muster/store/roomlog"
	"strings"
	"time"
	"unicode/utf8"
)

// ReportReason says why something was reported.
type ReportReason string

const (
	ReportSpam       ReportReason = "spam"
	ReportHarassment ReportReason = "harassment"
	ReportThreat     ReportReason = "threat"
	ReportSexual     ReportReason = "sexual"
	ReportOther      ReportReason = "other"
)

// ReportState says whether a report has been ruled on.
type ReportState string

const (
	ReportOpen   ReportState = "open"
	ReportClosed ReportState = "closed"
)

// ReportOutcome is the ruling on a report.
type ReportOutcome string

const (
	ReportDismissed ReportOutcome = "dismissed" // nothing was wrong: the message loses its flag
	ReportWarned    ReportOutcome = "warned"    // the member reported gets a notice
	ReportDeleted   ReportOutcome = "deleted"   // the message is deleted
	ReportBanned    ReportOutcome = "banned"    // the member reported is kept out of chat for ReportBan
)

// Limits of reports.
const (
	MaxReportNote  = 500 // characters
	ReportsPerHour = 10  // of one member
	ReportPage     = 50
	// ReportBan is how long a ban lasts that a ruling brings. A longer one stays.
	ReportBan = 7 * 24 * time.Hour
)

// NewReport is a report as a member sends it: of a message, or of a member when
// MessageID is "".
type NewReport struct {
	MessageID string
	MemberID  string
	Reason    ReportReason
	Note      string
}

// Check gives the report as it may be stored. It fails with Invalid.
func (r NewReport) Check() (NewReport, error) {
	switch r.Reason {
	case ReportSpam, ReportHarassment, ReportThreat, ReportSexual, ReportOther:
	default:
		return r, store.NewErrorReason(store.Invalid, "reason_unknown", "The reason must be spam, harassment, threat, sexual or other")
	}
	if r.MessageID == "" && r.MemberID == "" {
		return r, store.NewErrorReason(store.Invalid, "subject_missing", "A report needs a message or a member")
	}
	for _, id := range []string{r.MessageID, r.MemberID} {
		if id != "" && !store.ValidID(id) {
			return r, store.ErrBadID()
		}
	}
	var err error
	r.Note, err = checkNote(r.Note)
	return r, err
}

// Ruling closes a report.
type Ruling struct {
	Outcome ReportOutcome
	Note    string // for administrators
}

// Check gives the ruling as it may be stored. It fails with Invalid.
func (r Ruling) Check() (Ruling, error) {
	switch r.Outcome {
	case ReportDismissed, ReportWarned, ReportDeleted, ReportBanned:
	default:
		return r, store.NewErrorReason(store.Invalid, "outcome_unknown", "The outcome must be dismissed, warned, deleted or banned")
	}
	var err error
	r.Note, err = checkNote(r.Note)
	return r, err
}

// checkNote trims a note of at most MaxReportNote characters.
func checkNote(note string) (string, error) {
	if strings.TrimSpace(note) == "" {
		return "", nil
	}
	if utf8.RuneCountInString(note) > MaxReportNote {
		return "", store.NewErrorReason(store.Invalid, "note_too_long", "A note has at most 500 characters")
	}
	return store.CleanText(note)
}

// ReportPerson is a member in a report, with the username as it is now.
type ReportPerson struct{ ID, Username string }

// Report is a report as administrators see it.
type Report struct {
	ID          string
	Reason      ReportReason
	Note        string
	CreatedAt   time.Time
	Reporter    ReportPerson
	Subject     ReportPerson
	Room        string           // "" for a report of a member
	MessageID   string           // "" for a report of a member
	Message     *roomlog.Message // as it is now; nil once it is deleted
	Outcome     ReportOutcome
	OutcomeNote string
	ClosedAt    time.Time
	ClosedBy    ReportPerson
}

// State says whether the report has been ruled on.
func (r Report) State() ReportState {
	if r.Outcome == "" {
		return ReportOpen
	}
	return ReportClosed
}

// ErrReported answers a second report of one subject by one member.
func ErrReported() *store.Error {
	return store.NewErrorReason(store.Conflict, "already_reported", "You have reported this already")
}

// ErrReportSelf answers a member who reports itself or a message of its own.
func ErrReportSelf() *store.Error {
	return store.NewErrorReason(store.Invalid, "report_self", "You cannot report yourself")
}

// ErrReportUnknown answers for a report that does not exist.
func ErrReportUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "report_unknown", "Report not found")
}

// ErrReportClosed answers a second ruling.
func ErrReportClosed() *store.Error {
	return store.NewErrorReason(store.Conflict, "report_closed", "This report was ruled on already")
}

// ErrReportOfMember answers a deletion where no message was reported.
func ErrReportOfMember() *store.Error {
	return store.NewErrorReason(store.Invalid, "report_no_message", "This report is of a member: there is no message to delete")
}

// ErrReportAdmin answers a ban of an administrator by a ruling.
func ErrReportAdmin() *store.Error {
	return store.NewErrorReason(store.Conflict, "report_admin", "An administrator cannot be banned by a ruling")
}
