// Package roomlog keeps the numbered logs of rooms: what was said and done in them, in one
// order without a gap, and what reads them.
//
// It owns room_events with room_heads, messages with message_edits, message_mentions,
// reactions, room_pins, room_reads and erased_messages, sends, uploads, and room_pace.
// append.go is the one way into a log for what members send, roomevent.go for what
// administrators and other subjects do in their own transactions; numbers.go alone gives
// numbers. permissions.go has the fragments of SQL by which every reading of a room asks
// whether the member may. Rooms themselves belong to store/postgres/chat, members to
// store/postgres/people: their rows are joined here and never changed, except that letting
// a batch of sockets in notes their sessions as seen (admission.go).
package roomlog
