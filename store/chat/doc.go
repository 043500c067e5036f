// Package chat is what members arrange around the rooms: reports and what administrators
// rule about them, whom a member ignores, searching messages, the list of mentions, flags
// of messages, and what is pushed to whom. The messages themselves are store/roomlog's
// words. Their rows belong to store/postgres/chat.
package chat
