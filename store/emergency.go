package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// EmergencyPriority says how urgent an emergency message is.
type EmergencyPriority string

const (
	NormalPriority   EmergencyPriority = "normal"
	HighPriority     EmergencyPriority = "high"
	CriticalPriority EmergencyPriority = "critical"
)

// EmergencyReceipt says how far an emergency message has come.
type EmergencyReceipt string

const (
	EmergencyStored       EmergencyReceipt = "stored"
	EmergencyHandedOver   EmergencyReceipt = "handed_over" // a mail or text to the creator was accepted
	EmergencyAcknowledged EmergencyReceipt = "acknowledged"
	EmergencyResolved     EmergencyReceipt = "resolved"
)

// EmergencyState filters the inbox.
type EmergencyState string

const (
	EmergencyIsOpen         EmergencyState = "open"
	EmergencyIsAcknowledged EmergencyState = "acknowledged"
	EmergencyIsResolved     EmergencyState = "resolved"
)

// Limits of emergency messages, in code points and per member.
const (
	MinEmergency       = 10
	MaxEmergency       = 160
	EmergenciesPerHour = 1 // rolling 60 minutes
	EmergenciesPerDay  = 3 // rolling 24 hours
)

// Texts of emergency messages.
const (
	EmergencyTooShort = "Message must be at least 10 characters"
	EmergencyTooLong  = "Message exceeds maximum length"
	EmergencyLimit    = "Rate limit exceeded. Please wait before sending another message."
	EmergencySent     = "Emergency message sent successfully."
)

var (
	criticalWords = []string{"danger", "threat", "urgent", "emergency", "help", "critical"}
	highWords     = []string{"important", "serious", "asap", "quickly"}
)

// PriorityOf is the priority of a message by the words in it, in either case, also
// inside of longer words.
func PriorityOf(message string) EmergencyPriority {
	message = strings.ToLower(message)
	holds := func(word string) bool { return strings.Contains(message, word) }
	switch {
	case slices.ContainsFunc(criticalWords, holds):
		return CriticalPriority
	case slices.ContainsFunc(highWords, holds):
		return HighPriority
	}
	return NormalPriority
}

// CleanEmergency is the message as it is stored. It fails with Invalid for text that
// cannot be stored and for too short or too long a one.
func CleanEmergency(message string) (string, error) {
	if utf8.ValidString(message) && utf8.RuneCountInString(strings.TrimSpace(message)) < MinEmergency {
		return "", NewErrorReason(Invalid, "too_short", EmergencyTooShort)
	}
	message, err := CleanText(message)
	switch {
	case err != nil && AsError(err).Reason == "too_long", err == nil && utf8.RuneCountInString(message) > MaxEmergency:
		return "", NewErrorReason(Invalid, "too_long", EmergencyTooLong)
	case err != nil:
		return "", err
	case utf8.RuneCountInString(message) < MinEmergency:
		return "", NewErrorReason(Invalid, "too_short", EmergencyTooShort)
	}
	return message, nil
}

// EmergencyQuota is what a member has used of the limits.
type EmergencyQuota struct {
	Hour, Day   int
	NextAllowed time.Time // zero: now
}

// QuotaOf counts the messages sent at these moments, of the last 24 hours.
func QuotaOf(sent []time.Time, now time.Time) EmergencyQuota {
	var q EmergencyQuota
	sent = slices.Clone(sent)
	slices.SortFunc(sent, func(a, b time.Time) int { return b.Compare(a) })
	for _, at := range sent {
		if now.Sub(at) < time.Hour {
			q.Hour++
		}
		if now.Sub(at) < 24*time.Hour {
			q.Day++
		}
	}
	if q.Hour >= EmergenciesPerHour {
		q.NextAllowed = sent[EmergenciesPerHour-1].Add(time.Hour)
	}
	if q.Day >= EmergenciesPerDay {
		if at := sent[EmergenciesPerDay-1].Add(24 * time.Hour); at.After(q.NextAllowed) {
			q.NextAllowed = at
		}
	}
	return q
}

// Emergency is one message to the creator.
type Emergency struct {
	ID             string
	MemberID       string
	Username       string // "" for a member without one
	Message        string
	Priority       EmergencyPriority
	Claimed        EmergencyPriority // by the client; never counts
	SentAt         time.Time
	HandedOverAt   time.Time // zero: not yet; so the others
	AcknowledgedAt time.Time
	ResolvedAt     time.Time
	Note           string
}

// Receipt is how far the message has come.
func (e Emergency) Receipt() EmergencyReceipt {
	switch {
	case !e.ResolvedAt.IsZero():
		return EmergencyResolved
	case !e.AcknowledgedAt.IsZero():
		return EmergencyAcknowledged
	case !e.HandedOverAt.IsZero():
		return EmergencyHandedOver
	}
	return EmergencyStored
}

// EmergencyMail is the mail to the creator about an emergency message; again is set
// when an earlier mail was not acknowledged.
func EmergencyMail(b Brand, to string, e Emergency, again bool) Mail {
	subject := fmt.Sprintf("%s: %s emergency message", b.Community, e.Priority)
	if again {
		subject = "Not acknowledged: " + subject
	}
	text := fmt.Sprintf("%s\n\nFrom: %s\nPriority: %s\nSent: %s\n\nAcknowledge it in the emergency inbox of %s.\n",
		e.Message, senderName(e), e.Priority, e.SentAt.UTC().Format(time.RFC1123), b.Community)
	return Mail{To: to, Subject: subject, Text: text}
}

// EmergencySMS is the text message of EmergencyMail.
func EmergencySMS(b Brand, to string, e Emergency, again bool) SMSMessage {
	intro := strings.ToUpper(string(e.Priority))
	if again {
		intro = "NOT ACKNOWLEDGED, " + intro
	}
	return SMSMessage{To: to, Body: fmt.Sprintf("%s %s from %s: %s", b.Community, intro, senderName(e), e.Message)}
}

func senderName(e Emergency) string {
	if e.Username == "" {
		return "a member"
	}
	return "@" + e.Username
}
