package node

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"muster/http/gateway"
	"muster/http/testcheckout"
	"muster/store"
	"muster/store/application"
	"muster/store/campaign"
	"muster/store/community"
	"muster/store/face"
	"muster/store/people"
	faces "muster/store/postgres/face"
	"muster/store/queue"
	"muster/store/rank"
	"muster/store/roomlog"
)

// Config is what a node is made from: settings that were read and checked.
type Config struct {
	Dev     bool
	Version string // of the program, for metrics and traces
	Port    int    // where the node listens; a dev node allows its origins
	Public  *url.URL
	Proxies []netip.Prefix

	Database DatabaseConfig
	RedisURL string // "" is a node without others
	Secret   store.Secret
	// Seed fills the empty database of a dev node; nil leaves it empty.
	Seed func(ctx context.Context, db *Database, defaultRoom string) error

	MediaURL  string        // where uploaded files are kept; "" is the folder media of the data directory
	MediaLife time.Duration // of links to them

	Mailer                store.Mailer    // nil: mail is off, or goes to the dev outbox
	SMS                   store.SMSSender // nil: text messages are off, or go to the dev outbox
	Retention             store.Retention
	LoginCodesPerAddress  int // an hour; 0 is the usual number
	Community             community.Configured
	MailServer, MailFrom  string // the host that takes mail and the sender's address; "" when it goes nowhere
	DefaultRoom           string
	VAPID                 gateway.VAPID // zero: push is off
	GIFs                  GIFs
	LinkPreviews          bool
	Points                rank.PointsRules
	Emergency             queue.EmergencyContacts
	Campaigns             campaign.Pace
	Payments              Payments
	Applications          Applications
	Face                  Face
	ChatRate              float64 // messages a second of one member
	ChatBurst             int
	SocketsMax            int    // 0 is what the open file limit leaves room for
	SocketsPerAddress     int    // of those that have not joined
	OpsAddr, TracesTarget string // "" is off
}

// Payments is how a node takes payments.
type Payments struct {
	queue.PaymentConfig
	Name         string               // of the provider, "" for none
	Test         bool                 // no money moves
	TestCheckout *testcheckout.Config // of the stand-in for the provider; nil for none
}

// Applications is what the community decided about membership applications.
type Applications struct {
	Keep application.Keep
}

// Face is how a node checks faces.
type Face struct {
	Name     string        // of the engine: "embedded", "rekognition" or "off"
	Engine   *face.Turns   // of face.Away when it cannot work
	Password face.Password // of the viewer
	Keep     faces.Keep
	Gate     bool // chat and emergency need a recognised face
}

// GIFs is the GIF service of a node.
type GIFs struct {
	Name     string                   // "giphy", "sample" or "" for none
	Provider roomlog.GIFProvider      // nil: off
	Hosts    []string                 // where GIFs in messages may come from
	Sample   func(file string) []byte // the sample service's files; nil for none
}

// CannotStart makes one error of the reasons that keep a node from starting, a
// line each; nil without any.
func CannotStart(reasons []string) error {
	if len(reasons) == 0 {
		return nil
	}
	return fmt.Errorf("cannot start:\n  %s", strings.Join(reasons, "\n  "))
}

// lameDuckDelay is how long a node serves on after /readyz said that it stops. A
// balancer that asks each second has heard it by then, and what it had sent
// before is answered.
const lameDuckDelay = 2 * time.Second

// lameDuck is this node's delay. A dev node has no balancer before it unless a
// proxy is named, as `muster cluster` names its balancer to its nodes.
func (c Config) lameDuck() time.Duration {
	if c.Dev && len(c.Proxies) == 0 {
		return 0
	}
	return lameDuckDelay
}

// loginLimits are the promised limits. A dev node sends nothing, and everybody
// on it has one address.
func (c Config) loginLimits() people.LoginLimits {
	limits := people.DefaultLoginLimits
	if c.Dev {
		limits.AddressPerHour = 2000
	}
	if c.LoginCodesPerAddress > 0 {
		limits.AddressPerHour = c.LoginCodesPerAddress
	}
	limits.AddressPerDay = 5 * limits.AddressPerHour
	return limits
}

// origins are the browser origins that may call: the public one, and in dev
// this machine under each of its names, the client's own server too.
func (c Config) origins() []string {
	var all []string
	if c.Public != nil {
		all = append(all, originOf(c.Public))
	}
	if !c.Dev {
		return all
	}
	const vite, vitePreview = 5173, 4173
	ports := []int{c.Port, vite, vitePreview}
	if public, err := strconv.Atoi(c.publicPort()); err == nil {
		ports = append(ports, public) // a balancer's
	}
	for _, port := range ports {
		for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
			all = append(all, "http://"+host+":"+strconv.Itoa(port))
		}
	}
	return all
}

// address is how browsers reach this installation, which links in mails begin with.
func (c Config) address() string {
	if c.Public != nil {
		return c.Public.String()
	}
	return "http://localhost:" + strconv.Itoa(c.Port)
}

// publicPort is the port of a public URL on this machine, "" for any other.
func (c Config) publicPort() string {
	if c.Public == nil || c.Public.Hostname() != "localhost" && c.Public.Hostname() != "127.0.0.1" {
		return ""
	}
	return c.Public.Port()
}

// originOf is a URL's origin as browsers spell it: lower case, and without the
// port that its scheme has anyway (RFC 6454 section 6.1).
func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	usual := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(host, usual)
}
