package gateway

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wneessen/go-mail"

	"muster/store"
	"muster/store/campaign"
)

// Limits of connections to the mail server.
const (
	smtpTimeout = 9 * time.Second  // one mail
	smtpIdle    = 20 * time.Second // for which a connection waits for the next mail
	smtpKept    = 32               // idle connections
)

// SMTP sends mail through one server; it is a store.Mailer.
type SMTP struct {
	host    string
	from    string
	name    string
	options []mail.Option
	idle    chan idleSMTP
	watched atomic.Bool // a timer for closeIdle is set
	after   func(d time.Duration, f func())
}

// idleSMTP is a connection that waits for its next mail.
type idleSMTP struct {
	client *mail.Client
	since  time.Time
}

// NewSMTP parses a server's URL: smtp://user:password@host:587 (TLS by
// STARTTLS, required unless the host is this machine) or
// smtps://user:password@host:465. from is the sender's address, name is shown
// beside it. It fails with Invalid.
func NewSMTP(server, from, name string) (*SMTP, error) {
	bad := func(reason string) error { return store.NewErrorReason(store.Invalid, "smtp_url", "SMTP_URL "+reason) }
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || !store.ValidPort(u) || store.PasswordCutsAddress(server) {
		return nil, bad("is no URL of the form smtp://user:password@host:587; " + store.PasswordForm)
	}
	if _, err := store.ParseEmail(from); err != nil {
		return nil, store.NewErrorReason(store.Invalid, "mail_from", "MAIL_FROM is no e-mail address")
	}
	s := &SMTP{host: u.Hostname(), from: from, name: name, options: []mail.Option{
		mail.WithTimeout(smtpTimeout), mail.WithoutNoop(), // a line that was closed is noticed by the mail's first command
	},
		idle: make(chan idleSMTP, smtpKept), after: func(d time.Duration, f func()) { time.AfterFunc(d, f) }}
	port := 587
	switch u.Scheme {
	case "smtp":
		policy := mail.TLSMandatory
		if ip := net.ParseIP(s.host); s.host == "localhost" || ip != nil && ip.IsLoopback() {
			policy = mail.TLSOpportunistic
		}
		s.options = append(s.options, mail.WithTLSPolicy(policy))
	case "smtps":
		port = 465
		s.options = append(s.options, mail.WithSSL())
	default:
		return nil, bad("must begin with smtp:// or smtps://")
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, bad("has no port number")
		}
	}
	s.options = append(s.options, mail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
			mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	return s, nil
}

// connect gives a connection: one that waits, or a new one.
func (s *SMTP) connect(ctx context.Context) (client *mail.Client, reused bool, err error) {
	for {
		select {
		case waiting := <-s.idle:
			if time.Since(waiting.since) < smtpIdle {
				return waiting.client, true, nil
			}
			waiting.client.Close()
			continue
		default:
		}
		client, err := mail.NewClient(s.host, s.options...)
		if err != nil {
			return nil, false, &store.Error{Code: store.Invalid, Message: "The settings of the mail server were refused", Err: err}
		}
		return client, false, client.DialWithContext(ctx)
	}
}

// keep lets a connection wait for the next mail, for smtpIdle at most.
func (s *SMTP) keep(client *mail.Client) {
	select {
	case s.idle <- idleSMTP{client, time.Now()}:
		s.watchIdle()
	default:
		client.Close()
	}
}

// watchIdle has closeIdle called in a while. One timer is enough for all connections.
func (s *SMTP) watchIdle() {
	if s.watched.CompareAndSwap(false, true) {
		s.after(smtpIdle+time.Second, s.closeIdle)
	}
}

// closeIdle closes the connections that have waited for too long, and comes again
// while any is left.
func (s *SMTP) closeIdle() {
	for range len(s.idle) {
		select {
		case waiting := <-s.idle:
			if time.Since(waiting.since) < smtpIdle {
				select {
				case s.idle <- waiting:
					continue
				default:
				}
			}
			waiting.client.Close()
		default:
		}
	}
	s.watched.Store(false)
	if len(s.idle) > 0 {
		s.watchIdle()
	}
}

