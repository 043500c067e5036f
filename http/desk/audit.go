package desk

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// shownAudit is what the log keeps of itself being read: never what was searched for,
// which may be an address.
type shownAudit struct {
	Action   string `json:"action,omitempty"`
	Searched bool   `json:"searched,omitempty"`
	Actor    bool   `json:"actor,omitempty"`
	Subject  bool   `json:"subject,omitempty"`
}

// auditLog replies with one page of the audit log.
func (h *calls) auditLog(c edge.Call) (any, error) {
	q, err := h.auditQuery(c)
	if err != nil {
		return nil, err
	}
	page, next, err := h.Desk.Audit(c.Context(), q)
	if err != nil {
		return nil, err
	}
	c.Shown(shownAudit{Action: q.Action, Searched: q.Text != "", Actor: q.Actor != "", Subject: q.Subject != ""})
	if store.ValidID(q.Subject) {
		c.About(q.Subject)
	}
	reply := body.AuditLog{OK: body.Done, Entries: make([]body.AuditEntry, 0, len(page)), Actions: []string{}}
	if q.Before == 0 {
		if reply.Actions, err = h.Desk.AuditActions(c.Context()); err != nil {
			return nil, err
		}
	}
	for _, e := range page {
		listed := make([]body.AuditPerson, 0, len(e.Listed))
		for _, p := range e.Listed {
			listed = append(listed, *auditPerson(p))
		}
		reply.Entries = append(reply.Entries, body.AuditEntry{
			ID: strconv.FormatInt(e.ID, 10), At: e.At, Actor: auditPerson(e.Actor), Action: e.Action, Subject: e.Subject, SubjectName: edge.OrNull(e.SubjectName),
			Member: auditPerson(e.Member), RoomID: edge.OrNull(e.Room), Address: edge.OrNull(e.Address), Device: edge.OrNull(e.Device),
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
	return &body.AuditPerson{ID: p.ID, Username: edge.OrNull(p.Username), Name: edge.OrNull(p.Name)}
}

func auditDetail(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

// auditQuery reads the filters of the audit log. From and to are times, or whole days of
// the community. It fails with Invalid.
func (h *calls) auditQuery(c edge.Call) (store.AuditQuery, error) {
	q := store.AuditQuery{Text: strings.TrimSpace(c.Query("q")), Actor: strings.TrimSpace(c.Query("actor")), Subject: strings.TrimSpace(c.Query("subject")), Action: c.Query("action")}
	q.Meant = h.AuditWords.Meant(q.Text)
	err := store.CheckAuditAction(q.Action)
	if err != nil {
		return q, err
	}
	if q.Limit, err = c.QueryNumber("limit", store.AuditPage); err != nil {
		return q, err
	}
	q.Limit = min(max(q.Limit, 1), store.MostAuditPage)
	if q.Before, err = store.ParseAuditCursor(c.Query("cursor")); err != nil {
		return q, err
	}
	if q.From, err = edge.QueryMoment(c, h.DB.Zone(), "from", 0); err != nil {
		return q, err
	}
	q.To, err = edge.QueryMoment(c, h.DB.Zone(), "to", 1)
	return q, err
}

// exportPage is how many entries of an export are read at once.
const exportPage = 1000

// auditColumns are the columns of an export, whose headings are texts of the server.
var auditColumns = []string{"id", "at", "actorId", "actor", "code", "action", "subjectId", "subject", "memberId", "member", "room", "address", "device", "before", "after"}

// exportAudit sends the entries that the filters select as CSV, newest first, with the
// headings and the actions in the language of the caller's device; code is the same in
// every language. The export itself stands in the log.
func (h *calls) exportAudit(c edge.Call) (any, error) {
	q, err := h.auditQuery(c)
	if err != nil {
		return nil, err
	}
	if err := h.DB.AdminService(c.Caller()).Record(c.Context(), store.AuditRecord{Action: "audit_exported", Subject: "audit"}); err != nil {
		return nil, err
	}
	q.Limit = exportPage
	tag := c.Language()
	header := make([]string, 0, len(auditColumns))
	for _, column := range auditColumns {
		header = append(header, tag.Say("audit."+column))
	}
	return &edge.CSV{Name: "audit.csv", Header: header, Rows: func(write func(...string) error) error {
		for {
			page, next, err := h.Desk.Audit(c.Context(), q)
			if err != nil {
				return err
			}
			for _, e := range page {
				if err := write(
					strconv.FormatInt(e.ID, 10), e.At.UTC().Format(time.RFC3339Nano), e.Actor.ID, h.AuditWords.actor(tag, e.Actor), e.Action, h.AuditWords.action(tag, e.Action), e.Subject, e.SubjectName,
					e.Member.ID, e.Member.Called(), e.Room, e.Address, e.Device, csvDetail(e.Before), csvDetail(e.After),
				); err != nil {
					return err
				}
			}
			if next == 0 {
				return nil
			}
			q.Before = next
		}
	}}, nil
}

func csvDetail(raw json.RawMessage) string {
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}
