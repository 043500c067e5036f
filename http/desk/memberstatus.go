package desk

import (
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/people"
)

// changeChatAccess enables or disables chat for a member, or bans the member until
// some time. The sockets of a banned member close at once.
func (h *calls) changeChatAccess(c edge.Call) (any, error) {
	var request body.ChangeChatAccess
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Enabled == nil {
		return nil, store.NewErrorReason(store.Invalid, "enabled_missing", "enabled must be true or false")
	}
	reason, err := store.CleanReason(request.Reason)
	if err != nil {
		return nil, err
	}
	access := people.ChatAccess{Enabled: *request.Enabled, Confirmed: request.Confirm, Reason: reason}
	if request.BannedUntil != nil {
		until, err := time.Parse(time.RFC3339, *request.BannedUntil)
		if err != nil || until.IsZero() {
			return nil, store.NewErrorReason(store.Invalid, "ban_malformed", "bannedUntil must be a time such as 2026-01-31T12:00:00Z")
		}
		access.BannedUntil = until
	}
	return memberReply(c)(h.People.Admin(c.Caller()).SetChatAccess(c.Context(), c.Param("id"), access))
}

// changeAdminStatus makes a member an administrator or ends that.
func (h *calls) changeAdminStatus(c edge.Call) (any, error) {
	var request body.ChangeAdminStatus
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.IsAdmin == nil {
		return nil, store.NewErrorReason(store.Invalid, "is_admin_missing", "isAdmin must be true or false")
	}
	return memberReply(c)(h.People.Admin(c.Caller()).SetAdmin(c.Context(), c.Param("id"), *request.IsAdmin))
}

// memberReply makes the reply to a change of a member, and tells this node of it.
func memberReply(c edge.Call) func(store.Member, error) (any, error) {
	return func(m store.Member, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		c.SiteChanged()
		return body.UserChanged{OK: body.Done, User: body.AdminUser{
			ID: m.ID, Name: m.Name, Email: edge.OrNull(m.Email), Phone: edge.OrNull(m.Phone), Username: edge.OrNull(m.Username),
			IsAdmin: m.IsAdmin, ChatAccessEnabled: m.Status.ChatEnabled, ChatBannedUntil: edge.Moment(m.Status.BannedUntil),
			MemberSince: m.CreatedAt, CreatedAt: m.CreatedAt,
		}}, nil
	}
}
