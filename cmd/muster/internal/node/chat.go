package node

import (
	"os"

	"muster/actors"
	"muster/client"
	musterhttp "muster/http"
	"muster/http/socket"
	payments "muster/store/postgres/money"
	ranks "muster/store/postgres/rank"
)

// wireChat makes the hub, which owns what is live, and the sockets before it.
func (n *Node) wireChat(c Config) error {
	build, err := musterhttp.ClientBuild(client.Files())
	if err != nil {
		return err
	}
	hub := actors.Config{
		Log: n.roomLog, Admission: n.roomLog, Costs: payments.NewCosts(n.DB.DB), Contributors: n.payments, Activities: n.desk, Campaigns: n.campaigns, Sender: n.sender, MediaLinks: n.mediaLinks(c), LinkClock: n.clock.Estimate, DefaultRoom: c.DefaultRoom, GIFHosts: c.GIFs.Hosts,
		Rate: c.ChatRate, Burst: c.ChatBurst, Logger: n.log,
		Build: c.Version, ClientBuild: build,
	}
	hub.Host, _ = os.Hostname() // only shown
	if n.Traces != nil {
		hub.Log = n.tracedLog()
	}
	sockets := socket.Config{
		Connect: func(out actors.Outbox) socket.Session { return n.hub.Connect(out) },
		Origins: c.origins(), Max: c.SocketsMax, PerAddress: c.SocketsPerAddress,
		Address: musterhttp.ClientAddress(c.Proxies), Language: musterhttp.LanguageOf, Logger: n.log,
	}
	if n.metrics != nil {
		hub.Meter, sockets.Passed = n.metrics, n.metrics.Flushed
	}
	if n.bus != nil {
		hub.Bus, hub.SharedLimiter = n.bus, n.bus
	}
	n.hub = actors.NewHub(hub)
	n.sockets = socket.New(sockets)
	if n.pushes != nil {
		n.pushes.Search(n.readers)
	}
	n.jobs.SearchEarned(ranks.NewBadges(n.DB.DB), n.hub.Broadcast)
	return nil
}
