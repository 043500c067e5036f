package body

import "time"

// AuditPerson is a member in the audit log, named as they are now: who has no name has
// the e-mail address or the phone for it.
type AuditPerson struct {
	ID       string  `json:"id"`
	Username *string `json:"username"`
	Name     *string `json:"name"`
}

// AuditEntry is one entry of the audit log. Actor has no id and
// the name "operator" for a command of the operator, whose Address is user@host; Member is
// the member whom the entry is about. Address is where the call came from,
// Device the actor's session. Before and After are null where there is nothing. Listed are
// the members whom After names by their ids.
type AuditEntry struct {
	ID          string        `json:"id"`
	At          time.Time     `json:"at"`
	Actor       *AuditPerson  `json:"actor"`
	Action      string        `json:"action"`
	Subject     string        `json:"subject"`
	SubjectName *string       `json:"subjectName"`
	Member      *AuditPerson  `json:"member"`
	RoomID      *string       `json:"roomId"`
	Address     *string       `json:"address"`
	Device      *string       `json:"device"`
	Before      any           `json:"before"`
	After       any           `json:"after"`
	Listed      []AuditPerson `json:"listed"`
}

// AuditLog is one page of the audit log, newest first. Actions are those that the log
// holds, on its first page.
type AuditLog struct {
	OK
	Entries    []AuditEntry `json:"entries"`
	Actions    []string     `json:"actions"`
	NextCursor *string      `json:"nextCursor"`
}
