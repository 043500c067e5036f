// Package campaign has the calls of campaigns, messages by mail or text to many members:
// administrators send, pause and cancel them, and members and the links in mails stop
// them. routes.go lists the calls.
//
// It sends nothing itself but an administrator's test: nodes send what is due.
package campaign
