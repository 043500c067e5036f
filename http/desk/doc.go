// Package desk has what administrators read and change that no other subject has: the
// table of members, analytics, the activity of the moment, and the audit log. routes.go
// lists the calls.
//
// No call changes what a member wrote: that is chat's.
package desk
