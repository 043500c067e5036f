// Package room is one live room: one actor, which owns the room's members, its recent
// messages, its replay buffer and who types, applies the room's events in the order of
// their numbers, and pushes each straight into its members' outboxes. What it must read
// is read by a job that sends it the result, so it never waits.
//
// The messages to a room and its answers to a session are the exported types that are
// no interface. Who asks for a room, opens it and ends it is the hub; the room knows the
// hub, the log and the sessions by the small interfaces of ports.go alone. It decides no
// right: who enters was admitted before.
package room
