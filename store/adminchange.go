package store

import "strings"

// AdminChangedKind is the frame that announces a change of the back office to the
// administrators: their open tables and profiles ask again.
const AdminChangedKind = "admin_changed"

// AdminChanged is the value of that frame. It holds no value of what was changed:
// that is asked for, and looked at, by those who show it.
type AdminChanged struct {
	// Part is the tab of the back office that shows it.
	Part string `json:"part"`
	// UserID is the member it is about; "" for none.
	UserID string `json:"userId"`
	// By is the member who did it; "" for the operator and the payment provider.
	By string `json:"by"`
}

// adminParts are the tabs that show what actions of the audit log change, by how the
// action begins.
var adminParts = []struct{ prefix, part string }{
	{"room_", "rooms"}, {"badge_", "badges"}, {"report_", "reports"}, {"emergency_", "emergency"}, {"decrypt_", "encrypted"},
	{"campaign_", "notifications"}, {"contribution_", "contributions"}, {"fee_", "contributions"}, {"server_cost_", "contributions"},
	{"application_", "applications"}, {"community_", "community"},
}

// AdminPart is the tab of the back office that shows what an action of the audit log
// changes: the users, unless the action is of another part.
func AdminPart(action string) string {
	for _, p := range adminParts {
		if strings.HasPrefix(action, p.prefix) {
			return p.part
		}
	}
	return "users"
}

// ErrAdminsOnly answers a member without the administrator's right.
func ErrAdminsOnly() *Error {
	return NewErrorReason(Forbidden, "admins_only", "Administrators only")
}
