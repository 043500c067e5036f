package roomlog

import (
	"context"
	"muster/store"
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
// user information or port. An entry of hosts that begins with a slash is a folder
// of this installation: a file in it is accepted by its path. It fails with Invalid.
func CheckGIF(raw string, hosts []string) (string, error) {
	bad := store.NewErrorReason(store.Invalid, "gif_not_allowed", "This GIF link is not allowed")
	if len(raw) == 0 || len(raw) > 500 || strings.ContainsAny(raw, " \t\r\n\"<>\\^`{|}") {
		return "", bad
	}
	for i := range len(raw) {
		if raw[i] <= 0x20 || raw[i] >= 0x7f {
			return "", bad
		}
	}
	if raw[0] == '/' {
		if slices.ContainsFunc(hosts, func(folder string) bool { return isGIFFile(raw, folder) }) {
			return raw, nil
		}
		return "", bad
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

// isGIFFile says whether a path is that of a GIF in a folder, by its plain name.
func isGIFFile(path, folder string) bool {
	file, in := strings.CutPrefix(path, folder)
	name, isGIF := strings.CutSuffix(file, ".gif")
	return in && isGIF && strings.HasPrefix(folder, "/") && strings.HasSuffix(folder, "/") && ValidGIFID(name)
}

// GIF is one GIF of a GIF service. Width and Height are pixels, Size is bytes;
// empty addresses are unknown.
type GIF struct {
	ID, Title               string
	URL, Preview, Thumbnail string // Preview is small and moves, Thumbnail stands still
	Width, Height, Size     int
	MP4, WebP               string
}

// GIFPage is the most GIFs of one page.
const GIFPage = 20

// maxGIFOffset is as far as GIF services go into a list.
const maxGIFOffset = 4999

// GIFQuery asks for a page of GIFs: those that match Words, or without words those
// that are popular now.
type GIFQuery struct {
	Words         string
	Limit, Offset int
}

// maxGIFWords is the most characters of a search that GIF services read.
const maxGIFWords = 50

// Canonical gives the query with its limits kept and its words in one form, so that
// equal questions look equal.
func (q GIFQuery) Canonical() GIFQuery {
	words := []rune(strings.ToLower(strings.Join(strings.Fields(strings.ToValidUTF8(q.Words, "")), " ")))
	return GIFQuery{
		Words: strings.TrimSpace(string(words[:min(len(words), maxGIFWords)])),
		Limit: min(max(q.Limit, 1), GIFPage), Offset: min(max(q.Offset, 0), maxGIFOffset),
	}
}

// GIFProvider is a GIF service. Whatever it gives is rated pg-13 or lower.
type GIFProvider interface {
	// GIFs gives one page. It fails with Unavailable.
	GIFs(ctx context.Context, q GIFQuery) ([]GIF, error)
	// GIF gives one by its id. It fails with NotFound and Unavailable.
	GIF(ctx context.Context, id string) (GIF, error)
}

// ErrGIFUnknown is the failure for an id that no GIF has.
func ErrGIFUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "gif_unknown", "GIF not found")
}

// ErrGIFsOff is the failure without a GIF service.
func ErrGIFsOff() *store.Error {
	return store.NewErrorReason(store.Unavailable, "gif_not_configured", "GIF support not configured.").TurnedOff()
}

// ErrGIFsAway is the failure when the GIF service does not answer as it should.
// cause must not contain the service's key.
func ErrGIFsAway(cause error) *store.Error {
	return &store.Error{Code: store.Unavailable, Reason: "gif_unavailable", Message: "GIFs are not available right now. Please try again.", Err: cause}
}

// ValidGIFID says whether a string can be the id of a GIF.
func ValidGIFID(id string) bool {
	for _, c := range []byte(id) {
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return id != "" && len(id) <= 64
}
