package http

import (
	"time"

	"muster/http/body"
	"muster/store"
)

// changeChatAccess switches a member's chat on or off, bans it for a while, or
// clears the ban (AUSR-12); its sockets close at once (WS-28).
func (s *Server) changeChatAccess(c *call) (any, error) {
	var wanted body.ChangeChatAccess
	if err := s.read(c, &wanted); err != nil {
		return nil, err
	}
	if wanted.Enabled == nil {
		return nil, store.NewErrorReason(store.Invalid, "enabled_missing", "enabled must be true or false")
	}
	access := store.ChatAccess{Enabled: *wanted.Enabled, Confirmed: wanted.Confirm}
	if wanted.BannedUntil != nil {
		until, err := time.Parse(time.RFC3339, *wanted.BannedUntil)
		if err != nil || until.IsZero() {
			return nil, store.NewErrorReason(store.Invalid, "ban_malformed", "bannedUntil must be a time such as 2026-01-31T12:00:00Z")
		}
		access.BannedUntil = until
	}
	return s.changed(s.config.Store.AdminService(c.caller).SetChatAccess(c.Request.Context(), c.Param("id"), access))
}

// changeAdminStatus gives or takes the administrator's right (AUSR-10, AUSR-11).
func (s *Server) changeAdminStatus(c *call) (any, error) {
	var wanted body.ChangeAdminStatus
	if err := s.read(c, &wanted); err != nil {
		return nil, err
	}
	if wanted.IsAdmin == nil {
		return nil, store.NewErrorReason(store.Invalid, "is_admin_missing", "isAdmin must be true or false")
	}
	return s.changed(s.config.Store.AdminService(c.caller).SetAdmin(c.Request.Context(), c.Param("id"), *wanted.IsAdmin))
}

// changed tells the chat and answers with the member as it is now.
func (s *Server) changed(m store.Member, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	user := body.AdminUser{
		ID: m.ID, Name: m.Name, Email: given(m.Email), Phone: given(m.Phone), Username: given(m.Username),
		IsAdmin: m.IsAdmin, ChatAccessEnabled: m.Status.ChatEnabled, MemberSince: m.CreatedAt, CreatedAt: m.CreatedAt,
	}
	if until := m.Status.BannedUntil; !until.IsZero() {
		user.ChatBannedUntil = &until
	}
	return body.UserChanged{OK: body.Done, User: user}, nil
}
