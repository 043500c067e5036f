package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"muster/store"
	"muster/store/roomlog"
)

// Limits of one call of GIPHY.
const (
	giphyTimeout = 3 * time.Second
	giphyReply   = 2 << 20 // bytes; a page of 20 is about 200 KiB
	giphyRating  = "pg-13"
)

// GIPHY looks GIFs up; it is a roomlog.GIFProvider.
type GIPHY struct {
	base   *url.URL
	key    string
	hosts  []string // hosts of pictures that members may be shown
	client *http.Client
}

// NewGIPHY makes the gateway of one key. base is the API's address ("" is GIPHY's
// own). GIFs whose pictures are on other hosts are left out. It fails with Invalid.
func NewGIPHY(base, key string, hosts []string) (*GIPHY, error) {
	if base == "" {
		base = "https://api.giphy.com"
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.User != nil || (u.Scheme != "https" && u.Scheme != "http") {
		return nil, store.NewErrorReason(store.Invalid, "giphy_base_url", "GIPHY_BASE_URL is no URL")
	}
	return &GIPHY{base: u.JoinPath("v1", "gifs"), key: key, hosts: hosts, client: &http.Client{
		Timeout:       giphyTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // it would carry the key along
	}}, nil
}

// GIFs implements roomlog.GIFProvider.
func (g *GIPHY) GIFs(ctx context.Context, q roomlog.GIFQuery) ([]roomlog.GIF, error) {
	path, query := "trending", url.Values{"limit": {strconv.Itoa(q.Limit)}, "offset": {strconv.Itoa(q.Offset)}, "rating": {giphyRating}}
	if q.Words != "" {
		path = "search"
		query.Set("q", q.Words)
	}
	var found []giphyGIF
	if err := g.call(ctx, path, query, &found); err != nil {
		return nil, err
	}
	page := make([]roomlog.GIF, 0, len(found))
	for _, one := range found {
		if gif, ok := g.gif(one); ok && len(page) < q.Limit {
			page = append(page, gif)
		}
	}
	return page, nil
}

// GIF implements roomlog.GIFProvider. GIPHY gives one of any rating by its id, so the
// rating is checked here.
func (g *GIPHY) GIF(ctx context.Context, id string) (roomlog.GIF, error) {
	if !roomlog.ValidGIFID(id) {
		return roomlog.GIF{}, roomlog.ErrGIFUnknown()
	}
	var found giphyGIF
	if err := g.call(ctx, id, url.Values{"rating": {giphyRating}}, &found); err != nil {
		return roomlog.GIF{}, err
	}
	gif, ok := g.gif(found)
	if !ok {
		return roomlog.GIF{}, roomlog.ErrGIFUnknown()
	}
	return gif, nil
}

// call makes one call and decodes the data of its reply.
func (g *GIPHY) call(ctx context.Context, path string, query url.Values, data any) error {
	u := g.base.JoinPath(path)
	query.Set("api_key", g.key)
	u.RawQuery = query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return roomlog.ErrGIFsAway(errors.New("giphy: the call could not be made"))
	}
	reply, err := g.client.Do(request)
	if err != nil {
		return roomlog.ErrGIFsAway(fmt.Errorf("giphy: %w", withoutURL(err)))
	}
	defer reply.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(reply.Body, giphyReply+1))
	switch {
	case reply.StatusCode == http.StatusNotFound:
		return roomlog.ErrGIFUnknown()
	case reply.StatusCode != http.StatusOK:
		return roomlog.ErrGIFsAway(&giphyRefusal{reply.StatusCode})
	case err != nil:
		return roomlog.ErrGIFsAway(errors.New("giphy: the reply broke off"))
	case len(raw) > giphyReply:
		return roomlog.ErrGIFsAway(errors.New("giphy: the reply is too long"))
	}
	var body struct {
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(raw, &body) != nil || body.Data == nil {
		return roomlog.ErrGIFsAway(errors.New("giphy: the reply is no JSON"))
	}
	if _, one := data.(*giphyGIF); one && body.Data[0] == '[' {
		return roomlog.ErrGIFUnknown() // how it says that there is none
	}
	if json.Unmarshal(body.Data, data) != nil {
		return roomlog.ErrGIFsAway(errors.New("giphy: the reply has another form"))
	}
	return nil
}

// giphyRefusal is a reply with a status that is none of success.
type giphyRefusal struct{ status int }

func (r *giphyRefusal) Error() string { return "giphy: refused with " + strconv.Itoa(r.status) }

// withoutURL is the cause in an error of http.Client, which quotes the address with
// the key in it.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// giphyGIF is a GIF as GIPHY describes it.
type giphyGIF struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Rating string `json:"rating"`
	Images struct {
		Original         giphyImage `json:"original"`
		FixedWidth       giphyImage `json:"fixed_width"`
		FixedHeightSmall giphyImage `json:"fixed_height_small"`
		Preview          giphyImage `json:"preview_gif"`
		FixedWidthStill  giphyImage `json:"fixed_width_still"`
		SmallStill       giphyImage `json:"fixed_height_small_still"`
	} `json:"images"`
}

// giphyImage is one rendition; its numbers are strings.
type giphyImage struct {
	URL    string      `json:"url"`
	Width  giphyNumber `json:"width"`
	Height giphyNumber `json:"height"`
	Size   giphyNumber `json:"size"`
	MP4    string      `json:"mp4"`
	WebP   string      `json:"webp"`
}

// giphyNumber is a whole number, written as a string or as a number.
type giphyNumber int

// UnmarshalJSON takes what is no number for 0.
func (n *giphyNumber) UnmarshalJSON(raw []byte) error {
	number, _ := strconv.Atoi(strings.Trim(string(raw), `"`))
	*n = giphyNumber(max(number, 0))
	return nil
}

// gif is a GIF in our words; false for one that must not be shown.
func (g *GIPHY) gif(from giphyGIF) (roomlog.GIF, bool) {
	first := func(addresses ...string) string {
		for _, one := range addresses {
			if u, err := roomlog.CheckGIF(withoutQuery(one), g.hosts); err == nil {
				return u
			}
		}
		return ""
	}
	images, rating := from.Images, strings.ToLower(from.Rating)
	out := roomlog.GIF{
		ID: from.ID, Title: from.Title, URL: first(images.Original.URL),
		Preview:   first(images.FixedWidth.URL, images.FixedHeightSmall.URL, images.Preview.URL, images.Original.URL),
		Thumbnail: first(images.FixedWidthStill.URL, images.SmallStill.URL, images.FixedHeightSmall.URL, images.Original.URL),
		Width:     int(images.Original.Width), Height: int(images.Original.Height), Size: int(images.Original.Size),
		MP4: first(images.Original.MP4), WebP: first(images.Original.WebP),
	}
	return out, roomlog.ValidGIFID(out.ID) && out.URL != "" && rating != "r" && rating != "nsfw"
}

// withoutQuery drops from an address what would reveal to the GIF service the search
// that led to it.
func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address
}
