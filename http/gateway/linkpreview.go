package gateway

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"muster/store"
	"muster/store/roomlog"
)

// Limits of looking at one page.
const (
	previewTimeout   = 6 * time.Second // all calls and the body
	previewBytes     = 512 << 10       // of the page, unpacked; a head is shorter
	previewRedirects = 3
)

// LinkPreviews looks at pages that members link to; it is a roomlog.Previewer. The
// pages learn this server's address and nothing of the members. Pictures are left
// out: a member's browser would fetch them from the page's owner.
type LinkPreviews struct{ client *http.Client }

// NewLinkPreviews makes the gateway. Nil allows public addresses on the ports of the
// web.
func NewLinkPreviews(allowed func(netip.AddrPort) bool) *LinkPreviews {
	if allowed == nil {
		allowed = func(a netip.AddrPort) bool {
			return store.PublicAddress(a.Addr()) && (a.Port() == 80 || a.Port() == 443)
		}
	}
	return &LinkPreviews{newOutboundClient(previewTimeout, allowed)}
}

// Preview implements roomlog.Previewer.
func (l *LinkPreviews) Preview(ctx context.Context, link string) (roomlog.LinkPreview, error) {
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	at, err := url.Parse(link)
	if err != nil {
		return roomlog.LinkPreview{}, noPreview(err)
	}
	for range previewRedirects + 1 {
		reply, err := l.get(ctx, at)
		if err != nil {
			return roomlog.LinkPreview{}, err
		}
		if reply.StatusCode/100 != 3 {
			defer reply.Body.Close()
			return readPreview(reply, link)
		}
		reply.Body.Close()
		if at, err = reply.Location(); err != nil {
			return roomlog.LinkPreview{}, noPreview(err)
		}
	}
	return roomlog.LinkPreview{}, noPreview(errors.New("too many redirects"))
}

// get asks for a page.
func (l *LinkPreviews) get(ctx context.Context, at *url.URL) (*http.Response, error) {
	if (at.Scheme != "https" && at.Scheme != "http") || at.User != nil || at.Hostname() == "" {
		return nil, noPreview(errors.New("not a page"))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, noPreview(err)
	}
	request.Header.Set("User-Agent", "Muster (link preview)")
	request.Header.Set("Accept", "text/html, application/xhtml+xml")
	reply, err := l.client.Do(request)
	if errors.Is(err, errAddressRefused) {
		return nil, noPreview(errAddressRefused)
	}
	if err != nil {
		return nil, &store.Error{Code: store.Unavailable, Message: "preview: the page did not answer", Err: withoutURL(err)}
	}
	return reply, nil
}

// noPreview is the failure that another try would not change.
func noPreview(cause error) error {
	return &store.Error{Code: store.Invalid, Message: "preview: there is nothing to show", Err: cause}
}

// readPreview reads what a page says of itself in its head.
func readPreview(reply *http.Response, link string) (roomlog.LinkPreview, error) {
	kind, _, err := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	if err != nil || reply.StatusCode != http.StatusOK || kind != "text/html" && kind != "application/xhtml+xml" {
		return roomlog.LinkPreview{}, noPreview(errors.New("not a page"))
	}
	text, err := charset.NewReader(io.LimitReader(reply.Body, previewBytes), reply.Header.Get("Content-Type"))
	if err != nil {
		return roomlog.LinkPreview{}, noPreview(errors.New("the page is empty"))
	}
	p := readHead(html.NewTokenizer(text))
	p.URL = link
	if p = p.Clean(); p.Title == "" {
		return roomlog.LinkPreview{}, noPreview(errors.New("the page has no title"))
	}
	return p, nil
}

// readHead reads the title and the description; those made for previews go first.
func readHead(page *html.Tokenizer) roomlog.LinkPreview {
	page.SetMaxBuf(64 << 10) // of one token
	var title, described string
	shared := map[string]string{}
	inTitle := false
	for kind := page.Next(); kind != html.ErrorToken; kind = page.Next() {
		token := page.Token()
		switch {
		case kind == html.TextToken && inTitle:
			title += token.Data
		case token.DataAtom == atom.Title:
			inTitle = kind == html.StartTagToken && title == ""
		case token.DataAtom == atom.Body, token.DataAtom == atom.Head && kind == html.EndTagToken:
			return previewOf(shared, title, described)
		case token.DataAtom == atom.Meta:
			switch name, content := metaOf(token); name {
			case "og:title", "og:description":
				shared[name] = content
			case "description":
				described = content
			}
		}
	}
	return previewOf(shared, title, described)
}

func previewOf(shared map[string]string, title, described string) roomlog.LinkPreview {
	p := roomlog.LinkPreview{Title: shared["og:title"], Description: shared["og:description"]}
	if strings.TrimSpace(p.Title) == "" {
		p.Title = title
	}
	if strings.TrimSpace(p.Description) == "" {
		p.Description = described
	}
	return p
}

// metaOf is the name, or the property, and the content of a meta element.
func metaOf(token html.Token) (name, content string) {
	for _, a := range token.Attr {
		switch a.Key {
		case "name", "property":
			name = strings.ToLower(a.Val)
		case "content":
			content = a.Val
		}
	}
	return name, content
}
