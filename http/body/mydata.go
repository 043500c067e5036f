package body

import "time"

// ExportRequested is the reply to asking for an export.
type ExportRequested struct {
	OK
	Job   string `json:"job"`
	State string `json:"state" ts:"ExportState"`
}

// ExportStatus is how far the caller's export has come. URL opens for the caller alone
// and is given anew with each reply; ExpiresAt is until when the export is kept.
type ExportStatus struct {
	OK
	State     string     `json:"state" ts:"ExportState"`
	URL       *string    `json:"url"`
	ExpiresAt *time.Time `json:"expiresAt"`
}

// EraseMe confirms by the caller's username that it is to be erased.
type EraseMe struct {
	Confirm string `json:"confirm"`
}

// Erasure says when the caller will be erased, null for never.
type Erasure struct {
	OK
	EraseAt *time.Time `json:"eraseAt"`
}
