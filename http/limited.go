package http

import (
	"context"
	"log/slog"
	"maps"
	"time"

	"muster/store"
)

// limitLogEvery is the least time between two lines about the same limit.
const limitLogEvery = time.Minute

// limitAdvice is what an operator does about a limit that refuses calls; other
// limits hold one member or one script back.
var limitAdvice = map[string]string{
	"code_address_hour":      "many codes for one address: if it is everybody's, the proxy is missing in MUSTER_TRUSTED_PROXIES; else somebody floods",
	"code_address_day":       "many codes for one address: if it is everybody's, the proxy is missing in MUSTER_TRUSTED_PROXIES; else somebody floods",
	"code_mails_hour":        "nobody gets a code by mail until the hour is over: look for a flood of sign-ins in the access log of the proxy",
	"code_texts_hour":        "nobody gets a code by text until the hour is over: look for a flood of sign-ins in the access log of the proxy",
	"code_texts_country_day": "nobody of one country gets a code by text today: texts are being sent for money, block it at the provider",
	"code_limit":             "codes are asked for again too soon: if many members do so, mails or texts do not arrive",
	"attempt_limit":          "too many wrong codes for one identifier: somebody guesses",
}

const otherLimitAdvice = "a member or a script calls too often"

// noteLimited counts a refusal.
func (s *Server) noteLimited(ctx context.Context, route string, err error) {
	limit, now := store.LimitOf(err), s.now()
	l := &s.limits
	l.mu.Lock()
	if l.count == nil {
		l.count, l.logged = map[string]int64{}, map[string]reportedLimit{}
	}
	l.count[limit]++
	before, count := l.logged[limit], l.count[limit]
	due := before.count == 0 || now.Sub(before.at) >= limitLogEvery
	if due {
		l.logged[limit] = reportedLimit{now, count}
	}
	l.mu.Unlock()
	if !due {
		return
	}
	advice, known := limitAdvice[limit]
	if !known {
		advice = otherLimitAdvice
	}
	s.log.LogAttrs(ctx, slog.LevelWarn, "calls refused by a limit: "+advice,
		slog.String("limit", limit), slog.String("route", route), slog.Int64("times", count-before.count))
}

// Limited counts the calls that were refused since the start, by limit; the limits of
// the sign-in are always among them.
func (s *Server) Limited() map[string]int64 {
	counts := make(map[string]int64, len(limitAdvice))
	for limit := range limitAdvice {
		counts[limit] = 0
	}
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	maps.Copy(counts, s.limits.count)
	return counts
}
