package face

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"muster/store"
)

// LinkLife is how long a link to a picture opens it, unless the grant ends before.
const LinkLife = 5 * time.Minute

// PicturePath begins the links to pictures.
const PicturePath = "/api/face/images/"

// LinksEnd is when links that are made now end.
func LinksEnd(now, grantEnds time.Time) time.Time {
	end := now.Add(LinkLife)
	if grantEnds.Before(end) {
		end = grantEnds
	}
	return end.Truncate(time.Second)
}

// Link opens the picture of a check to the holder of a grant until end.
func (k Keys) Link(check, grant string, end time.Time) string {
	exp := strconv.FormatInt(end.Unix(), 10)
	id := strings.ReplaceAll(grant, "-", "")
	return PicturePath + check + "?exp=" + exp + "&sig=" + id + "." + signature(k.links[0], check, exp, id)
}

func signature(key []byte, check, exp, grant string) string {
	return base64.RawURLEncoding.EncodeToString(store.KeyedMAC(key, "link", []byte(check+"\n"+exp+"\n"+grant)))
}

// ErrLink answers a link that ended, was never made, or was given to another session.
func ErrLink() *store.Error {
	return store.NewErrorReason(store.Forbidden, "link_invalid", "This link is not valid")
}

// CheckLink gives the grant of a link. It fails with ErrLink for one that ended or was never
// made.
func (k Keys) CheckLink(check, exp, sig string, now time.Time) (grant string, err error) {
	refused := ErrLink()
	id, signed, _ := strings.Cut(sig, ".")
	if !slices.ContainsFunc(k.links, func(key []byte) bool { return hmac.Equal([]byte(signed), []byte(signature(key, check, exp, id))) }) {
		return "", refused
	}
	end, err := strconv.ParseInt(exp, 10, 64)
	raw, bad := hex.DecodeString(id)
	if err != nil || bad != nil || len(raw) != 16 || !now.Before(time.Unix(end, 0)) {
		return "", refused
	}
	return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:], nil
}
