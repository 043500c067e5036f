// Package gateway calls outside services, one file each: mail by SMTP, SMS by Twilio,
// GIFs by GIPHY or a sample that this program draws, pages that members link to.
// outbound.go is the HTTP client for addresses that members chose. Their types never leave it. Its errors are store.Error: Invalid for a refusal that
// a retry would not change, Unavailable for everything else. No error message
// contains a recipient.
package gateway
