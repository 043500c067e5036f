package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/cmd/muster/internal/demo"
	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// run runs a command line with an environment and gives what it said.
func run(environ []string, args ...string) (status int, out, complaints string) {
	var o, e bytes.Buffer
	status = program{args: args, environ: environ, out: &o, err: &e}.run()
	return status, o.String(), e.String()
}

var safe = []string{
	"DATABASE_URL=postgres://nowhere.invalid/muster?sslmode=verify-full", "MUSTER_PUBLIC_URL=https://chat.example.org",
	"MUSTER_SECRET=" + strings.Repeat("k", 32), "SMTP_URL=smtp://mail.example.org:587", "MAIL_FROM=army@example.org",
}

// serve says everything that is missing or unsafe at once, a line each, and
// does not start.
func TestServeRefusesWhatIsUnsafe(t *testing.T) {
	status, _, said := run(nil, "serve")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	for _, name := range []string{"DATABASE_URL", "MUSTER_PUBLIC_URL", "MUSTER_SECRET", "SMTP_URL or TWILIO_ACCOUNT_SID"} {
		if !strings.Contains(said, "\n  "+name+" ") {
			t.Errorf("%s is not named: %s", name, said)
		}
	}
	// Ports that there are not came up only when mail or a browser was waited for.
	for setting, complaint := range map[string]string{
		"MUSTER_PUBLIC_URL=https://chat.example.org:99999": "MUSTER_PUBLIC_URL must be https",
		"MUSTER_PUBLIC_URL=https://chat.example.org:":      "MUSTER_PUBLIC_URL must be https",
		"MUSTER_PUBLIC_URL=https://chat.example.org#room":  "MUSTER_PUBLIC_URL must be https",
		"SMTP_URL=smtp://mail.example.org:587:25":          "SMTP_URL is no URL",
		"SMTP_URL=smtp://mail.example.org:99999":           "SMTP_URL is no URL",
		"MUSTER_PUBLIC_URL=http://chat.example.org":        "MUSTER_PUBLIC_URL must be https",
		"MUSTER_PUBLIC_URL=https://chat.example.org/path":  "MUSTER_PUBLIC_URL must be https",
		"MUSTER_SECRET=short":                              "MUSTER_SECRET must be at least 32",
		"SMTP_URL=mail.example.org":                        "SMTP_URL is no URL",
		"MAIL_FROM=nobody":                                 "MAIL_FROM is no e-mail",
		"TWILIO_ACCOUNT_SID=AC1":                           "TWILIO_AUTH_TOKEN",
		"VAPID_PUBLIC_KEY=x":                               "VAPID_PRIVATE_KEY is missing",
		"STRIPE_SECRET_KEY=sk_live_1":                      "STRIPE_WEBHOOK_SECRET is missing",
		"STRIPE_SECRET_KEY=pk_live_kkkk":                   "STRIPE_SECRET_KEY is the publishable key",
		"PAYMENT_PROVIDER=test":                            "PAYMENT_PROVIDER must not be test in serve",
		"PAYMENT_PROVIDER=stripe":                          "STRIPE_SECRET_KEY is missing",
		"PAYMENT_SWEEP=1ms":                                "PAYMENT_SWEEP must be",
		"CONTRIBUTIONS_REDUCE_COST=maybe":                  "CONTRIBUTIONS_REDUCE_COST must be",
		"VAPID_PRIVATE_KEY=x":                              "VAPID_PUBLIC_KEY is missing",
		"MUSTER_TRUSTED_PROXIES=everywhere":                "MUSTER_TRUSTED_PROXIES",
		"DEFAULT_ROOM=No Room":                             "DEFAULT_ROOM",
		"COMMUNITY_NAME=A\r\nBcc: b@c.d":                   "COMMUNITY_NAME must be one line",
		"REDIS_URL=kkkk://redis":                           "REDIS_URL cannot be read",
		"REDIS_URL=redis://:12#kkkk@127.0.0.1:6379":        "in a password @ is written as %40, / as %2F, # as %23",
		"MUSTER_LOG=xml":                                   "MUSTER_LOG",
		"PORT=many":                                        "PORT must be a whole number",
		"SESSION_IDLE=7d":                                  "SESSION_IDLE must be a time as 15m",
		"MUSTER_LOG_LEVEL=verbose":                         "MUSTER_LOG_LEVEL must be debug, info",
		"MUSTER_ALLOW_PLAINTEXT=yes":                       "MUSTER_ALLOW_PLAINTEXT must be true or false",
		"CHAT_RATE_PER_SECOND=many":                        "CHAT_RATE_PER_SECOND must be a number",
		"PORT=70000":                                       "PORT must be",
		"DATABASE_CONNECTIONS=1":                           "DATABASE_CONNECTIONS must be",
		"CHAT_RATE_PER_SECOND=NaN":                         "CHAT_RATE_PER_SECOND must be",
		"CHAT_BURST=0":                                     "CHAT_BURST must be",
		"SESSION_IDLE=-1h":                                 "SESSION_IDLE must be at least 1m",
		"EVENTS_KEPT=1h":                                   "EVENTS_KEPT must be at least 24h",
		"SENDS_KEPT=72h":                                   "SENDS_KEPT must be at least 73h",
		"CONTRIBUTOR_WINDOW=1s":                            "CONTRIBUTOR_WINDOW must be at least 1h",
		"AUDIT_KEPT=1h":                                    "AUDIT_KEPT must be 0, for ever, or at least 24h",
		"APPLICATION_INTAKE=shut":                          "APPLICATION_INTAKE must be open, closed or invitation",
		"APPLICATION_KEEP_REJECTED=1h":                     "APPLICATION_KEEP_REJECTED must be 0, for ever, or at least 24h",
		"APPLICATION_KEEP_ABANDONED=-1h":                   "APPLICATION_KEEP_ABANDONED must be 0, for ever, or at least 24h",
		"SOCKETS_PER_ADDRESS=-1":                           "SOCKETS_PER_ADDRESS must be",
		"GIF_HOSTS=media.giphy.com; script-src *":          "GIF_HOSTS must be host names",
		"LINK_PREVIEWS=yes":                                "LINK_PREVIEWS must be on or off",
		"GIF_PROVIDER=tenor":                               "GIF_PROVIDER must be giphy or sample",
		"GIF_PROVIDER=sample":                              "GIF_PROVIDER must not be sample in serve",
		"GIF_PROVIDER=giphy":                               "GIPHY_API_KEY is missing",
		"FACE_ENGINE=magic":                                "FACE_ENGINE must be embedded, rekognition or off",
		"FACE_GATE=on":                                     "FACE_GATE must be off while FACE_ENGINE is",
		"FACE_GATE=yes":                                    "FACE_GATE must be on or off",
		"ADMIN_SECOND_FACTOR=yes":                          "ADMIN_SECOND_FACTOR must be required or off",
		"FACE_KEEP=-1h":                                    "FACE_KEEP must not be negative",
		"FACE_ADMIN_PASSWORD_HASH=muster":                  "FACE_ADMIN_PASSWORD_HASH cannot be read: it must be an argon2id hash",
		"DATABASE_URL_FILE=/run/secrets/database":          "DATABASE_URL and DATABASE_URL_FILE are both set",
		"MUSTER_SECRETT=x":                                 "MUSTER_SECRETT is no setting",
		"TWILIO_AUTH_TOKEN_FILE=/nowhere/token":            "TWILIO_AUTH_TOKEN_FILE cannot be read",
	} {
		status, _, said := run(append(append([]string{}, safe...), setting), "serve")
		if status != 1 || !strings.Contains(said, complaint) {
			t.Errorf("%q: status %d, %s", setting, status, said)
		}
		if strings.Contains(said, "kkkk") {
			t.Errorf("%q: the secret is printed", setting)
		}
	}
	// The two were exchanged, and every notice of a payment was refused as not Stripe's.
	if status, _, said := run(append(slices.Clone(safe), "STRIPE_SECRET_KEY=sk_live_1", "STRIPE_WEBHOOK_SECRET=sk_live_kkkk"), "serve"); status != 1 || !strings.Contains(said, "STRIPE_WEBHOOK_SECRET is a key") || strings.Contains(said, "kkkk") {
		t.Errorf("a key as the webhook's secret: status %d, %s", status, said)
	}
	// The other one was named beside the one that is wrong.
	if _, _, said := run(append(append([]string{}, safe...), "SESSION_MAX=7d"), "serve"); strings.Contains(said, "SESSION_IDLE") {
		t.Errorf("two settings are named: %s", said)
	}
	if _, err := readChecked(safe, false); err != nil {
		t.Errorf("a safe node is refused: %v", err)
	}
}

