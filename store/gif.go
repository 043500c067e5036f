package store

import (
	"net/url"
	"slices"
	"strings"
)

// DefaultGIFHosts are the media hosts of the GIF service.
var DefaultGIFHosts = []string{
	"media.giphy.com", "media0.giphy.com", "media1.giphy.com",
	"media2.giphy.com", "media3.giphy.com", "media4.giphy.com", "i.giphy.com",
}

// CheckGIF accepts an https URL of at most 500 bytes on one of hosts, without
// user information or port. It fails with Invalid.
func CheckGIF(raw string, hosts []string) (string, error) {
	bad := NewErrorReason(Invalid, "gif_not_allowed", "This GIF link is not allowed")
	if len(raw) == 0 || len(raw) > 500 || strings.ContainsAny(raw, " \t\r\n\"<>\\^`{|}") {
		return "", bad
	}
	for i := range len(raw) {
		if raw[i] <= 0x20 || raw[i] >= 0x7f {
			return "", bad
		}
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Port() != "" || u.Opaque != "" {
		return "", bad
	}
	if !slices.Contains(hosts, strings.ToLower(u.Host)) {
		return "", bad
	}
	return u.String(), nil
}
