package main

import (
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/telemetry"
	musterhttp "muster/http"
	"muster/http/gateway"
	"muster/store"
	"muster/store/application"
	"muster/store/blob"
	"muster/store/community"
	"muster/store/people"
	"muster/store/postgres"
	"muster/store/queue"
	"muster/store/rank"
	"muster/store/redis"
	"muster/store/roomlog"
)

// defaultReserved are the neutral reserved terms.
var defaultReserved = []string{"creator", "muster", "founder", "headquarters", "guardian", "webmaster", "operator", "helpdesk"}

// checked is what the settings come to after every check.
type checked struct {
	settings
	dev     bool
	public  *url.URL // nil until the port is known, in dev
	proxies []netip.Prefix
	secret  store.Secret    // zero in dev: that of the data directory
	mailer  store.Mailer    // nil: mail is off, or the dev outbox
	sms     store.SMSSender // nil: text messages are off, or the dev outbox
	gifs    node.GIFs
	vapid   gateway.VAPID // zero: push is off
	points  rank.PointsRules

	emergency queue.EmergencyContacts
}

// readChecked reads the environment and checks it for a node of this kind.
// Everything that keeps the node from starting stands in one list, a line each.
func readChecked(environ []string, dev bool) (checked, error) {
	s, problems := parseSettings(environ)
	c, found := s.problems(dev)
	return c, node.CannotStart(withFound(problems, found))
}

// withFound adds to what could not be read the problems that were found in what could.
func withFound(unread, found []string) []string {
	named := map[string]bool{}
	for _, line := range unread {
		named[settingOf(line)] = true
	}
	for _, line := range found {
		if !named[settingOf(line)] { // its value is not what was written
			unread = append(unread, line)
		}
	}
	return unread
}

// settingOf is the setting that a line about a problem begins with.
func settingOf(line string) string {
	name, _, _ := strings.Cut(line, " ")
	return settingName(strings.TrimSuffix(name, ","))
}

// problems lists everything in settings that keeps a node from starting, a line
// each that begins with the setting's name.
func (s settings) problems(dev bool) (checked, []string) {
	if s.FaceEngine == "" {
		s.FaceEngine = defaultFaceEngine(dev)
	}
	if s.AdminFactor == "" {
		s.AdminFactor = "off"
	}
	c := checked{settings: s, dev: dev}
	var problems []string
	note := func(err error) {
		if err != nil {
			problems = append(problems, store.AsError(err).Message)
		}
	}
	if !dev {
		problems = append(problems, s.missing()...)
	}
	if s.PublicURL != "" {
		u, err := url.Parse(strings.TrimSuffix(s.PublicURL, "/"))
		if err != nil || u.Host == "" || !store.ValidPort(u) || u.Path != "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || (u.Scheme != "https" && (u.Scheme != "http" || !dev)) {
			problems = append(problems, "MUSTER_PUBLIC_URL must be https://host or https://host:port, without a path")
		}
		c.public = u
	}
	var err error
	c.proxies, err = prefixes(s.Proxies)
	note(err)
	problems = append(problems, s.badBrand()...)
	if !store.ValidRoomID(s.DefaultRoom) {
		problems = append(problems, "DEFAULT_ROOM must be 1 to 40 of a-z, 0-9 and dash, and not begin with a dash")
	}
	c.secret, err = s.secret()
	note(err)
	if s.SMTPURL != "" {
		smtp, err := gateway.NewSMTP(s.SMTPURL, s.MailFrom, s.brand().Community)
		note(err)
		if _, bad := store.ParseEmail(s.MailFrom); bad != nil && err != nil && store.AsError(err).Reason != "mail_from" {
			problems = append(problems, "MAIL_FROM is no e-mail address")
		}
		c.mailer = smtp
	}
	if s.TwilioSID != "" || s.TwilioToken != "" {
		twilio, err := gateway.NewTwilio(s.TwilioBase, s.TwilioSID, s.TwilioToken, s.TwilioFrom)
		note(err)
		c.sms = twilio
	}
	c.gifs, err = s.gifs(dev)
	note(err)
	c.points, err = s.points()
	note(err)
	c.vapid, err = s.vapid()
	note(err)
	c.emergency, err = s.emergency()
	note(err)
	problems = append(problems, s.badPayments(dev)...)
	problems = append(problems, s.badFaces()...)
	if s.AdminFactor != "required" && s.AdminFactor != "off" {
		problems = append(problems, "ADMIN_SECOND_FACTOR must be required or off")
	}
	problems = append(problems, s.outOfRange()...)
	problems = append(problems, s.unreachable()...)
	problems = append(problems, s.unencrypted()...)
	if s.LogFormat != "" && s.LogFormat != "text" && s.LogFormat != "json" {
		problems = append(problems, "MUSTER_LOG must be text or json")
	}
	if len(c.Reserved) == 0 {
		c.Reserved = defaultReserved
	}
	return c, problems
}