// What does nothing without another setting is said at the start, and starts: push was set up
// by its subject alone, and nothing said that it is off for want of keys.
func TestSettingsThatDoNothingAreNamed(t *testing.T) {
	c, err := readChecked(append(slices.Clone(safe), "VAPID_SUBJECT=mailto:ops@example.org", "TWILIO_FROM=+15550100", "STRIPE_WEBHOOK_SECRET=whatever"), false)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Join(c.idle(), "\n")
	for _, name := range []string{"VAPID_SUBJECT", "TWILIO_FROM", "STRIPE_WEBHOOK_SECRET"} {
		if !strings.Contains(lines, name+" does nothing without ") {
			t.Errorf("%s is not named: %s", name, lines)
		}
	}
	if strings.Contains(lines, "MAIL_FROM") {
		t.Errorf("mail has its server: %s", lines)
	}
}

// A node makes its default room or finds it open, and
// says in one line that it does not start where that room was deleted or is
// private. It once opened both, with all that was ever said there.
func TestADM8NodeOpensNoClosedRoom(t *testing.T) {
	ctx, url := t.Context(), storetest.URL(t)
	db, err := postgres.Open(ctx, postgres.Config{URL: url, MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, room := range []string{"gone", "den"} {
		if err := chats.New(db).AddRoom(ctx, roomlog.Room{ID: room, DisplayName: room, AccessLevel: roomlog.AdminAccess}); err != nil {
			t.Fatal(err)
		}
	}
	if err := chats.New(db).DeleteRoom(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	for _, start := range []struct{ room, says string }{
		{"lobby", ""}, {"lobby", ""}, // made, then found
		{"gone", "cannot start:\n  DEFAULT_ROOM must not be the id of a deleted room: gone was deleted for ever"},
		{"den", "cannot start:\n  DEFAULT_ROOM must be a room open to everyone, or a new one: den is private"},
		{"lobby", ""}, // nothing stays behind
	} {
		c, err := readChecked(append(slices.Clone(safe), "DATABASE_URL="+url, "DEFAULT_ROOM="+start.room, "MUSTER_ALLOW_UNSAFE_POSTGRES=true"), false)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		config, err := c.node(node.Face{}, demo.Files{})
		if err != nil {
			t.Fatal(err)
		}
		n, err := node.New(ctx, config, slog.New(slog.DiscardHandler))
		if err != nil {
			said = err.Error()
		} else if err := n.Stop(); err != nil {
			t.Error(err)
		}
		if said != start.says {
			t.Errorf("%s: %q, want %q", start.room, said, start.says)
		}
	}
}

// A secret comes from a file, and is never shown.
func TestSEC4SettingsFromFilesAreMasked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(strings.Repeat("canary-", 6)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := readSettings([]string{"MUSTER_SECRET_FILE=" + path, "DATABASE_URL=postgres://u:canary-password@h/d", "COMMUNITY_NAME=The Army"})
	if err != nil {
		t.Fatal(err)
	}
	if s.Secret != strings.Repeat("canary-", 6) {
		t.Errorf("read %q", s.Secret)
	}
	shown := s.effective()
	if strings.Contains(shown, "canary") || !strings.Contains(shown, "MUSTER_SECRET=(set)") || !strings.Contains(shown, "COMMUNITY_NAME=The Army") {
		t.Errorf("%s", shown)
	}
}

// An empty file is no setting that is not set: without DATABASE_URL an operator's command makes
// a database of its own, and a node takes no payments without a word.
func TestEmptyFileIsNamed(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"DATABASE_URL", "STRIPE_SECRET_KEY", "MUSTER_SECRET_OTHER"} {
		if _, err := readSettings([]string{name + "_FILE=" + empty}); err == nil || !strings.Contains(err.Error(), name+"_FILE cannot be read: "+empty+" is empty") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A secret comes from a command, as of a vault, whose answer is never shown.
func TestSettingsFromCommands(t *testing.T) {
	s, err := readSettings([]string{"MUSTER_SECRET_COMMAND=printf '%s\n' canary-canary-canary-canary-canary-", "COMMUNITY_NAME=The Army"})
	if err != nil || s.Secret != "canary-canary-canary-canary-canary-" {
		t.Fatalf("%q, %v", s.Secret, err)
	}
	for command, complaint := range map[string]string{
		"echo canary; exit 3":   "MUSTER_SECRET_COMMAND failed: exit status 3",
		"true":                  "MUSTER_SECRET_COMMAND printed nothing",
		"/nowhere/vault canary": "MUSTER_SECRET_COMMAND failed: exit status 127",
	} {
		if _, err := readSettings([]string{"MUSTER_SECRET_COMMAND=" + command}); err == nil || !strings.Contains(err.Error(), complaint) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", command, err)
		}
	}
	if _, err := readSettings([]string{"MUSTER_SECRET_COMMAND=echo a", "MUSTER_SECRET_FILE=/nowhere"}); err == nil {
		t.Error("a file and a command were taken together")
	}
}

// Whoever is in between could read and change everything: without TLS a node connects to its
// own machine alone, unless it is said to be meant.
func TestPlaintextToOtherMachinesIsRefused(t *testing.T) {
	for url, refused := range map[string]bool{
		"postgres://u:p@db.example/d": true, "postgres://u:p@db.example/d?sslmode=disable": true, "postgres://u:p@10.0.0.5/d?sslmode=prefer": true,
		"postgres://u:p@db.example/d?sslmode=require": false, "postgres://u:p@db.example/d?sslmode=verify-full": false,
		"postgres://u:p@localhost,db.example/d?sslmode=disable": true, "postgres://u:p@127.0.0.1/d?sslmode=disable": false,
		"postgres://u:p@[::1]/d": false, "postgres:///d?host=/run/postgresql": false, "postgres://u:p@localhost:5432/d": false,
	} {
		lines := strings.Join(settings{DatabaseURL: url, DatabaseOwner: url}.unencrypted(), "\n")
		if got := strings.Contains(lines, "DATABASE_URL") && strings.Contains(lines, "DATABASE_OWNER_URL"); got != refused {
			t.Errorf("%s: %q", url, lines)
		}
	}
	for url, refused := range map[string]bool{
		"redis://cache.example:6379": true, "redis://:p@10.0.0.5": true, "rediss://cache.example:6379": false,
		"redis://localhost:6379": false, "redis://127.0.0.1": false, "redis://[::1]:6379": false, "unix:///run/redis.sock": false,
	} {
		if got := len(settings{RedisURL: url}.unencrypted()) > 0; got != refused {
			t.Errorf("%s: refused is %v", url, got)
		}
	}
	if lines := (settings{RedisURL: "redis://cache.example", DatabaseURL: "postgres://db.example/d", AllowPlain: true}).unencrypted(); lines != nil {
		t.Errorf("what is meant is refused: %v", lines)
	}
}

// A dev node that others can reach says that they can read its codes.
func TestExposedDevNodeIsReported(t *testing.T) {
	for host, warned := range map[string]bool{"127.0.0.1": false, "::1": false, "localhost": false, "0.0.0.0": true, "::": true, "192.0.2.1": true} {
		if got := (checked{settings: settings{Host: host}, dev: true}).exposed(); (got != "") != warned {
			t.Errorf("dev on %s: %q", host, got)
		}
	}
	if got := (checked{settings: settings{Host: "0.0.0.0"}}).exposed(); got != "" {
		t.Errorf("serve: %q", got)
	}
}

// Every setting stands in the guide's table, and the table names none that is not there.
func TestGuideListsEverySetting(t *testing.T) {
	text, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| setting | ")
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string]bool{}
	for row := range strings.Lines(table) {
		names, meaning, _ := strings.Cut(strings.TrimPrefix(row, "|"), "|")
		for _, name := range regexp.MustCompile("`([A-Z][A-Z0-9_]+)`").FindAllStringSubmatch(names, -1) {
			listed[name[1]] = true
		}
		if strings.Contains(names, "`") && !strings.Contains(meaning, " · ") {
			t.Errorf("without its default: %s", names)
		}
	}
	eachSetting(func(name string, _ reflect.StructField, _ int) {
		if !listed[name] {
			t.Errorf("operating.md does not list %s", name)
		}
		delete(listed, name)
	})
	for name := range listed {
		t.Errorf("operating.md lists %s, which is no setting", name)
	}
}

// The neutral reserved terms are eight, as the product says.
func TestEightReservedTerms(t *testing.T) {
	if len(defaultReserved) != 8 {
		t.Errorf("%d terms", len(defaultReserved))
	}
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, 0, "Usage: muster COMMAND"},
		{[]string{"help"}, 0, "MUSTER_PUBLIC_URL"},
		{[]string{"version"}, 0, "muster "},
		{[]string{"help", "face-engine"}, 0, "a node starts and ends it itself"},
		{[]string{"face-engine"}, 2, "a node starts and ends it itself"},
		{[]string{"face-engine", "--help"}, 2, "a node starts and ends it itself"},
		{[]string{"dance"}, 2, `unknown command "dance"`},
		{[]string{"dev", "now"}, 2, `dev: "now" is too much`},
		{[]string{"member"}, 2, "only add is known"},
		{[]string{"member", "add", "--name", "A"}, 2, "--email or --phone is needed"},
		{[]string{"member", "add", "--email", "a@b.co"}, 2, "--name is needed"},
		{[]string{"member", "add", "--email", "a@b.co", "--name", " \t"}, 2, "--name is needed"},
		{[]string{"member", "add", "--email", "nobody", "--name", "A"}, 1, "Invalid email address"},
		{[]string{"member", "add", "--frobnicate"}, 2, "frobnicate"},
		{[]string{"backup", "dance"}, 2, "only check and restore are known"},
		{[]string{"backup", "check"}, 2, "FILE is missing"},
		{[]string{"backup", "check", "a", "b"}, 2, `"b" is too much`},
		{[]string{"load", "prepare", "--members", "0", "--tokens", "x"}, 2, "--members N"},
	} {
		status, out, complaints := run(nil, c.args...)
		if status != c.status || !strings.Contains(out+complaints, c.says) {
			t.Errorf("muster %s: status %d, %s%s", strings.Join(c.args, " "), status, out, complaints)
		}
	}
}

