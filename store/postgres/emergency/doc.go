// Package emergency stores the emergency messages of members with the jobs that alert the
// creator, and what administrators do about them. It owns emergency_messages. It sends
// nothing itself: its Queue does (store/queue).
package emergency
