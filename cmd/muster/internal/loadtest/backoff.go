// When a member comes back, as the browser's client does it (client/src/net/backoff.ts
// and closes.ts).

package loadtest

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"time"
)

const (
	firstRetry      = 3 * time.Second
	longestRetry    = 30 * time.Second
	longestAsked    = time.Minute     // that a node may ask for
	answerPatience  = 8 * time.Second // until a join is answered
	patientFailures = 2
)

var askedFor = regexp.MustCompile(`\bretry in (\d{1,3}) s\b`)

// backoff is a member's way back.
type backoff struct{ failures int }

// next is how long to wait after a connection that ended so: 3 s, 6 s, 12 s, 24 s, 30 s,
// each spread by half, and no less than the node asked for. False: never come back.
func (b *backoff) next(ended error) (time.Duration, bool) {
	code, reason := closeCode(ended)
	asked := time.Duration(0)
	if m := askedFor.FindStringSubmatch(reason); m != nil {
		seconds, _ := strconv.Atoi(m[1])
		asked = min(time.Duration(seconds)*time.Second, longestAsked)
	}
	switch code {
	case 4401, 4403: // session ended, banned
		return 0, false
	case 1008, 1013: // abuse, try later
		if asked == 0 {
			b.failures = max(b.failures, patientFailures)
		}
	}
	base := min(firstRetry<<min(b.failures, 8), longestRetry)
	b.failures++
	own := min(base/2+rand.N(base), longestRetry)
	return max(own, asked), true
}

// joined: the node has let the member in, so the next failure is the first again.
func (b *backoff) joined() { b.failures = 0 }