// The help lists what a person may call, which is every command but the face engine's process.
func TestHelpListsEveryCommand(t *testing.T) {
	known := regexp.MustCompile(`(?m)^\tcase "([a-z-]+)"`)
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	commands := known.FindAllSubmatch(source, -1)
	if len(commands) < 15 {
		t.Fatalf("%d commands in main.go", len(commands))
	}
	for _, c := range commands {
		if !strings.Contains(help, "\n  "+string(c[1])+" ") {
			t.Errorf("muster help does not list %s", c[1])
		}
	}
}

// A dev node takes no live key, least of all beside the test checkout, and takes the test
// checkout without any.
func TestTestCheckoutRunsBesideNoLiveKey_PAY12(t *testing.T) {
	for _, c := range []struct{ key, provider, want, says string }{
		{"", "", "test", ""}, {"sk_test_1", "", "stripe", ""}, {"sk_test_1", "test", "test", ""}, {"", "off", "off", ""},
		{"sk_live_1", "", "", "STRIPE_SECRET_KEY must not be a live key"}, {"rk_live_1", "test", "", "PAYMENT_PROVIDER must not be test beside a live key"},
	} {
		got, err := settings{StripeKey: c.key, PaymentProvider: c.provider}.paymentProvider(true)
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.HasPrefix(store.AsError(err).Message, c.says) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}
