// Package chat has the calls of rooms and messages: the list of rooms and what is unread,
// history, search, mentions, pins, media, GIFs, push and ignored members, and what
// administrators do with rooms, access to them and reports. routes.go lists the calls.
//
// Messages are not sent here but over /ws/chat.
package chat
