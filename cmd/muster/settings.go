package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/application"
	"muster/store/community"
)

// settings is everything the environment can say. help is the line shown by
// muster help; secret values are masked wherever settings are printed.
type settings struct {
	Port      int    `env:"PORT" envDefault:"8080" help:"port to listen on"`
	Host      string `env:"MUSTER_HOST" help:"address to listen on; 127.0.0.1 in dev, every address in serve"`
	OpsAddr   string `env:"MUSTER_OPS_ADDR" help:"operators' address (host:port) for health, metrics and pprof; off without it"`
	PublicURL string `env:"MUSTER_PUBLIC_URL" help:"how browsers reach it; http://localhost:PORT in dev"`
	DataDir   string `env:"MUSTER_DATA_DIR" envDefault:"./data" help:"embedded Postgres and what a node keeps on disk"`

	DatabaseURL   string `env:"DATABASE_URL" secret:"yes" help:"Postgres; without it dev and operator commands bring their own"`
	DatabaseOwner string `env:"DATABASE_OWNER_URL" secret:"yes" help:"the same database for the role that owns its tables, which migrates; without it the role of DATABASE_URL does"`
	DatabaseConns int32  `env:"DATABASE_CONNECTIONS" envDefault:"24" help:"connections of one node to Postgres"`
	RedisURL      string `env:"REDIS_URL" secret:"yes" help:"Redis between several nodes: redis://user:password@host:6379, rediss:// or unix://; one node without it"`
	AllowUnsafe   bool   `env:"MUSTER_ALLOW_UNSAFE_POSTGRES" help:"start although fsync, full_page_writes or synchronous_commit is off"`
	AllowPlain    bool   `env:"MUSTER_ALLOW_PLAINTEXT" help:"connect to Postgres and Redis on other machines without TLS"`
	Secret        string `env:"MUSTER_SECRET" secret:"yes" help:"at least 32 characters; keys derive from it; made once in dev"`
	SecretOther   string `env:"MUSTER_SECRET_OTHER" secret:"yes" help:"another secret that is accepted, while MUSTER_SECRET is replaced; none"`

	SMTPURL      string `env:"SMTP_URL" secret:"yes" help:"mail: smtp://user:password@host:587 or smtps://…; the dev outbox without it"`
	MailFrom     string `env:"MAIL_FROM" help:"sender of mails"`
	TwilioSID    string `env:"TWILIO_ACCOUNT_SID" help:"text messages by Twilio; the dev outbox without it"`
	TwilioToken  string `env:"TWILIO_AUTH_TOKEN" secret:"yes" help:"its token"`
	TwilioFrom   string `env:"TWILIO_FROM" help:"its number or messaging service"`
	TwilioBase   string `env:"TWILIO_BASE_URL" help:"its address, for tests"`
	SendsAddress int    `env:"LOGIN_CODES_PER_ADDRESS" help:"sign-in codes an hour from one network address; 60, in dev 2000"`

	VAPIDPublic  string `env:"VAPID_PUBLIC_KEY" help:"public key of push notifications, P-256 in base64url; off without it, made from MUSTER_SECRET in dev"`
	VAPIDPrivate string `env:"VAPID_PRIVATE_KEY" secret:"yes" help:"its private key"`
	VAPIDSubject string `env:"VAPID_SUBJECT" help:"whom push services write to, mailto:… or https://…; MUSTER_PUBLIC_URL without it"`

	Community    string   `env:"COMMUNITY_NAME" help:"name of the community"`
	Creator      string   `env:"CREATOR_NAME" help:"name of its creator"`
	SupportEmail string   `env:"SUPPORT_EMAIL" help:"where members ask for help"`
	ChatTitle    string   `env:"CHAT_TITLE" help:"title of the chat"`
	Reserved     []string `env:"RESERVED_USERNAME_TERMS" help:"terms no username may hold"`

	CreatorEmail string        `env:"CREATOR_EMAIL" help:"where emergency messages go; the creator's own address without it"`
	CreatorPhone string        `env:"CREATOR_PHONE" help:"where their text messages go; the creator's own phone without it"`
	Escalate     time.Duration `env:"EMERGENCY_ESCALATE_AFTER" envDefault:"15m" help:"a critical message unacknowledged for so long is sent again, to every administrator too; 0: never"`

	MailRate  int `env:"MAIL_PER_SECOND" envDefault:"1000" help:"mails a second of notification campaigns, on all nodes together; 0: no bound"`
	SMSRate   int `env:"SMS_PER_SECOND" envDefault:"200" help:"their text messages a second; 0: no bound"`
	MailDaily int `env:"MAIL_PER_DAY" envDefault:"1000000" help:"their mails a day of the community's zone; 0: no bound"`
	SMSDaily  int `env:"SMS_PER_DAY" envDefault:"100000" help:"their text messages a day; 0: no bound"`

	TimeZone       string `env:"COMMUNITY_TIME_ZONE" envDefault:"UTC" help:"time zone of the community's days, as Europe/Berlin"`
	CheckInCurve   string `env:"CHECKIN_CURVE" envDefault:"compound" help:"how the points of a check-in grow: compound or linear"`
	InactivityLoss string `env:"INACTIVITY_PENALTY" envDefault:"on" help:"on: seven missed days in a row cost 5 % of the points"`

	StripeKey       string        `env:"STRIPE_SECRET_KEY" secret:"yes" help:"card payments by Stripe; in dev a test checkout without it, else off"`
	StripeWebhook   string        `env:"STRIPE_WEBHOOK_SECRET" secret:"yes" help:"of its endpoint at /api/webhooks/stripe"`
	StripeBase      string        `env:"STRIPE_BASE_URL" help:"its address, for tests"`
	PaymentProvider string        `env:"PAYMENT_PROVIDER" help:"stripe, off, or in dev test: a checkout that takes no money; stripe where there is a key"`
	PaymentSweep    time.Duration `env:"PAYMENT_SWEEP" envDefault:"5m" help:"how often the provider is asked about payments that nothing was heard of"`
	ReduceCost      string        `env:"CONTRIBUTIONS_REDUCE_COST" envDefault:"off" help:"on: contributions to the community cover the server cost too"`
	Bonus           int           `env:"CONTRIBUTION_BONUS" help:"points for each whole dollar contributed"`

	MediaURL  string        `env:"MEDIA_URL" help:"where uploaded files are kept: file:///folder or s3://bucket?region=…; the folder media of MUSTER_DATA_DIR without it"`
	MediaLife time.Duration `env:"MEDIA_LINK_TTL" envDefault:"10m" help:"how long a link to an uploaded file opens it; at most 10m"`

	Intake        string        `env:"APPLICATION_INTAKE" help:"who may begin an application: open, closed, or invitation"`
	IntakeText    string        `env:"APPLICATION_INTAKE_TEXT" help:"what whoever may not begin one is shown"`
	KeepRejected  time.Duration `env:"APPLICATION_KEEP_REJECTED" envDefault:"4320h" help:"rejected applications are deleted after it; 0: never"`
	KeepAbandoned time.Duration `env:"APPLICATION_KEEP_ABANDONED" envDefault:"720h" help:"unsubmitted ones, after their last change; 0: never"`

	Contributor  time.Duration `env:"CONTRIBUTOR_WINDOW" envDefault:"720h" help:"how long a contribution makes a recent contributor"`
	ChatRate     float64       `env:"CHAT_RATE_PER_SECOND" envDefault:"1" help:"messages a second of one member"`
	ChatBurst    int           `env:"CHAT_BURST" envDefault:"5" help:"messages at once of one member"`
	SessionIdle  time.Duration `env:"SESSION_IDLE" envDefault:"168h" help:"a session unused so long ends"`
	SessionMax   time.Duration `env:"SESSION_MAX" envDefault:"720h" help:"every session ends after it"`
	EventsKept   time.Duration `env:"EVENTS_KEPT" envDefault:"168h" help:"who was away for longer reloads; at least 24h"`
	SendsKept    time.Duration `env:"SENDS_KEPT" envDefault:"720h" help:"a message sent again within it is stored once; at least 73h"`
	AuditKept    time.Duration `env:"AUDIT_KEPT" envDefault:"0" help:"what administrators did; 0 keeps it for ever"`
	SocketsMax   int           `env:"SOCKETS_MAX" help:"most open sockets of a node; what the open file limit leaves room for"`
	SocketsEach  int           `env:"SOCKETS_PER_ADDRESS" envDefault:"20" help:"most sockets of one address that have not joined"`
	Proxies      []string      `env:"MUSTER_TRUSTED_PROXIES" help:"addresses or networks whose X-Forwarded-For counts"`
	DefaultRoom  string        `env:"DEFAULT_ROOM" envDefault:"general" help:"id of the room everybody enters"`
	GIFHosts     []string      `env:"GIF_HOSTS" help:"hosts that GIFs may come from"`
	GIFProvider  string        `env:"GIF_PROVIDER" help:"giphy, or in dev sample: a dozen GIFs that this program draws; giphy where there is a key, else off"`
	GIPHYKey     string        `env:"GIPHY_API_KEY" secret:"yes" help:"GIF search by GIPHY; off without it"`
	GIPHYBase    string        `env:"GIPHY_BASE_URL" help:"its address, for tests"`
	Previews     string        `env:"LINK_PREVIEWS" envDefault:"off" help:"on: the server looks at the first link of a message and shows its title"`
	FaceEngine   string        `env:"FACE_ENGINE" help:"who compares faces at sign-in: embedded, rekognition (Amazon's) or off; embedded in dev, else off"`
	FaceModels   string        `env:"FACE_MODEL_DIR" help:"where the embedded engine's weights lie; beside this program, or in the client's modules, without it"`
	FaceGate     string        `env:"FACE_GATE" envDefault:"off" help:"on: chat and emergency messages need a face that was recognised at sign-in"`
	FaceKeep     time.Duration `env:"FACE_KEEP" envDefault:"720h" help:"pictures of face checks are deleted after it; 0: with the enrolment"`
	FacePassword string        `env:"FACE_ADMIN_PASSWORD_HASH" secret:"yes" help:"argon2id hash of the face viewer's password; the viewer is closed without it; of muster in dev"`
	AdminFactor  string        `env:"ADMIN_SECOND_FACTOR" help:"required: administrators need a second factor; off: who has set one up is asked for it; off"`
	LogFormat    string        `env:"MUSTER_LOG" help:"text or json; text in dev"`
	LogLevel     slog.Level    `env:"MUSTER_LOG_LEVEL" envDefault:"info" help:"least level that is logged: debug, info, warn or error"`
	Traces       string        `env:"OTEL_EXPORTER_OTLP_ENDPOINT" secret:"yes" help:"where traces go, as http://host:4318; off without it"`
}

