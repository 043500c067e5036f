package gateway

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/chat"
)

// playedPush is a push service with one browser behind it.
type playedPush struct {
	t      *testing.T
	server *httptest.Server
	key    *ecdh.PrivateKey
	auth   []byte
	vapid  VAPID
	status int
	header http.Header
	calls  int
	plain  string // what the browser decrypted last
	sent   http.Header
}

func playPush(t *testing.T) *playedPush {
	t.Helper()
	p := &playedPush{t: t, auth: make([]byte, 16), status: http.StatusCreated}
	rand.Read(p.auth)
	var err error
	if p.key, err = ecdh.P256().GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	if p.vapid, err = DeriveVAPID(sha256.New().Sum(nil), "mailto:ops@example.org"); err != nil {
		t.Fatal(err)
	}
	p.server = httptest.NewTLSServer(p)
	t.Cleanup(p.server.Close)
	return p
}

func (p *playedPush) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.calls++
	p.sent = r.Header
	raw, _ := io.ReadAll(r.Body)
	for name, values := range p.header {
		w.Header()[name] = values
	}
	p.checkVAPID(r)
	p.plain = p.decrypt(raw)
	w.WriteHeader(p.status)
}

// decrypt does what a browser does with a message (RFC 8188 and RFC 8291).
func (p *playedPush) decrypt(raw []byte) string {
	salt, size, idLen := raw[:16], binary.BigEndian.Uint32(raw[16:20]), int(raw[20])
	sender, body := raw[21:21+idLen], raw[21+idLen:]
	if len(body) > int(size) {
		p.t.Errorf("a record of %d bytes, the header says %d", len(body), size)
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		p.t.Error(err)
		return ""
	}
	secret, _ := p.key.ECDH(public)
	info := "WebPush: info\x00" + string(p.key.PublicKey().Bytes()) + string(sender)
	ikm, _ := hkdf.Key(sha256.New, secret, p.auth, info, 32)
	key, _ := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, _ := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	block, _ := aes.NewCipher(key)
	aead, _ := cipher.NewGCM(block)
	plain, err := aead.Open(nil, nonce, body, nil)
	if err != nil {
		p.t.Error(err)
		return ""
	}
	text := strings.TrimRight(string(plain), "\x00")
	if !strings.HasSuffix(text, "\x02") {
		p.t.Errorf("the last record ends with %q", text[max(0, len(text)-3):])
	}
	return strings.TrimSuffix(text, "\x02")
}

// checkVAPID checks who calls (RFC 8292).
func (p *playedPush) checkVAPID(r *http.Request) {
	token, key, ok := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || key != p.vapid.PublicKey || len(parts) != 3 {
		p.t.Errorf("authorization %q", r.Header.Get("Authorization"))
		return
	}
	raw, _ := base64.RawURLEncoding.DecodeString(key)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		p.t.Error(err)
		return
	}
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if len(signature) != 64 || !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		p.t.Error("the signature does not verify")
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	text, _ := base64.RawURLEncoding.DecodeString(parts[1])
	json.Unmarshal(text, &claims)
	if left := time.Until(time.Unix(claims.Exp, 0)); claims.Aud != "https://"+r.Host || claims.Sub != "mailto:ops@example.org" || left <= 0 || left > 24*time.Hour {
		p.t.Errorf("claims %+v", claims)
	}
}

// push sends one notification to the played service.
func (p *playedPush) push(client *http.Client) error {
	encode := base64.RawURLEncoding.EncodeToString
	return NewWebPush(p.vapid, client).Push(context.Background(), chat.PushSubscription{
		Endpoint: p.server.URL + "/send/1", P256DH: encode(p.key.PublicKey().Bytes()), Auth: encode(p.auth),
	}, chat.Push{Payload: []byte(`{"title":"Général"}`), Topic: "room", Urgent: true})
}