// gifs is the GIF service that the settings name.
func (s settings) gifs(dev bool) (node.GIFs, error) {
	g := node.GIFs{Hosts: s.GIFHosts}
	if len(g.Hosts) == 0 {
		g.Hosts = roomlog.DefaultGIFHosts
	}
	switch {
	case s.GIFProvider == "sample" && dev:
		samples := gateway.NewSampleGIFs(musterhttp.SampleGIFs)
		g.Hosts = append(slices.Clone(g.Hosts), musterhttp.SampleGIFs)
		g.Name, g.Provider, g.Sample = "sample", samples, samples.File
	case s.GIFProvider == "sample":
		return g, store.NewError(store.Invalid, "GIF_PROVIDER must not be sample in serve: it is for trying the picker")
	case s.GIFProvider != "" && s.GIFProvider != "giphy":
		return g, store.NewError(store.Invalid, "GIF_PROVIDER must be giphy or sample")
	case s.GIFProvider == "giphy" && s.GIPHYKey == "":
		return g, store.NewError(store.Invalid, "GIPHY_API_KEY is missing: GIF_PROVIDER is giphy")
	case s.GIPHYKey != "":
		giphy, err := gateway.NewGIPHY(s.GIPHYBase, s.GIPHYKey, g.Hosts)
		if err != nil {
			return g, err
		}
		g.Name, g.Provider = "giphy", gateway.NewGIFCache(giphy, nil)
	}
	return g, nil
}

// badBrand lists the names of the brand that cannot stand in mails and pages.
func (s settings) badBrand() []string {
	var lines []string
	for _, one := range []struct{ setting, value string }{
		{"COMMUNITY_NAME", s.Community}, {"CREATOR_NAME", s.Creator}, {"CHAT_TITLE", s.ChatTitle},
	} {
		if one.value != "" && !store.ValidBrandName(one.value) {
			lines = append(lines, one.setting+" must be one line of at most 60 bytes without a line break")
		}
	}
	if s.SupportEmail != "" {
		if _, err := store.ParseEmail(s.SupportEmail); err != nil {
			lines = append(lines, "SUPPORT_EMAIL is no e-mail address")
		}
	}
	return lines
}

// unreachable lists addresses that cannot be read.
func (s settings) unreachable() []string {
	var lines []string
	for _, one := range []struct{ name, url string }{{"DATABASE_URL", s.DatabaseURL}, {"DATABASE_OWNER_URL", s.DatabaseOwner}} {
		if one.url == "" {
			continue
		}
		if err := postgres.CheckURL(one.url); err != nil {
			lines = append(lines, one.name+" "+err.Error())
		}
	}
	if s.DatabaseOwner != "" && s.DatabaseURL == "" {
		lines = append(lines, "DATABASE_OWNER_URL needs DATABASE_URL: the same database for the role of the nodes")
	}
	if s.MediaURL != "" {
		if err := blob.CheckURL(s.MediaURL); err != nil {
			lines = append(lines, "MEDIA_URL cannot be read: file:///folder or s3://bucket?region=…")
		}
	}
	if s.RedisURL != "" {
		if err := redis.CheckURL(s.RedisURL); err != nil {
			lines = append(lines, "REDIS_URL cannot be read: redis://user:password@host:6379, rediss:// or unix://; of Sentinels with ?master_name=NAME&addr=HOST:26379; "+store.PasswordForm)
		}
	}
	if s.OpsAddr != "" {
		_, port, err := net.SplitHostPort(s.OpsAddr)
		if _, e := strconv.ParseUint(port, 10, 16); err != nil || e != nil {
			lines = append(lines, "MUSTER_OPS_ADDR must be host:port")
		}
	}
	if s.Traces != "" {
		if err := telemetry.CheckEndpoint(s.Traces); err != nil {
			lines = append(lines, err.Error())
		}
	}
	return lines
}

