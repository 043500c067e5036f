package gateway

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"muster/store"
	"muster/store/chat"
)

// Limits of push.
const (
	webPushTimeout  = 5 * time.Second
	webPushTTL      = 24 * time.Hour // how long a push service keeps what it cannot deliver
	webPushLongest  = time.Hour      // of the waits that a push service may ask for
	resolverTimeout = 2 * time.Second
)

// VAPID is the key pair and the contact by which push services know this
// installation (RFC 8292). Keys are unpadded base64url.
type VAPID struct {
	PublicKey  string
	PrivateKey string
	Subject    string // mailto: or https:
}

// CheckVAPID gives the keys in their one form. It fails with Invalid, by the name
// of the setting.
func CheckVAPID(v VAPID) (VAPID, error) {
	decode := func(s string) []byte {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
		if err != nil {
			return nil
		}
		return raw
	}
	private, err := ecdh.P256().NewPrivateKey(decode(v.PrivateKey))
	if err != nil {
		return VAPID{}, store.NewError(store.Invalid, "VAPID_PRIVATE_KEY must be a private key of P-256 in base64url")
	}
	if string(decode(v.PublicKey)) != string(private.PublicKey().Bytes()) {
		return VAPID{}, store.NewError(store.Invalid, "VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY in base64url")
	}
	u, err := url.Parse(v.Subject)
	if err != nil || !(u.Scheme == "mailto" && strings.Contains(u.Opaque, "@")) && !(u.Scheme == "https" && u.Host != "") {
		return VAPID{}, store.NewError(store.Invalid, "VAPID_SUBJECT must be mailto:… or https://…")
	}
	return vapidOf(private, v.Subject), nil
}

// DeriveVAPID makes the keys of an installation without settings from a key of 32
// bytes; they are the same each time.
func DeriveVAPID(key []byte, subject string) (VAPID, error) {
	private, err := ecdh.P256().NewPrivateKey(key)
	if err != nil {
		return VAPID{}, err
	}
	return vapidOf(private, subject), nil
}

func vapidOf(private *ecdh.PrivateKey, subject string) VAPID {
	encode := base64.RawURLEncoding.EncodeToString
	return VAPID{PublicKey: encode(private.PublicKey().Bytes()), PrivateKey: encode(private.Bytes()), Subject: subject}
}

// WebPush hands notifications to push services; it is a chat.Pusher.
type WebPush struct {
	keys   VAPID
	client *http.Client
}

// NewWebPush makes the gateway. Nil is a client that calls public addresses only.
func NewWebPush(keys VAPID, client *http.Client) *WebPush {
	if client == nil {
		client = newOutboundClient(webPushTimeout, nil)
	}
	return &WebPush{keys, client}
}

// Push encrypts and sends one notification.
func (w *WebPush) Push(ctx context.Context, to chat.PushSubscription, p chat.Push) error {
	ctx, cancel := context.WithTimeout(ctx, webPushTimeout)
	defer cancel()
	urgency := webpush.UrgencyNormal
	if p.Urgent {
		urgency = webpush.UrgencyHigh
	}
	reply, err := webpush.SendNotificationWithContext(ctx, p.Payload,
		&webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{Auth: to.Auth, P256dh: to.P256DH}},
		&webpush.Options{
			HTTPClient: w.client, Subscriber: strings.TrimPrefix(w.keys.Subject, "mailto:"), Topic: p.Topic, Urgency: urgency,
			TTL: int(webPushTTL / time.Second), VAPIDPublicKey: w.keys.PublicKey, VAPIDPrivateKey: w.keys.PrivateKey,
		})
	if err != nil {
		var called *url.Error
		switch {
		case errors.Is(err, errAddressRefused):
			return store.NewError(store.NotFound, "push: the address may not be called")
		case errors.As(err, &called):
			return store.NewError(store.Unavailable, "push: the service could not be reached")
		}
		return store.NewError(store.Invalid, "push: the notification does not encode")
	}
	defer reply.Body.Close()
	io.Copy(io.Discard, io.LimitReader(reply.Body, 4<<10))
	return pushReply(reply)
}

// pushReply is what a push service's answer means. Its text is not read.
func pushReply(reply *http.Response) error {
	e := store.NewError(store.Invalid, "push: the service refused with "+strconv.Itoa(reply.StatusCode))
	switch {
	case reply.StatusCode >= 200 && reply.StatusCode < 300:
		return nil
	case reply.StatusCode == http.StatusNotFound || reply.StatusCode == http.StatusGone:
		e.Code = store.NotFound
	case reply.StatusCode == http.StatusTooManyRequests:
		e.Code = store.Limited
	case reply.StatusCode >= 500 || reply.StatusCode == http.StatusRequestTimeout:
		e.Code = store.Unavailable
	}
	if seconds, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = min(time.Duration(seconds)*time.Second, webPushLongest)
	}
	return e
}

// PublicHost says whether none of a host's addresses is outside of the open
// internet. A name that cannot be resolved now passes: each call checks the
// address that it dials.
func PublicHost(ctx context.Context, host string) bool {
	ctx, cancel := context.WithTimeout(ctx, resolverTimeout)
	defer cancel()
	addresses, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	return allPublic(addresses)
}

func allPublic(addresses []netip.Addr) bool {
	for _, a := range addresses {
		if !store.PublicAddress(a) {
			return false
		}
	}
	return true
}