// othersNames are MUSTER_ variables that other parts of the tree read.
var othersNames = []string{"MUSTER_POSTGRES_BIN", "MUSTER_DEV_SERVER", "MUSTER_E2E_PORT"}

// eachSetting calls f for every field of settings in order.
func eachSetting(f func(name string, field reflect.StructField, index int)) {
	t := reflect.TypeFor[settings]()
	for i := range t.NumField() {
		f(t.Field(i).Tag.Get("env"), t.Field(i), i)
	}
}

// settingNames are the variables by which settings are given, each with its other sources.
func settingNames() []string {
	var names []string
	eachSetting(func(name string, _ reflect.StructField, _ int) {
		names = append(names, name)
		for _, from := range sources {
			names = append(names, name+from.suffix)
		}
	})
	return names
}

// readSettings reads the environment.
func readSettings(environ []string) (settings, error) {
	s, problems := parseSettings(environ)
	return s, node.CannotStart(problems)
}

// parseSettings reads the environment and lists what cannot be read, a line each
// that begins with the name. A misspelt MUSTER_ name is one of them and not a
// setting that silently does nothing.
func parseSettings(environ []string) (settings, []string) {
	var s settings
	given := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		given[name] = value
	}
	known := slices.Concat(othersNames, settingNames())
	var problems []string
	eachSetting(func(name string, _ reflect.StructField, _ int) {
		set := name
		for _, from := range sources {
			argument := strings.TrimSpace(given[name+from.suffix])
			if argument == "" {
				continue
			}
			if given[set] != "" {
				problems = append(problems, set+" and "+name+from.suffix+" are both set: which one counts?")
				return
			}
			value, err := from.read(argument)
			if err != nil {
				problems = append(problems, name+from.suffix+" "+err.Error())
			}
			given[name], set = value, name+from.suffix
		}
		given[name] = withoutBlanks(name, given[name])
	})
	for name := range given {
		if strings.HasPrefix(name, "MUSTER_") && !slices.Contains(known, name) {
			problems = append(problems, name+" is no setting of Muster")
		}
	}
	if err := env.ParseWithOptions(&s, env.Options{Environment: given}); err != nil {
		var all env.AggregateError
		if ok := asAggregate(err, &all); ok {
			for _, one := range all.Errors {
				problems = append(problems, misread(one))
			}
		} else {
			problems = append(problems, err.Error())
		}
	}
	for _, list := range []*[]string{&s.Reserved, &s.Proxies, &s.GIFHosts} {
		*list = elements(*list)
	}
	slices.Sort(problems)
	return s, problems
}