// unencrypted lists the addresses on other machines that do not ask for TLS, by which anybody
// in between could read and change everything.
func (s settings) unencrypted() []string {
	if s.AllowPlain {
		return nil
	}
	var lines []string
	const otherwise = "; MUSTER_ALLOW_PLAINTEXT=true connects without"
	for _, one := range []struct{ name, url string }{{"DATABASE_URL", s.DatabaseURL}, {"DATABASE_OWNER_URL", s.DatabaseOwner}} {
		if one.url != "" && postgres.Plaintext(one.url) {
			lines = append(lines, one.name+" must ask for TLS, as sslmode=verify-full does: Postgres is on another machine"+otherwise)
		}
	}
	if s.RedisURL != "" && redis.Plaintext(s.RedisURL) {
		lines = append(lines, "REDIS_URL must be rediss://: Redis is on another machine, or Sentinels say where"+otherwise)
	}
	return lines
}

// outOfRange lists numbers, times and words that no node can work with.
func (s settings) outOfRange() []string {
	var lines []string
	for _, rule := range []struct {
		kept bool
		line string
	}{
		{s.Port >= 0 && s.Port <= 65535, "PORT must be 0 to 65535"},
		{s.DatabaseConns >= minConnections, "DATABASE_CONNECTIONS must be at least " + strconv.Itoa(minConnections)},
		{s.ChatRate > 0, "CHAT_RATE_PER_SECOND must be more than 0"}, // so NaN is refused too
		{s.MediaLife >= time.Second && s.MediaLife <= store.MediaLinkLife, "MEDIA_LINK_TTL must be 1s to 10m"},
		{s.ChatBurst > 0, "CHAT_BURST must be at least 1"},
		{s.SessionIdle >= time.Minute, "SESSION_IDLE must be at least 1m"},
		{s.SessionMax >= time.Minute, "SESSION_MAX must be at least 1m"},
		{s.EventsKept >= 24*time.Hour, "EVENTS_KEPT must be at least 24h"},
		{s.SendsKept >= people.RecentMessagesAge+time.Hour, "SENDS_KEPT must be at least 73h"}, // profiles count messages by them
		{s.AuditKept == 0 || s.AuditKept >= 24*time.Hour, "AUDIT_KEPT must be 0, for ever, or at least 24h"},
		{s.Intake == "" || application.Intake(s.Intake).Known(), "APPLICATION_INTAKE must be open, closed or invitation"},
		{utf8.RuneCountInString(s.IntakeText) <= community.MaxIntakeText, "APPLICATION_INTAKE_TEXT must have at most " + strconv.Itoa(community.MaxIntakeText) + " characters"},
		{s.KeepRejected == 0 || s.KeepRejected >= 24*time.Hour, "APPLICATION_KEEP_REJECTED must be 0, for ever, or at least 24h"},
		{s.KeepAbandoned == 0 || s.KeepAbandoned >= 24*time.Hour, "APPLICATION_KEEP_ABANDONED must be 0, for ever, or at least 24h"},
		{s.Contributor >= time.Hour, "CONTRIBUTOR_WINDOW must be at least 1h"},
		{s.SocketsMax >= 0, "SOCKETS_MAX must not be negative"},
		{s.SocketsEach > 0, "SOCKETS_PER_ADDRESS must be at least 1"},
		{s.SendsAddress >= 0, "LOGIN_CODES_PER_ADDRESS must not be negative"},
		{!slices.ContainsFunc(s.GIFHosts, notHost), "GIF_HOSTS must be host names"},
		{s.MailRate >= 0, "MAIL_PER_SECOND must not be negative"},
		{s.SMSRate >= 0, "SMS_PER_SECOND must not be negative"},
		{s.MailDaily >= 0, "MAIL_PER_DAY must not be negative"},
		{s.SMSDaily >= 0, "SMS_PER_DAY must not be negative"},
		{s.Previews == "on" || s.Previews == "off", "LINK_PREVIEWS must be on or off"},
	} {
		if !rule.kept {
			lines = append(lines, rule.line)
		}
	}
	return lines
}

