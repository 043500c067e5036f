package store_test

import (
	"testing"

	"muster/store"
)

// Every action of the audit log belongs to a tab.
func TestAdminPart(t *testing.T) {
	for action, part := range map[string]string{
		"room_created": "rooms", "room_access_revoked": "rooms", "badge_assigned": "badges", "report_ruled": "reports", "emergency_resolved": "emergency",
		"decrypt_deleted": "encrypted", "campaign_paused": "notifications", "contribution_refunded": "contributions", "fee_refunded": "contributions", "server_cost_changed": "contributions", "application_decided": "applications",
		"chat_access_changed": "users", "notes_changed": "users", "points_adjusted": "users", "": "users",
	} {
		if got := store.AdminPart(action); got != part {
			t.Errorf("%q is shown in %q, want %q", action, got, part)
		}
	}
}
