// Package session is one socket: one actor, which owns what is known of the member and
// the room that the socket is in, checks every frame against that and never against what
// the frame claims, and enters, leaves and resumes. A socket that only watches (watch.go)
// receives what concerns its member, who is not in chat by it.
//
// A session asks package admission who somebody is, hands what a member sends to package
// logwriter, and enters a room (package room) through the hub, which it knows by the
// small interface of ports.go. The exported messages are those of the hub. It never
// waits: queries run as jobs, and a bounded number of frames queue up meanwhile. It never
// writes to the log itself, and keeps no right longer than the site log allows.
package session