// minConnections is what the log writers, the job queue and calls need at least.
const minConnections = 4

var hostName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

func notHost(s string) bool { return !hostName.MatchString(s) }

// missing lists what a production node cannot do without.
func (s settings) missing() []string {
	var lines []string
	for _, need := range []struct{ value, line string }{
		{s.DatabaseURL, "DATABASE_URL is missing: where Postgres is"},
		{s.PublicURL, "MUSTER_PUBLIC_URL is missing: how browsers reach this node, with https"},
		{s.Secret, "MUSTER_SECRET is missing: at least 32 random characters, the same on every node"},
		{s.SMTPURL + s.TwilioSID, "SMTP_URL or TWILIO_ACCOUNT_SID is missing: nobody could be sent a sign-in code"},
	} {
		if need.value == "" {
			lines = append(lines, need.line)
		}
	}
	return lines
}

// off lists what this node cannot do for want of a setting.
func (c checked) off() []string {
	var lines []string
	if !c.dev && c.mailer == nil {
		lines = append(lines, "mail: SMTP_URL is not set, nobody can sign in by e-mail")
	}
	if !c.dev && c.vapid.PublicKey == "" {
		lines = append(lines, "push notifications: VAPID_PUBLIC_KEY is not set")
	}
	if c.gifs.Provider == nil {
		lines = append(lines, "GIF search: GIPHY_API_KEY is not set")
	}
	if provider, _ := c.paymentProvider(c.dev); provider == "off" {
		lines = append(lines, "payments: STRIPE_SECRET_KEY is not set")
	}
	if !c.dev && c.sms == nil {
		lines = append(lines, "text messages: TWILIO_ACCOUNT_SID is not set, nobody can sign in by phone")
	}
	if c.FaceEngine == "off" {
		lines = append(lines, "face checks: FACE_ENGINE is off, sign-in asks for no face")
	} else if !c.dev && c.FacePassword == "" {
		lines = append(lines, "the face viewer: FACE_ADMIN_PASSWORD_HASH is not set")
	}
	if c.RedisURL != "" && c.MediaURL == "" {
		lines = append(lines, "media of several nodes: MEDIA_URL is not set, only nodes that share MUSTER_DATA_DIR show each other's files")
	}
	return lines
}

// exposed says what a dev node gives away to others who can reach it; "" when
// nobody can, or in serve.
func (c checked) exposed() string {
	if !c.dev || c.Host == "localhost" {
		return ""
	}
	if a, err := netip.ParseAddr(c.Host); err == nil && a.IsLoopback() {
		return ""
	}
	return "whoever reaches this node reads every sign-in code at /dev/outbox: dev is for one machine"
}

// prefixes reads addresses and networks.
func prefixes(raw []string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, one := range raw {
		if p, err := netip.ParsePrefix(one); err == nil {
			all = append(all, p)
			continue
		}
		a, err := netip.ParseAddr(one)
		if err != nil {
			return nil, store.NewError(store.Invalid, "MUSTER_TRUSTED_PROXIES must be addresses or networks with commas between them, as 10.0.0.2,fd00::/8")
		}
		all = append(all, netip.PrefixFrom(a, a.BitLen()))
	}
	return all, nil
}
