package body

// PushKey is the key for subscriptions to push (VAPID, RFC 8292); null while push is off.
type PushKey struct {
	OK
	PublicKey *string `json:"publicKey"`
}

// PushKeys are a subscription's keys (RFC 8291), base64url.
type PushKeys struct {
	P256DH string `json:"p256dh"`
	Auth   string `json:"auth"`
}

// Subscribe adds one browser of the caller's.
type Subscribe struct {
	Endpoint string   `json:"endpoint"`
	Keys     PushKeys `json:"keys"`
}

// Unsubscribe removes one browser of the caller's.
type Unsubscribe struct {
	Endpoint string `json:"endpoint"`
}

// PushSettings are the caller's quiet hours, "HH:MM" in TimeZone, null for none, and
// whether a notification shows the message's text.
type PushSettings struct {
	QuietFrom *string `json:"quietFrom"`
	QuietTo   *string `json:"quietTo"`
	TimeZone  string  `json:"timeZone"`
	Preview   bool    `json:"preview"`
}

// ChangePushSettings changes the caller's PushSettings. Preview is required, and what else is
// left out stays.
type ChangePushSettings struct {
	QuietFrom *string `json:"quietFrom"`
	QuietTo   *string `json:"quietTo"`
	TimeZone  string  `json:"timeZone"`
	Preview   *bool   `json:"preview"`
}

// PushSettingsReply is the caller's push settings.
type PushSettingsReply struct {
	OK
	PushSettings
}
