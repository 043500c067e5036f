package chat

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"muster/store"
	"regexp"
	"strings"
	"time"

	_ "time/tzdata" // zones are known on a machine without zone files too
)

// Limits of push.
const (
	MaxPushSubscriptions = 20        // browsers of one member; the oldest give way
	PushAge              = time.Hour // nobody is notified of an older message
	maxPushEndpoint      = 1024
	pushAuthBytes        = 16
)

// PushSubscription is one browser of a member as its push service knows it (RFC
// 8030, RFC 8291). Keys are unpadded base64url.
type PushSubscription struct {
	ID       string
	Endpoint string
	P256DH   string
	Auth     string
}

// PushSettings say when a member is not notified, and whether a notification
// shows text. QuietFrom and QuietTo are "HH:MM" in TimeZone, both "" for none.
type PushSettings struct {
	QuietFrom string
	QuietTo   string
	TimeZone  string
	Preview   bool
}

// DefaultPushSettings are those of a member who chose nothing.
var DefaultPushSettings = PushSettings{TimeZone: "UTC"}

// Push is one notification for one browser.
type Push struct {
	Payload []byte // JSON of PushPayload
	// Topic has a push service replace what it could not deliver yet.
	Topic  string
	Urgent bool
}

// PushPayload is what the browser's service worker is given.
type PushPayload struct {
	Title     string `json:"title"` // the room's display name
	Body      string `json:"body"`
	RoomID    string `json:"roomId"`
	MessageID string `json:"messageId"`
	Seq       int64  `json:"seq"`
	Mention   bool   `json:"mention"`
	Reply     bool   `json:"reply"`
	Count     int    `json:"count"` // messages that it stands for
	Tag       string `json:"tag"`   // notifications of one tag replace each other
}

// Pusher hands notifications to push services (http/gateway). It fails with
// NotFound when the browser is gone for good, with Limited or Unavailable, and
// RetryAfter where the service says so, when it is to be tried again, and with
// Invalid for everything else. No error names the endpoint or the text.
type Pusher interface {
	Push(ctx context.Context, to PushSubscription, p Push) error
}

var timeOfDay = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// CheckPushSettings reads settings as they were sent; nil is no time, and without
// a zone it is UTC. It fails with Invalid: quiet_hours or time_zone.
func CheckPushSettings(from, to *string, zone string, preview bool) (PushSettings, error) {
	s := PushSettings{TimeZone: zone, Preview: preview}
	if zone == "" {
		s.TimeZone = DefaultPushSettings.TimeZone
	}
	if _, err := store.ParseZone(s.TimeZone); err != nil {
		return PushSettings{}, err
	}
	if from == nil && to == nil {
		return s, nil
	}
	if from == nil || to == nil || !timeOfDay.MatchString(*from) || !timeOfDay.MatchString(*to) || *from == *to {
		return PushSettings{}, store.NewErrorReason(store.Invalid, "quiet_hours", "quietFrom and quietTo must be two times like 22:00 and 07:00, or both null")
	}
	s.QuietFrom, s.QuietTo = *from, *to
	return s, nil
}

// Quiet says whether the member wants no notifications at now.
func (s PushSettings) Quiet(now time.Time) bool {
	if s.QuietFrom == "" {
		return false
	}
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	at := now.In(zone).Format("15:04")
	if s.QuietFrom < s.QuietTo {
		return s.QuietFrom <= at && at < s.QuietTo
	}
	return at >= s.QuietFrom || at < s.QuietTo
}

// CheckPushSubscription gives a subscription in its one form, with the host that
// its endpoint names. It fails with Invalid: push_endpoint or push_keys. A name
// of a host must be resolved and its addresses checked by the caller.
func CheckPushSubscription(endpoint, p256dh, auth string) (s PushSubscription, host string, err error) {
	host, ok := store.HTTPSHost(endpoint, maxPushEndpoint)
	if !ok {
		return PushSubscription{}, "", ErrPushEndpoint()
	}
	key, badKey := base64.RawURLEncoding.DecodeString(strings.TrimRight(p256dh, "="))
	secret, badSecret := base64.RawURLEncoding.DecodeString(strings.TrimRight(auth, "="))
	if badKey == nil {
		_, badKey = ecdh.P256().NewPublicKey(key)
	}
	if badKey != nil || badSecret != nil || len(secret) != pushAuthBytes {
		return PushSubscription{}, "", store.NewErrorReason(store.Invalid, "push_keys", "The subscription's keys are not valid")
	}
	encode := base64.RawURLEncoding.EncodeToString
	return PushSubscription{Endpoint: endpoint, P256DH: encode(key), Auth: encode(secret)}, host, nil
}

// ErrPushEndpoint answers an endpoint that is no https address of the open
// internet.
func ErrPushEndpoint() *store.Error {
	return store.NewErrorReason(store.Invalid, "push_endpoint", "The endpoint must be a public https address")
}

// ErrPushOff answers a subscription while there are no keys for push.
func ErrPushOff() *store.Error {
	return store.NewErrorReason(store.Unavailable, "push_off", "Push notifications are not available here").TurnedOff()
}
