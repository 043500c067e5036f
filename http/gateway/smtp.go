package gateway

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"

	"muster/store"
)

// smtpTimeout limits one conversation with the mail server.
const smtpTimeout = 15 * time.Second

// SMTP sends mail through one server; it is a store.Mailer.
type SMTP struct {
	host    string
	from    string
	name    string
	options []mail.Option
}

// NewSMTP parses a server's URL: smtp://user:password@host:587 (TLS by
// STARTTLS, required unless the host is this machine) or
// smtps://user:password@host:465. from is the sender's address, name is shown
// beside it. It fails with Invalid.
func NewSMTP(server, from, name string) (*SMTP, error) {
	bad := func(reason string) error { return store.NewErrorReason(store.Invalid, "smtp_url", "SMTP_URL "+reason) }
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" {
		return nil, bad("is no URL of the form smtp://user:password@host:587")
	}
	if _, err := store.ParseEmail(from); err != nil {
		return nil, store.NewErrorReason(store.Invalid, "mail_from", "MAIL_FROM is no e-mail address")
	}
	s := &SMTP{host: u.Hostname(), from: from, name: name, options: []mail.Option{mail.WithTimeout(smtpTimeout)}}
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

// SendMail sends one mail. A 5xx reply is Invalid.
func (s *SMTP) SendMail(ctx context.Context, m store.Mail) error {
	msg := mail.NewMsg()
	if err := errors.Join(msg.FromFormat(s.name, s.from), msg.To(m.To)); err != nil {
		return &store.Error{Code: store.Invalid, Message: "mail: an address was refused", Err: err}
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageID()
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return &store.Error{Code: store.Invalid, Message: "mail: the server's settings were refused", Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, smtpTimeout)
	defer cancel()
	if err := client.DialAndSendWithContext(ctx, msg); err != nil {
		var refused *mail.SendError
		if errors.As(err, &refused) && refused.ErrorCode() >= 500 && refused.ErrorCode() < 600 {
			return &store.Error{Code: store.Invalid,
				Message: "mail: the server refused with " + strconv.Itoa(refused.ErrorCode()), Err: err}
		}
		return &store.Error{Code: store.Unavailable, Message: "mail: the server could not take it", Err: err}
	}
	return nil
}
