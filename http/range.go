package http

import (
	"math"
	"net/http"
	"strconv"
	"strings"
)

// beyondEveryFile is a range that no file has.
var beyondEveryFile = strconv.FormatInt(math.MaxInt64, 10) + "-"

// prepareRange readies the Range header of r for http.ServeContent. Ranges in other units are
// none (RFC 9110, section 14.2); ServeContent would refuse them. The last 0 bytes are a range
// that cannot be satisfied (section 14.1.2); ServeContent would answer 206 with a range that
// ends before it begins.
func prepareRange(r *http.Request) {
	unit, list, _ := strings.Cut(r.Header.Get("Range"), "=")
	if !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		r.Header.Del("Range")
		return
	}
	ranges := strings.Split(list, ",")
	for i, one := range ranges {
		if last, ok := strings.CutPrefix(strings.TrimSpace(one), "-"); ok && last != "" && strings.Trim(last, "0") == "" {
			ranges[i] = beyondEveryFile
		}
	}
	r.Header.Set("Range", unit+"="+strings.Join(ranges, ","))
}
