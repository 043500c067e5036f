package store

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"time"
)

// AuditRecord is what an administrator did or looked at.
type AuditRecord struct {
	Action  string // a verb in the past: "profile_viewed"
	Subject string // the id of what it was done to: a member, a room, a message
	// MemberID is the member it is about; "" means Subject, when that is a member.
	MemberID string
	Room     string
	// Before and After are encoded as JSON; nil where there is nothing. The client's
	// languages have words for their fields and constants in the part details.
	Before, After any
}

// AuditPerson is a member in the audit log, named as they are now. Who has no name has
// the e-mail address or the phone for it.
type AuditPerson struct{ ID, Username, Name string }

// Called is how a list calls the member.
func (p AuditPerson) Called() string { return cmp.Or(p.Username, p.Name) }

// Operator is what the audit log calls whoever called the command line.
const Operator = "operator"

// AuditEntry is one entry of the audit log.
type AuditEntry struct {
	ID            int64
	At            time.Time
	Actor         AuditPerson // without an id: who called the command line, Address says as whom
	Action        string
	Subject       string
	SubjectName   string // what a member is called, name of a room, a campaign or who applied; else ""
	Member        AuditPerson
	Room          string
	Address       string // that the call came from, or of the actor's session
	Device        string // of the actor's session
	Before, After json.RawMessage
	Listed        []AuditPerson // the members whose ids are in before and after
}

// AuditQuery selects entries. Zero fields select all.
type AuditQuery struct {
	Text     string     // in action, subject, names or details, in any case
	Meant    AuditCodes // what Text means in the words of screens
	Action   string     // one action, AuditChanges or AuditViews
	Actor    string     // id, username, e-mail address or phone
	Subject  string     // the same, or another subject's id
	From, To time.Time
	Before   int64 // entries with a smaller id
	Limit    int
}

// AuditCodes are the stored codes that a text means in people's words. An entry that has
// one of them is found like one that contains the text.
type AuditCodes struct {
	Actions  []string
	Subjects []string // that are no ids, as "badges"
	Operator bool     // entries of the command line
}

// Kinds of actions that an AuditQuery selects.
const (
	AuditChanges = "changes"
	AuditViews   = "views" // what was only looked at, or exported
)

var auditAction = regexp.MustCompile(`^[a-z_]{0,60}$`)

// CheckAuditAction checks what a log is narrowed to. It fails with Invalid.
func CheckAuditAction(action string) error {
	if !auditAction.MatchString(action) {
		return NewErrorReason(Invalid, "action_unknown", "action must be changes, views or the name of an action")
	}
	return nil
}

// Pages of the audit log.
const (
	AuditPage     = 50
	MostAuditPage = 100
)

// ParseAuditCursor reads where a page begins. It fails with Invalid.
func ParseAuditCursor(cursor string) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	return ParseNumberCursor(cursor, math.MaxInt64)
}

// CleanReason gives the reason of an act as the audit log keeps it, on one line; "" for
// none. It fails with Invalid.
func CleanReason(reason string) (string, error) {
	if reason == "" {
		return "", nil
	}
	reason, err := CleanText(reason)
	switch {
	case err != nil && AsError(err).Reason == "too_long":
		return "", NewErrorf(Invalid, "reason_too_long", "A reason has at most %d characters", MaxMessageLength)
	case err != nil || strings.ContainsFunc(reason, BreaksLine):
		return "", NewErrorReason(Invalid, "reason", "A reason must be words on one line")
	}
	return reason, nil
}