// The browser decrypts what was sent and the service can check who sent it.
func TestPushIsEncryptedForTheBrowser(t *testing.T) {
	p := playPush(t)
	if err := p.push(p.server.Client()); err != nil {
		t.Fatal(err)
	}
	if p.plain != `{"title":"Général"}` {
		t.Errorf("decrypted %q", p.plain)
	}
	for name, want := range map[string]string{"Content-Encoding": "aes128gcm", "Ttl": "86400", "Urgency": "high", "Topic": "room"} {
		if p.sent.Get(name) != want {
			t.Errorf("%s is %q", name, p.sent.Get(name))
		}
	}
}

// What a service answers decides whether the browser is gone, asked again or given up.
func TestPushAnswers(t *testing.T) {
	p := playPush(t)
	for _, x := range []struct {
		status int
		after  string
		want   store.Code
		wait   time.Duration
	}{
		{200, "", "", 0}, {201, "", "", 0}, {404, "", store.NotFound, 0}, {410, "", store.NotFound, 0}, {429, "7", store.Limited, 7 * time.Second},
		{429, "999999", store.Limited, time.Hour}, {500, "", store.Unavailable, 0}, {503, "3", store.Unavailable, 3 * time.Second},
		{400, "", store.Invalid, 0}, {403, "", store.Invalid, 0}, {413, "", store.Invalid, 0}, {302, "", store.Invalid, 0},
	} {
		p.status, p.header = x.status, http.Header{"Retry-After": {x.after}, "Location": {"https://127.0.0.1/x"}}
		client := p.server.Client()
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		err := p.push(client)
		if store.CodeOf(err) != x.want || err != nil && (store.AsError(err).RetryAfter != x.wait || strings.Contains(err.Error(), "127.0.0.1")) {
			t.Errorf("%d: %v", x.status, err)
		}
	}
	p.server.Close()
	if err := p.push(p.server.Client()); store.CodeOf(err) != store.Unavailable || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("a service that is away: %v", err)
	}
}

// A name that resolves to a private address when it is dialled is not called.
func TestPushDialsPublicAddressesOnly(t *testing.T) {
	p := playPush(t)
	if err := p.push(nil); store.CodeOf(err) != store.NotFound || p.calls > 0 {
		t.Errorf("%v, %d calls", err, p.calls)
	}
	if !allPublic(nil) || !allPublic([]netip.Addr{netip.MustParseAddr("1.1.1.1")}) ||
		allPublic([]netip.Addr{netip.MustParseAddr("1.1.1.1"), netip.MustParseAddr("10.0.0.1")}) {
		t.Error("addresses of a name")
	}
	if PublicHost(context.Background(), "localhost") || PublicHost(context.Background(), "127.0.0.1") {
		t.Error("this machine is public")
	}
}

// Keys that do not belong together are refused by the name of the setting.
func TestVAPIDIsChecked(t *testing.T) {
	a, _ := DeriveVAPID(make([]byte, 31+1)[:32:32], "")
	if a.PublicKey != "" {
		t.Error("zero is no key")
	}
	one, err := DeriveVAPID([]byte(strings.Repeat("k", 32)), "mailto:a@b.c")
	again, _ := DeriveVAPID([]byte(strings.Repeat("k", 32)), "mailto:a@b.c")
	other, _ := DeriveVAPID([]byte(strings.Repeat("m", 32)), "mailto:a@b.c")
	if err != nil || one != again || one == other {
		t.Fatal(one, again, other, err)
	}
	if got, err := CheckVAPID(VAPID{one.PublicKey + "=", one.PrivateKey, "https://chat.example.org"}); err != nil || got.PublicKey != one.PublicKey {
		t.Error(got, err)
	}
	for setting, bad := range map[string]VAPID{
		"VAPID_PUBLIC_KEY": {other.PublicKey, one.PrivateKey, "mailto:a@b.c"}, "VAPID_PRIVATE_KEY": {one.PublicKey, "AAAA", "mailto:a@b.c"},
		"VAPID_SUBJECT": {one.PublicKey, one.PrivateKey, "ops@example.org"},
	} {
		if _, err := CheckVAPID(bad); err == nil || !strings.HasPrefix(store.AsError(err).Message, setting) {
			t.Errorf("%s: %v", setting, err)
		}
	}
}
