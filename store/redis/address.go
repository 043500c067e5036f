// Where Redis is: at one address, or wherever Sentinels say that the master is.

package redis

import (
	"errors"
	"net"
	"net/url"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"muster/store"
)

const (
	poolSize = 4         // connections, beside that of the subscription
	connLife = time.Hour // of each of them; a renewed certificate is seen by then
)

// address is a parsed URL; one of the two is set.
type address struct {
	single   *goredis.Options
	failover *goredis.FailoverOptions
}

// CheckURL says whether Open can parse a URL.
func CheckURL(url string) error {
	_, err := parse(url)
	return err
}

// Plaintext says whether a URL leads to another machine without TLS. One of Sentinels does
// wherever they are, because the master that they name moves. One that cannot be read does
// not.
func Plaintext(url string) bool {
	to, err := parse(url)
	switch {
	case err != nil:
		return false
	case to.failover != nil:
		return to.failover.TLSConfig == nil
	case to.single.Network == "unix" || to.single.TLSConfig != nil:
		return false
	}
	host, _, err := net.SplitHostPort(to.single.Addr)
	return err != nil || !store.LocalHost(host)
}

// parse reads a URL in the library's own form: with master_name its host, and each addr of
// its query, is a Sentinel. The library's errors would show the password.
func parse(raw string) (address, error) {
	unreadable := errors.New("the Redis URL cannot be read")
	u, err := url.Parse(raw)
	if err != nil || u.Fragment != "" || store.PasswordCutsAddress(raw) {
		return address{}, unreadable
	}
	if !u.Query().Has("master_name") {
		options, err := goredis.ParseURL(raw)
		if err != nil {
			return address{}, unreadable
		}
		return address{single: options}, nil
	}
	options, err := goredis.ParseFailoverURL(raw)
	if err != nil || options.MasterName == "" || options.ReplicaOnly || options.RouteByLatency || options.RouteRandomly {
		return address{}, unreadable
	}
	if options.TLSConfig != nil {
		// Each machine shows a certificate of its own, so each is checked by the name or the
		// address under which it was called, not by the first Sentinel's.
		options.TLSConfig.ServerName = ""
	}
	return address{failover: options}, nil
}

// client is a client with the bus's limits, whose servers' certificates ends notes.
func (a address) client(ends *store.CertificateEnds) *goredis.Client {
	if o := a.failover; o != nil {
		ends.Watch(o.TLSConfig)
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout = dialTime, sendTime, sendTime
		o.ContextTimeoutEnabled, o.DisableIdentity = true, true
		o.MaxRetries, o.DialerRetries, o.PoolSize, o.ConnMaxLifetime = -1, 1, poolSize, connLife
		return goredis.NewFailoverClient(o)
	}
	o := a.single
	ends.Watch(o.TLSConfig)
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout = dialTime, sendTime, sendTime
	o.ContextTimeoutEnabled, o.DisableIdentity = true, true
	o.MaxRetries, o.DialerRetries, o.PoolSize, o.ConnMaxLifetime = -1, 1, poolSize, connLife
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return goredis.NewClient(o)
}
