package emergency

import (
	"muster/store"
	"muster/store/language"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Priority says how urgent an emergency message is.
type Priority string

const (
	NormalPriority   Priority = "normal"
	HighPriority     Priority = "high"
	CriticalPriority Priority = "critical"
)

// Receipt says how far an emergency message has come.
type Receipt string

const (
	Stored       Receipt = "stored"
	HandedOver   Receipt = "handed_over" // a mail or text to the creator was accepted
	Acknowledged Receipt = "acknowledged"
	Resolved     Receipt = "resolved"
)

// State filters the inbox.
type State string

const (
	IsOpen         State = "open"
	IsAcknowledged State = "acknowledged"
	IsResolved     State = "resolved"
)

// Limits of emergency messages, in code points and per member.
const (
	MinLength = 10
	MaxLength = 160
	PerHour   = 1 // rolling 60 minutes
	PerDay    = 3 // rolling 24 hours
)

// Texts of emergency messages.
const (
	TooShort     = "Message must be at least 10 characters"
	TooLong      = "Message exceeds maximum length"
	LimitReached = "Rate limit exceeded. Please wait before sending another message."
)

var (
	criticalWords = []string{"danger", "threat", "urgent", "emergency", "help", "critical"}
	highWords     = []string{"important", "serious", "asap", "quickly"}
)

// PriorityOf is the priority of a message by the words in it, in either case, also
// inside of longer words.
func PriorityOf(message string) Priority {
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

// Clean is the message as it is stored. It fails with Invalid for text that
// cannot be stored and for too short or too long a one.
func Clean(message string) (string, error) {
	if utf8.ValidString(message) && utf8.RuneCountInString(strings.TrimSpace(message)) < MinLength {
		return "", store.NewErrorReason(store.Invalid, "too_short", TooShort)
	}
	message, err := store.CleanText(message)
	switch {
	case err != nil && store.AsError(err).Reason == "too_long", err == nil && utf8.RuneCountInString(message) > MaxLength:
		return "", store.NewErrorReason(store.Invalid, "too_long", TooLong)
	case err != nil:
		return "", err
	case utf8.RuneCountInString(message) < MinLength:
		return "", store.NewErrorReason(store.Invalid, "too_short", TooShort)
	}
	return message, nil
}

// Quota is what a member has used of the limits.
type Quota struct {
	Hour, Day   int
	NextAllowed time.Time // zero: now
}

// QuotaOf counts the messages sent at these moments, of the last 24 hours.
func QuotaOf(sent []time.Time, now time.Time) Quota {
	var q Quota
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
	if q.Hour >= PerHour {
		q.NextAllowed = sent[PerHour-1].Add(time.Hour)
	}
	if q.Day >= PerDay {
		if at := sent[PerDay-1].Add(24 * time.Hour); at.After(q.NextAllowed) {
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
	Priority       Priority
	Claimed        Priority // by the client; never counts
	SentAt         time.Time
	HandedOverAt   time.Time // zero: not yet; so the others
	AcknowledgedAt time.Time
	ResolvedAt     time.Time
	Note           string
}

// Receipt is how far the message has come.
func (e Emergency) Receipt() Receipt {
	switch {
	case !e.ResolvedAt.IsZero():
		return Resolved
	case !e.AcknowledgedAt.IsZero():
		return Acknowledged
	case !e.HandedOverAt.IsZero():
		return HandedOver
	}
	return Stored
}

// Mail is the mail to the creator about an emergency message, in a language; again is
// set when an earlier mail was not acknowledged.
func Mail(b store.Brand, tag language.Tag, to string, e Emergency, again bool) store.Mail {
	subject, priority := "emergency.subject", e.Priority.in(tag)
	if again {
		subject = "emergency.subjectAgain"
	}
	subject = tag.Say(subject, b.Community, priority)
	text := e.Message + "\n\n" +
		tag.Say("emergency.facts", senderName(tag, e), priority, e.SentAt.UTC().Format(tag.Say("date.full")), b.Community) + "\n"
	return store.Mail{To: to, From: b.Community, Subject: subject, Text: text}
}

// SMS is the text message of Mail.
func SMS(b store.Brand, tag language.Tag, to string, e Emergency, again bool) store.SMSMessage {
	text := "emergency.text"
	if again {
		text = "emergency.textAgain"
	}
	return store.SMSMessage{To: to, Body: tag.Say(text, b.Community, strings.ToUpper(e.Priority.in(tag)), senderName(tag, e), e.Message)}
}

// in is the priority's word in a language.
func (p Priority) in(tag language.Tag) string { return tag.Say("emergency." + string(p)) }

func senderName(tag language.Tag, e Emergency) string {
	if e.Username == "" {
		return tag.Say("emergency.member")
	}
	return "@" + e.Username
}
