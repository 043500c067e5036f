package body

import "time"

// AdminFee is the fee of an expedited review as administrators see it. Refunded is the part
// of Amount that was paid back.
type AdminFee struct {
	ID       string  `json:"id"`
	Amount   float64 `json:"amount"`
	Refunded float64 `json:"refunded"`
	Status   string  `json:"status" ts:"ContributionStatus"`
	// ApplicationID and ApplicationNumber are null once the application is deleted.
	ApplicationID     *string `json:"applicationId"`
	ApplicationNumber *string `json:"applicationNumber"`
	// Became is what became of the application: its status, not_submitted or deleted.
	Became string `json:"became"`
	// Unused says that it was paid for nothing, and not all of it was paid back.
	Unused bool      `json:"unused"`
	At     time.Time `json:"at"` // when it was paid
}

// AdminFees is one page of GET /admin/fees?unused&application&cursor, newest first; with
// unused=true of the unused ones only, with the id of an application of those of it.
type AdminFees struct {
	OK
	Fees       []AdminFee `json:"fees"`
	NextCursor *string    `json:"nextCursor"`
}

// FeeRefunded is the reply to RefundPayment, with the fee as it is now.
type FeeRefunded struct {
	OK
	Fee AdminFee `json:"fee"`
}
