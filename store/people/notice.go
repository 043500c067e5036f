package people

import (
	"muster/store/chat"
	"time"
)

// NoticeKind says what a notice is about.
type NoticeKind string

const (
	NoticeReportReviewed NoticeKind = "report_reviewed" // a report of the member's was looked at
	NoticeWarned         NoticeKind = "warned"          // an administrator warned the member
	NoticeFaceSkipped    NoticeKind = "face_skipped"    // somebody signed in without the face check
	NoticeFaceViewed     NoticeKind = "face_viewed"     // an administrator looked at the face pictures
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
		what := map[chat.ReportReason]string{
			chat.ReportSpam: "spam", chat.ReportHarassment: "harassment", chat.ReportThreat: "a threat", chat.ReportSexual: "sexual content",
		}[chat.ReportReason(n.Detail)]
		if what == "" {
			return "An administrator has warned you because of a report."
		}
		return "An administrator has warned you because of a report of " + what + "."
	}
	switch n.Kind {
	case NoticeFaceSkipped:
		return "Somebody signed in to your account without the face check."
	case NoticeFaceViewed:
		return "An administrator looked at your face checks. My data shows who."
	}
	return "Thank you. A report of yours was looked at."
}
