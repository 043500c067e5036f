package http

import (
	"time"

	"muster/http/body"
	"muster/store"
)

// changeChatAccess enables or disables chat for a member, or bans the member until
// some time. The sockets of a banned member close at once.
func (s *Server) changeChatAccess(c *call) (any, error) {
	var request body.ChangeChatAccess
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.Enabled == nil {
		return nil, store.NewErrorReason(store.Invalid, "enabled_missing", "enabled must be true or false")
	}
	reason, err := store.CleanReason(request.Reason)
	if err != nil {
		return nil, err
	}
	access := store.ChatAccess{Enabled: *request.Enabled, Confirmed: request.Confirm, Reason: reason}
	if request.BannedUntil != nil {
		until, err := time.Parse(time.RFC3339, *request.BannedUntil)
		if err != nil || until.IsZero() {
			return nil, store.NewErrorReason(store.Invalid, "ban_malformed", "bannedUntil must be a time such as 2026-01-31T12:00:00Z")
		}
		access.BannedUntil = until
	}
	return s.replyWithMember(s.config.Store.AdminService(c.caller).SetChatAccess(c.Request.Context(), c.Param("id"), access))
}

// changeAdminStatus makes a member an administrator or ends that.
func (s *Server) changeAdminStatus(c *call) (any, error) {
	var request body.ChangeAdminStatus
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	if request.IsAdmin == nil {
		return nil, store.NewErrorReason(store.Invalid, "is_admin_missing", "isAdmin must be true or false")
	}
	return s.replyWithMember(s.config.Store.AdminService(c.caller).SetAdmin(c.Request.Context(), c.Param("id"), *request.IsAdmin))
}

// replyWithMember informs the hub and replies with the changed member.
func (s *Server) replyWithMember(m store.Member, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	s.config.Hub.SiteChanged()
	user := body.AdminUser{
		ID: m.ID, Name: m.Name, Email: nullable(m.Email), Phone: nullable(m.Phone), Username: nullable(m.Username),
		IsAdmin: m.IsAdmin, ChatAccessEnabled: m.Status.ChatEnabled, MemberSince: m.CreatedAt, CreatedAt: m.CreatedAt,
	}
	if until := m.Status.BannedUntil; !until.IsZero() {
		user.ChatBannedUntil = &until
	}
	return body.UserChanged{OK: body.Done, User: user}, nil
}
