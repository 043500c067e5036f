// Package gateway calls outside services, one file each: mail by SMTP, SMS by Twilio,
// payments by Stripe, web push, GIFs by GIPHY or a sample that this program draws, and pages
// that members link to. Their types never leave it. outbound.go is the HTTP client for
// addresses that members chose. Errors are store.Error: Invalid for a refusal that a retry
// would not change, Unavailable for everything else. No error message contains a recipient.
package gateway
