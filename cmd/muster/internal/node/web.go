package node

import (
	"io"
	"log"
	"net/http"
	"time"

	"muster/client"
	musterhttp "muster/http"
	communitycalls "muster/http/community"
	"muster/http/socket"
)

// wireWeb makes the edge: the API, the socket's path and the client's files.
func (n *Node) wireWeb(c Config) error {
	web := musterhttp.Config{
		Store: n.DB.DB, Log: n.roomLog, Chat: n.chat, People: n.people, Hub: n.hub, Outbox: n.outbox, Delivers: c.Mailer != nil || c.SMS != nil, Socket: n.sockets, Client: client.Files(), Languages: client.Languages(),
		Logins: n.logins, Applications: n.applied,
		Points:      n.points,
		Emergencies: n.emergencies,
		MyData:      n.myData,
		Encrypted:   n.encrypted,
		Factors:     n.factors,
		PushKey:     c.VAPID.PublicKey,
		Community:   n.community, Mail: communitycalls.Mail{Server: c.MailServer, From: c.MailFrom, HasOutbox: n.outbox != nil},
		DefaultRoom: c.DefaultRoom, GIFHosts: c.GIFs.Hosts, GIFs: c.GIFs.Provider, GIFService: c.GIFs.Name, SampleGIF: c.GIFs.Sample, Face: n.faceCalls(c), Dev: c.Dev,
		Campaigns: n.campaigns, CampaignChannels: n.sender.channels(), CampaignSender: n.sender, Unsubscribe: n.sender.key,
		Payments: n.payments, PaymentProvider: c.Payments.Name, TestPayments: c.Payments.Test,
		Media: n.media, MediaLinks: n.mediaLinks(c), Clock: n.clock.Estimate,
		Origins: c.origins(), Secure: c.Public != nil && c.Public.Scheme == "https", TrustedProxies: c.Proxies,
		AnalyticsAge: analyticsAge,
		Logger:       n.log,
	}
	if err := n.wireTestCheckout(c); err != nil {
		return err
	}
	if n.checkout != nil {
		web.TestCheckout = n.checkout
	}
	if n.metrics != nil {
		web.ObserveRequest = n.metrics.Answered
	}
	if n.Traces != nil {
		web.Tracer = n.Traces
	}
	if n.bus != nil {
		web.Redis = n.busState
	}
	var err error
	n.edge, err = musterhttp.New(web)
	return err
}

// AnswerLimit is the time from a request's headers to the end of its answer.
const AnswerLimit = 30 * time.Second

// NewServer returns an HTTP server with the time limits of a usual call. A route with a
// limit of its own replaces them, and a WebSocket that takes its connection over ends
// them.
func NewServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: socket.HandshakeTimeout,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      AnswerLimit,
		IdleTimeout:       75 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // its lines name addresses
	}
}