// message makes the mail as it goes over the wire.
func (s *SMTP) message(m store.Mail) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := errors.Join(msg.FromFormat(cmp.Or(m.From, s.name), s.from), msg.To(m.To)); err != nil {
		return nil, &store.Error{Code: store.Invalid, Message: "The mail server could not be given this address", Err: err}
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageID()
	if m.Unsubscribe != "" {
		msg.SetGenHeaderPreformatted(mail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		msg.SetGenHeaderPreformatted(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}

// SendMail sends one mail, over a connection that an earlier mail left open where
// there is one. A 5xx reply to the mail is Invalid. The other failures are Unavailable:
// with SendTemporary for a 4xx reply, SendUnreachable when the mail was not handed over,
// and SendUnknown when the line broke after all of it was.
func (s *SMTP) SendMail(ctx context.Context, m store.Mail) error {
	msg, err := s.message(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, smtpTimeout)
	defer cancel()
	for {
		client, reused, err := s.connect(ctx)
		if err != nil {
			if store.CodeOf(err) == store.Invalid {
				return err
			}
			return smtpUnreached(err)
		}
		err = client.Send(msg)
		var failed *mail.SendError
		if err != nil && (!errors.As(err, &failed) || failed.Reason == mail.ErrConnCheck || reused && closedBefore(failed)) {
			client.Close()
			if reused {
				continue // it was closed meanwhile, and nothing was sent
			}
			return smtpFailure(err, false)
		}
		switch {
		case err == nil:
			s.keep(client)
			return nil
		case failed.Reason == mail.ErrSMTPReset: // after the mail was accepted
			client.Close()
			return nil
		case failed.ErrorCode() == 0 || failed.ErrorCode() == 421:
			client.Close()
		default:
			s.keep(client)
		}
		return smtpFailure(err, failed.Reason == mail.ErrSMTPDataClose)
	}
}

// closedBefore says that a line was closed before anything of a mail was handed over.
func closedBefore(failed *mail.SendError) bool {
	return failed.Reason == mail.ErrSMTPMailFrom && (failed.ErrorCode() == 0 || failed.ErrorCode() == 421)
}

// smtpFailure classifies a failure. whole: all of the mail was handed over.
func smtpFailure(err error, whole bool) error {
	code := smtpCode(err)
	switch {
	case code >= 500:
		return smtpRefusal(store.Invalid, "", "The mail server refused it (%d)", code, err)
	case code >= 400:
		return smtpRefusal(store.Unavailable, campaign.SendTemporary, "The mail server refused it for now (%d)", code, err)
	case whole:
		return &store.Error{Code: store.Unavailable, Reason: campaign.SendUnknown,
			Message: "The connection broke before the mail server said whether it took the mail", Err: err}
	}
	return &store.Error{Code: store.Unavailable, Reason: campaign.SendUnreachable, Message: "The mail server could not be reached", Err: err}
}

// smtpRefusal is the failure for a reply with a code.
func smtpRefusal(code store.Code, reason, format string, reply int, err error) *store.Error {
	refusal := store.NewErrorf(code, reason, format, reply)
	refusal.Err = err
	return refusal
}

// smtpUnreached classifies a failure to connect. A 5xx reply is about this installation, as
// for a wrong password, and not about the mail.
func smtpUnreached(err error) error {
	if code := smtpCode(err); code >= 500 {
		return smtpRefusal(store.Unavailable, campaign.SendUnreachable, "The mail server refused the connection (%d)", code, err)
	}
	var away *store.Error
	switch fault := store.CertificateFault(err); {
	case fault != "":
		away = store.NewErrorf(store.Unavailable, campaign.SendUnreachable, "The mail server could not be reached: %s", fault)
	case errors.Is(err, mail.ErrNoSupportedAuthDiscovered):
		away = store.NewErrorReason(store.Unavailable, campaign.SendUnreachable, "The mail server takes no password on this connection, perhaps because it has no TLS")
	case strings.Contains(err.Error(), "does not support STARTTLS"): // the library's words
		away = store.NewErrorReason(store.Unavailable, campaign.SendUnreachable, "The mail server offers no TLS, without which no mail goes to another machine")
	default:
		return smtpFailure(err, false)
	}
	away.Err = err
	return away
}

// smtpCode is the code of a server's reply in an error, 0 for none.
func smtpCode(err error) int {
	var refused *mail.SendError
	if errors.As(err, &refused) {
		return refused.ErrorCode()
	}
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return reply.Code
	}
	return 0
}
