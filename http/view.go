package http

import (
	"cmp"
	"strings"
	"time"

	"muster/store"
)

// recordView adds to the audit log what the caller is about to be shown: of the
// member or room that the path names, or of a whole list. What cannot be recorded is
// not shown. Screens ask for lists again and again: that is recorded once in
// ten minutes, unless they show others than before.
func (s *Server) recordView(c *call, r route) error {
	audit := s.config.Store.AdminService(c.caller)
	if subject := cmp.Or(c.Param("id"), c.Param("roomId")); subject != "" {
		return audit.Record(c.Request.Context(), store.AuditRecord{Action: r.view, Subject: strings.ToLower(subject), MemberID: c.about, After: c.shown})
	}
	list, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.path, "/api/"), "admin/"), "/")
	return audit.RecordOnce(c.Request.Context(), store.AuditRecord{Action: r.view, Subject: list, MemberID: c.about, After: c.shown}, 10*time.Minute)
}
