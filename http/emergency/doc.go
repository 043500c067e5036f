// Package emergency has the calls of emergency messages: members send them within limits,
// and administrators acknowledge and resolve them. routes.go lists the calls.
//
// It alerts nobody itself: the jobs that do are queued with the message.
package emergency
