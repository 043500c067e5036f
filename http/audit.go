package http

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"muster/http/body"
	"muster/http/edge"
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

// shownAudit is what the log keeps of itself being read: never what was searched for,
// which may be an address.
type shownAudit struct {
	Action   string `json:"action,omitempty"`
	Searched bool   `json:"searched,omitempty"`
	Actor    bool   `json:"actor,omitempty"`
	Subject  bool   `json:"subject,omitempty"`
}

// auditLog replies with one page of the audit log.
func (s *Server) auditLog(c *call) (any, error) {
	q, err := s.auditQuery(c)
	if err != nil {
		return nil, err
	}
	page, next, err := s.config.Store.Audit(c.Request.Context(), q)
	if err != nil {
		return nil, err
	}
	c.shown = shownAudit{Action: q.Action, Searched: q.Text != "", Actor: q.Actor != "", Subject: q.Subject != ""}
	if store.ValidID(q.Subject) {
		c.about = q.Subject
	}
	reply := body.AuditLog{OK: body.Done, Entries: make([]body.AuditEntry, 0, len(page)), Actions: []string{}}
	if q.Before == 0 {
		if reply.Actions, err = s.config.Store.AuditActions(c.Request.Context()); err != nil {
			return nil, err
		}
	}
	for _, e := range page {
		listed := make([]body.AuditPerson, 0, len(e.Listed))
		for _, p := range e.Listed {
			listed = append(listed, *auditPerson(p))
		}
		reply.Entries = append(reply.Entries, body.AuditEntry{
			ID: strconv.FormatInt(e.ID, 10), At: e.At, Actor: auditPerson(e.Actor), Action: e.Action, Subject: e.Subject, SubjectName: nullable(e.SubjectName),
			Member: auditPerson(e.Member), RoomID: nullable(e.Room), Address: nullable(e.Address), Device: nullable(e.Device),
			Before: auditDetail(e.Before), After: auditDetail(e.After), Listed: listed,
		})
	}
	if next > 0 {
		cursor := strconv.FormatInt(next, 10)
		reply.NextCursor = &cursor
	}
	return reply, nil
}

func auditPerson(p store.AuditPerson) *body.AuditPerson {
	if p == (store.AuditPerson{}) {
		return nil
	}
	return &body.AuditPerson{ID: p.ID, Username: nullable(p.Username), Name: nullable(p.Name)}
}

func auditDetail(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

// auditQuery reads the filters of the audit log. From and to are times, or whole days of
// the community. It fails with Invalid.
func (s *Server) auditQuery(c *call) (store.AuditQuery, error) {
	q := store.AuditQuery{Text: strings.TrimSpace(c.Query("q")), Actor: strings.TrimSpace(c.Query("actor")), Subject: strings.TrimSpace(c.Query("subject")), Action: c.Query("action")}
	err := store.CheckAuditAction(q.Action)
	if err != nil {
		return q, err
	}
	if q.Limit, err = queryNumber(c, "limit", store.AuditPage); err != nil {
		return q, err
	}
	q.Limit = min(max(q.Limit, 1), store.MostAuditPage)
	if q.Before, err = store.ParseAuditCursor(c.Query("cursor")); err != nil {
		return q, err
	}
	if q.From, err = edge.QueryMoment(subjectCall{s, c}, s.config.Store.Zone(), "from", 0); err != nil {
		return q, err
	}
	q.To, err = edge.QueryMoment(subjectCall{s, c}, s.config.Store.Zone(), "to", 1)
	return q, err
}

// exportTimeout limits an export.
const exportTimeout = 10 * time.Minute

// exportPage is how many entries of an export are read at once.
const exportPage = 1000

// exportAudit sends the entries that the filters select as CSV, newest first. The
// export itself stands in the log.
func (s *Server) exportAudit(c *call) (any, error) {
	q, err := s.auditQuery(c)
	if err != nil {
		return nil, err
	}
	ctx := c.Request.Context()
	if err := s.config.Store.AdminService(c.caller).Record(ctx, store.AuditRecord{Action: "audit_exported", Subject: "audit"}); err != nil {
		return nil, err
	}
	q.Limit = exportPage
	page, next, err := s.config.Store.Audit(ctx, q)
	if err != nil {
		return nil, err
	}
	c.Header("Content-Disposition", `attachment; filename="audit.csv"`)
	out := csv.NewWriter(c.Writer)
	if err := out.Write([]string{"id", "at", "actor id", "actor", "action", "subject", "subject name", "member id", "member", "room", "address", "device", "before", "after"}); err != nil {
		return nil, err
	}
	for {
		for _, e := range page {
			row := []string{
				strconv.FormatInt(e.ID, 10), e.At.UTC().Format(time.RFC3339Nano), e.Actor.ID, e.Actor.Called(), e.Action, e.Subject, e.SubjectName,
				e.Member.ID, e.Member.Called(), e.Room, e.Address, e.Device, csvDetail(e.Before), csvDetail(e.After),
			}
			for i := range row {
				row[i] = csvCell(row[i])
			}
			if err := out.Write(row); err != nil {
				return nil, err
			}
		}
		out.Flush()
		if err := out.Error(); err != nil || next == 0 {
			return nil, err
		}
		q.Before = next
		if page, next, err = s.config.Store.Audit(ctx, q); err != nil {
			panic(http.ErrAbortHandler) // half a file must not look like a whole one
		}
	}
}

func csvDetail(raw json.RawMessage) string {
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}
