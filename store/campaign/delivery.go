package campaign

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"muster/store"
	"muster/store/language"
	"strings"
	"time"
)

// DeliveryStatus is what became of one recipient's message by one channel.
type DeliveryStatus string

const (
	DeliveryQueued  DeliveryStatus = "queued"
	DeliverySending DeliveryStatus = "sending"
	DeliverySent    DeliveryStatus = "sent"
	DeliveryFailed  DeliveryStatus = "failed"
	DeliveryUnknown DeliveryStatus = "unknown" // it may have arrived: it is never sent again
	DeliverySkipped DeliveryStatus = "skipped"
)

// Known says whether there is such a status.
func (s DeliveryStatus) Known() bool {
	switch s {
	case DeliveryQueued, DeliverySending, DeliverySent, DeliveryFailed, DeliveryUnknown, DeliverySkipped:
		return true
	}
	return false
}

// Delivery is one message of a campaign to one member.
type Delivery struct {
	Number   int // in its campaign
	MemberID string
	Name     string
	Channel  store.Channel
	Address  string       // where it goes; "" when the member has none any more
	Language language.Tag // of the member
	Attempts int          // with the present one
	Status   DeliveryStatus
	Error    string
}

// Reasons of failed sends. A send without one of them that is not Invalid may have
// arrived.
const (
	SendRefused     = "send_refused"     // answered with no: never again
	SendTemporary   = "send_temporary"   // answered with not now
	SendUnreachable = "send_unreachable" // nobody took the call, nothing was sent
	SendUnknown     = "send_unknown"     // the line broke after all was sent
)

// Limits of the attempts to deliver one message.
const (
	maxDeliveryAttempts = 6
	firstDeliveryRetry  = 5 * time.Second

	// MostDeliveryRetry is the longest wait between two attempts.
	MostDeliveryRetry = 5 * time.Minute
)

// DeliveryResult is the outcome of one attempt.
type DeliveryResult struct {
	Number      int
	Status      DeliveryStatus // queued: again after RetryIn
	Error       string
	RetryIn     time.Duration
	Unreachable bool // the provider could not be reached at all
}

// ResultOf judges an attempt by its error. Only what was answered with "not now", or
// what nobody took, is tried again.
func ResultOf(d Delivery, err error) DeliveryResult {
	r := DeliveryResult{Number: d.Number, Status: DeliverySent}
	if err == nil {
		return r
	}
	e := store.AsError(err)
	r.Error = e.Message
	switch {
	case e.Reason == SendUnreachable:
		r.Status, r.Unreachable = DeliveryQueued, true
	case e.Code == store.Invalid || e.Reason == SendRefused || e.Reason == SendTemporary && d.Attempts >= maxDeliveryAttempts:
		r.Status = DeliveryFailed
	case e.Reason == SendTemporary:
		r.Status, r.RetryIn = DeliveryQueued, firstDeliveryRetry<<min(2*max(d.Attempts-1, 0), 10)
		if e.RetryAfter > 0 {
			r.RetryIn = e.RetryAfter
		}
		r.RetryIn = min(r.RetryIn, MostDeliveryRetry)
		if d.Attempts <= 1 {
			r.RetryIn = min(r.RetryIn, 30*time.Second)
		}
	default:
		r.Status = DeliveryUnknown
		if e.Code == store.Internal {
			r.Error = "It is not known whether this was sent"
		}
	}
	return r
}

// UnreachableText is why deliveries failed when nobody ever took the call.
func UnreachableText(channel store.Channel) string {
	if channel == store.SMS {
		return "The text message provider could not be reached"
	}
	return "The mail server could not be reached"
}

// OutageText is what administrators read while nobody takes the call.
func OutageText(channel store.Channel) string {
	if channel == store.SMS {
		return "The text message provider cannot be reached. Trying again."
	}
	return "The mail server cannot be reached. Trying again."
}

// InterruptedText is why it is not known whether a delivery was sent.
const InterruptedText = "The server stopped while this was being sent"

// Step is one exchange of a sending node with the database: what became of
// its sends, and how many more it could make.
type Step struct {
	ID       string
	Epoch    int64 // of the lease
	Results  []DeliveryResult
	Want     map[store.Channel]int    // free slots
	GiveUp   map[store.Channel]string // what is queued there fails for this reason
	Note     string                   // why it waits, "" for no reason
	Announce bool                     // administrators receive the progress
	Release  bool                     // the lease is given up once nothing is being sent
}

// State is the answer to a step.
type State struct {
	Campaign   Campaign
	Lost       bool          // the lease is another node's
	Sending    []Delivery    // everything that is marked as being sent
	More       bool          // more could be claimed at once
	NextIn     time.Duration // Until something can be claimed
	Broadcasts []store.Broadcast
}

// Lease is how long a node may send a campaign without asking the database.
const Lease = 20 * time.Second

// Mail is a campaign's mail to one recipient; what stands below it is in a language.
// unsubscribe is the address of the one-click unsubscription.
func Mail(brand store.Brand, tag language.Tag, to, subject, message, unsubscribe string) store.Mail {
	why, stop := tag.Say("campaign.why", brand.Community), tag.Say("campaign.unsubscribe")
	text := message + "\n\n--\n" + why + "\n" + stop + ": " + unsubscribe + "\n"
	var b strings.Builder
	// The language of the message is its author's: nobody says which.
	b.WriteString(`<!doctype html><html><body style="font-family:sans-serif">`)
	for paragraph := range strings.SplitSeq(message, "\n\n") {
		b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(strings.Trim(paragraph, "\n")), "\n", "<br>") + "</p>")
	}
	b.WriteString(`<hr><p lang="` + string(tag.Spoken()) + `" style="font-size:12px;color:#666">` + html.EscapeString(why) +
		` <a href="` + html.EscapeString(unsubscribe) + `">` + html.EscapeString(stop) + `</a></p></body></html>`)
	return store.Mail{To: to, From: brand.Community, Subject: subject, Text: text, HTML: b.String(), Unsubscribe: unsubscribe}
}

// UnsubscribeKey makes and reads the tokens of unsubscribe links. A token is bound to
// one member, and needs no session: whoever has the mail may use it.
type UnsubscribeKey struct{ keys [][]byte }

// NewUnsubscribeKey derives the key from the installation's secret.
func NewUnsubscribeKey(s store.Secret) UnsubscribeKey {
	return UnsubscribeKey{s.Keys("unsubscribe")}
}

const unsubscribeMAC = 16 // bytes of a token's MAC

// Token is a member's token.
func (k UnsubscribeKey) Token(memberID string) string {
	id, err := hex.DecodeString(strings.ReplaceAll(memberID, "-", ""))
	if err != nil || len(id) != 16 {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(id, store.MAC(k.keys[0], unsubscribed(memberID)...)[:unsubscribeMAC]...))
}

// Member is the member of a token; false for a token that was not made here.
func (k UnsubscribeKey) Member(token string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != 16+unsubscribeMAC {
		return "", false
	}
	h := hex.EncodeToString(raw[:16])
	id = h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	return id, store.MACUnder(k.keys, raw[16:], unsubscribeMAC, unsubscribed(id)...)
}

// unsubscribed is what a token's MAC is made of.
func unsubscribed(memberID string) []string { return []string{"unsubscribe", "email", memberID} }
