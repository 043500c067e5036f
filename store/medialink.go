package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MediaVariant is one of the files of an upload.
type MediaVariant string

const (
	MediaFile      MediaVariant = "file"
	MediaThumbnail MediaVariant = "thumbnail"
	// A profile picture's files have variants of their own, by which a link says
	// that it opens a picture and not an upload.
	PictureFile      MediaVariant = "picture"
	PictureThumbnail MediaVariant = "picture-thumbnail"
)

// MediaPath begins every link to a file.
const MediaPath = "/media/"

// MediaLinks signs links to uploads. A link is bound to one file and one member
// and to the moment when it ends. Links made within a tenth of their life, at
// most a minute, are the same, so that browsers load a file once.
type MediaLinks struct {
	keys, cookieKeys [][]byte // the first for what is made now
	life             time.Duration
}

// NewMediaLinks makes links that live for life at most; 0 is MediaLinkLife.
func NewMediaLinks(s Secret, life time.Duration) MediaLinks {
	if life <= 0 || life > MediaLinkLife {
		life = MediaLinkLife
	}
	return MediaLinks{keys: s.Keys("media-links"), cookieKeys: s.Keys("media-cookie"), life: life}
}

// Links gives a member the links to an upload and to its thumbnail, which is ""
// for an upload without one.
func (l MediaLinks) Links(member string, u *Upload, now time.Time) (file, thumbnail string) {
	until := l.Until(now)
	file = l.Link(member, u.ID, MediaFile, until)
	if u.Thumbnail {
		thumbnail = l.Link(member, u.ID, MediaThumbnail, until)
	}
	return file, thumbnail
}

// PictureLinks gives a member the links to a profile picture, "" and "" for none.
func (l MediaLinks) PictureLinks(member, picture string, now time.Time) (file, thumbnail string) {
	if picture == "" {
		return "", ""
	}
	until := l.Until(now)
	return l.Link(member, picture, PictureFile, until), l.Link(member, picture, PictureThumbnail, until)
}

// Until is the end of the links that are made now.
func (l MediaLinks) Until(now time.Time) string {
	step := min(l.life/10, time.Minute)
	return strconv.FormatInt(now.Truncate(max(step, time.Millisecond)).Add(l.life).UnixMilli(), 10)
}

// Link is the link to one file of an upload or a profile picture that opens for a member
// until a time of Until.
func (l MediaLinks) Link(member, upload string, v MediaVariant, until string) string {
	return MediaPath + upload + "/" + string(v) + "?until=" + until + "&sig=" + signature(l.keys[0], member, upload, string(v), until)
}

// Query is the signed query of a link that opens a file for a member under another path;
// Check checks it.
func (l MediaLinks) Query(member, file string, v MediaVariant, now time.Time) string {
	until := l.Until(now)
	return "until=" + until + "&sig=" + signature(l.keys[0], member, file, string(v), until)
}

// signed says whether a signature was made under one of the keys.
func (l MediaLinks) signed(sig, member, upload, variant, until string) bool {
	return slices.ContainsFunc(l.keys, func(key []byte) bool {
		return hmac.Equal([]byte(sig), []byte(signature(key, member, upload, variant, until)))
	})
}

func signature(key []byte, member, upload, variant, until string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(member + "\n" + upload + "\n" + variant + "\n" + until))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// Check says until when a link opens for a member. It fails with Forbidden for a
// Link that ended, that another member was given, or that was never made.
func (l MediaLinks) Check(member, upload, variant, until, sig string, now time.Time) (time.Time, error) {
	refused := NewErrorReason(Forbidden, "link_invalid", "This link is not valid")
	if !l.signed(sig, member, upload, variant, until) {
		return time.Time{}, refused
	}
	ms, err := strconv.ParseInt(until, 10, 64)
	end := time.UnixMilli(ms)
	if err != nil || !now.Before(end) {
		return time.Time{}, refused
	}
	return end, nil
}

// UploadOf is the upload that a link opens that the member was given, also after
// its end.
func (l MediaLinks) UploadOf(member, link string) (upload string, ok bool) {
	path, query, _ := strings.Cut(link, "?")
	rest, found := strings.CutPrefix(path, MediaPath)
	upload, variant, _ := strings.Cut(rest, "/")
	values, err := url.ParseQuery(query)
	if !found || err != nil || len(link) > 400 || !ValidID(upload) {
		return "", false
	}
	if !l.signed(values.Get("sig"), member, upload, variant, values.Get("until")) {
		return "", false
	}
	return upload, true
}

// Cookie is what a browser shows besides a link: which session it is. It opens
// nothing else.
func (l MediaLinks) Cookie(session, member string) string {
	id := strings.ReplaceAll(session+member, "-", "")
	return id + hex.EncodeToString(cookieMAC(l.cookieKeys[0], id))
}

func cookieMAC(key []byte, id string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(id))
	return m.Sum(nil)
}

// OpenCookie gives the session of a cookie and its member. Whether the session
// still lives is not known here.
func (l MediaLinks) OpenCookie(cookie string) (session, member string, ok bool) {
	const idLength = 64
	if len(cookie) != idLength+2*sha256.Size {
		return "", "", false
	}
	mac, err := hex.DecodeString(cookie[idLength:])
	if err != nil || !slices.ContainsFunc(l.cookieKeys, func(key []byte) bool { return hmac.Equal(mac, cookieMAC(key, cookie[:idLength])) }) {
		return "", "", false
	}
	return dashed(cookie[:32]), dashed(cookie[32:idLength]), true
}

// dashed writes 32 hexadecimal digits as a UUID.
func dashed(id string) string {
	return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
}
