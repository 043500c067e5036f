package http

// asksAgain are the dangerous calls, for which a caller who has a second factor must have
// proven it within the last ten minutes: whatever gives or takes power, moves money, writes
// to many people, shows faces, takes data away or ends sessions.
var asksAgain = map[string]bool{
	"PATCH /api/admin/users/:id/admin-status": true,

	"POST /api/admin/contributions/:id/refund": true,
	"POST /api/admin/fees/:id/refund":          true,

	"POST /api/notifications/send":       true,
	"POST /api/notifications/resume/:id": true,

	"POST /api/admin/face/verify-password":           true,
	"GET /api/admin/face/enrolled-users":             true,
	"GET /api/admin/face/stats":                      true,
	"GET /api/admin/face/user/:id/verifications":     true,
	"PATCH /api/admin/users/:id/face":                true,
	"DELETE /api/admin/users/:id/face":               true,
	"POST /api/admin/users/:id/face/reset-attempts":  true,
	"GET /api/admin/contributions/export":            true,
	"GET /api/admin/analytics/export":                true,
	"GET /api/admin/audit/export":                    true,
	"POST /api/profile/export":                       true,
	"POST /api/profile/erase":                        true,
	"DELETE /api/auth/sessions":                      true,
	"DELETE /api/auth/sessions/:id":                  true,
	"DELETE /api/admin/users/:id/sessions":           true,
	"POST /api/profile/second-factor/passkey":        true,
	"POST /api/profile/second-factor/app":            true,
	"POST /api/profile/second-factor/recovery-codes": true,
	"DELETE /api/profile/second-factor/factors/:id":  true,
}
