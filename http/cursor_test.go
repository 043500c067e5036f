package http

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"testing"
)

// A cursor that a list did not give was the end of the list, a page of other lines or an
// inner error; it is refused.
func TestCursorsOfNoListAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, boss := s.signedInAdmin("boss")
	coded := func(plain string) string { return base64.RawURLEncoding.EncodeToString([]byte(plain)) }
	const beyond = "9223372036854775808"
	cursors := []string{
		"007", "+1", "-1", "0", beyond, "99999999999999999999", "1.5", " ", "x", "\x00", beyond + "-1", boss.ID,
		boss.ID + "_" + boss.ID, coded("x"), coded("-1 " + boss.ID), coded(beyond + " " + boss.ID), coded(beyond + " 1 general"),
	}
	for _, path := range []string{
		"/api/points/transactions?", "/api/server-cost/ledger?", "/api/chat/mentions?", "/api/chat/search?q=word&",
		"/api/contribute/history?", "/api/admin/contributions?", "/api/admin/emergency?", "/api/admin/users?", "/api/admin/users/detailed?",
		"/api/notifications/history?", "/api/admin/badges/list?", "/api/decrypt/admin/list?", "/api/admin/reports?", "/api/admin/audit?",
		"/api/admin/analytics/rows?figure=members&",
	} {
		for _, cursor := range cursors {
			if a := v.get(path + "cursor=" + url.QueryEscape(cursor)); a.status != http.StatusBadRequest {
				t.Errorf("%s after %q answers %d: %.200s", path, cursor, a.status, a.raw)
			}
		}
	}
}
