package store

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
	ReportDismissed ReportOutcome = "dismissed"
	ReportWarned    ReportOutcome = "warned"
	ReportDeleted   ReportOutcome = "deleted"
	ReportBanned    ReportOutcome = "banned"
)
