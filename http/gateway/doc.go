// Package gateway calls the outside parties, one file each: mail by SMTP, text
// messages by Twilio. Their types never leave it. Its errors are store.Error:
// Invalid for a refusal that will not change, Unavailable for everything else;
// no error's sentence names a recipient.
package gateway
