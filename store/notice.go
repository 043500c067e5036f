package store

import "time"

// NoticeKind says what a notice is about.
type NoticeKind string

const (
	NoticeReportReviewed NoticeKind = "report_reviewed" // a report of the member's was looked at
	NoticeWarned         NoticeKind = "warned"          // an administrator warned the member
)

// MaxNotices is how many notices a member is shown, the newest.
const MaxNotices = 20

// Notice is shown to a member until the member dismisses it.
type Notice struct {
	ID     string
	Kind   NoticeKind
	Detail string // the reason of the report, for a warning
	At     time.Time
}

// Text is the notice in a sentence.
func (n Notice) Text() string {
	if n.Kind == NoticeWarned {
		what := map[ReportReason]string{
			ReportSpam: "spam", ReportHarassment: "harassment", ReportThreat: "a threat", ReportSexual: "sexual content",
		}[ReportReason(n.Detail)]
		if what == "" {
			return "An administrator has warned you because of a report."
		}
		return "An administrator has warned you because of a report of " + what + "."
	}
	return "Thank you. A report of yours was looked at."
}
