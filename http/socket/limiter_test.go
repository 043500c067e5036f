package socket

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"muster/http/socket/openfiles"
	"muster/store/logtest"
)

// A session that heard of its admission after its socket had gone took its
// address off the count a second time, so another socket was counted for none.
func TestJoinedAfterTheEndCountsOnce(t *testing.T) {
	st := open(t)
	var members []*member
	gone := st.raw()
	members = append(members, st.member())
	for range 2 {
		st.raw()
		members = append(members, st.member())
	}
	_ = gone.Close()
	receive(t, members[0].gone)
	eventually(t, "it has left", func() bool { return st.Stats().Open == 2 })
	members[0].out.Joined()
	if s := st.Stats(); s.Unjoined != 2 {
		t.Errorf("%d of 2 sockets are counted", s.Unjoined)
	}
}

// One customer owns a whole /64 of IPv6: sockets of its addresses that have not
// joined count together. They counted one by one, so one /64 opened any number.
func TestSocketsOfOneIPv6Network(t *testing.T) {
	l := &logtest.Buffer{}
	st := open(t, withLog(l), func(c *Config, _ *site) {
		c.PerAddress = 2
		c.Address = func(r *http.Request) string { return r.Header.Get("X-From") }
	})
	from := func(address string) *peer {
		nc, err := net.Dial("tcp", st.addr())
		if err != nil {
			t.Fatal(err)
		}
		return handshakeWith(t, nc, "X-From: "+address+"\r\n")
	}
	from("2001:db8:0:1::1")
	from("2001:db8:0:1:ffff::2")
	if code, reason := from("2001:db8:0:1::3").closed(); code != 1013 || !strings.Contains(reason, "this address") {
		t.Errorf("the third of a /64: %d %q", code, reason)
	}
	from("2001:db8:0:1:abcd::4").closed()
	from("2001:db8:0:2::1")
	if s := st.Stats(); s.Unjoined != 3 {
		t.Errorf("%+v", s)
	}
	if n := st.Refusals()[RefusedAddress]; n != 2 {
		t.Errorf("%d of 2 are counted", n)
	}
	if got := l.String(); strings.Count(got, "MUSTER_TRUSTED_PROXIES") != 1 || strings.Contains(got, "2001:db8") {
		t.Errorf("the log says\n%s", got)
	}
}

// Without a cap of its own a node leaves files free for its other work.
func TestMaxSocketsFromTheOpenFileLimit(t *testing.T) {
	if n := maxSockets(5); n != 5 {
		t.Errorf("5 became %d", n)
	}
	if n := maxSockets(-1); n != 0 {
		t.Errorf("no cap became %d", n)
	}
	files := openfiles.Limit()
	if n := maxSockets(0); files > 0 && (n < files/2 || n >= files) {
		t.Errorf("%d sockets of %d files", n, files)
	}
}