// withoutBlanks is a value without the blanks and line ends around it, which a shell, a pasted
// line and a secret made of a file leave there, and a file's reader drops too. Those of a key
// are part of it: databases are sealed under such keys.
func withoutBlanks(name, value string) string {
	if name == "MUSTER_SECRET" || name == "MUSTER_SECRET_OTHER" {
		return value
	}
	return strings.TrimSpace(value)
}

// elements are a list's elements without the blanks around them, and without empty ones.
func elements(list []string) []string {
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return slices.DeleteFunc(list, func(one string) bool { return one == "" })
}

func asAggregate(err error, all *env.AggregateError) bool {
	found, ok := err.(env.AggregateError)
	*all = found
	return ok
}

// misread names the setting that is no number, time or switch, and never shows
// its value.
func misread(err error) string {
	var parse env.ParseError
	if !errors.As(err, &parse) {
		return err.Error()
	}
	line := parse.Error()
	eachSetting(func(name string, field reflect.StructField, _ int) {
		if field.Name == parse.Name {
			line = name + " must be " + wantedForm(field.Type)
		}
	})
	return line
}

// wantedForm says how a setting of a type is written.
func wantedForm(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a time as 15m, 12h or 168h (a week): days have no letter of their own"
	case t == reflect.TypeFor[slog.Level]():
		return "debug, info, warn or error"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// brand is the settings' brand over the neutral one.
func (s settings) brand() store.Brand {
	b := store.DefaultBrand
	for _, set := range []struct {
		to    *string
		value string
	}{{&b.Community, s.Community}, {&b.Creator, s.Creator}, {&b.SupportEmail, s.SupportEmail}, {&b.ChatTitle, s.ChatTitle}} {
		if set.value != "" {
			*set.to = set.value
		}
	}
	return b
}

// community is what the settings say of the community, and which of it administrators
// cannot decide.
func (s settings) community() community.Configured {
	c := community.Configured{Settings: community.Settings{
		Brand:  s.brand(),
		Intake: application.IntakeRules{Intake: application.Intake(cmp.Or(s.Intake, string(application.IntakeOpen))), Text: s.IntakeText},
	}}
	for _, set := range []struct {
		setting community.Setting
		is      bool
	}{{community.Name, s.Community != ""}, {community.SupportEmail, s.SupportEmail != ""}, {community.Intake, s.Intake != "" || s.IntakeText != ""}} {
		if set.is {
			c.Fixed = append(c.Fixed, set.setting)
		}
	}
	return c
}

// mailServer is the host that takes mail, "" without one.
func (s settings) mailServer() string {
	u, err := url.Parse(s.SMTPURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// effective lists what the settings came to, secrets masked, what is off left
// out.
func (s settings) effective() string {
	var b strings.Builder
	value := reflect.ValueOf(s)
	eachSetting(func(name string, field reflect.StructField, i int) {
		shown := fmt.Sprint(value.Field(i).Interface())
		switch {
		case value.Field(i).IsZero():
			return
		case field.Tag.Get("secret") != "":
			shown = "(set)"
		}
		fmt.Fprintf(&b, "%s=%s ", name, shown)
	})
	return strings.TrimSpace(b.String())
}

// settingsHelp lists the settings for a person.
func settingsHelp() string {
	var b strings.Builder
	eachSetting(func(name string, field reflect.StructField, _ int) {
		text := field.Tag.Get("help")
		if normal := field.Tag.Get("envDefault"); normal != "" {
			text += " (" + normal + ")"
		}
		fmt.Fprintf(&b, "  %-29s %s\n", name, text)
	})
	return b.String()
}
