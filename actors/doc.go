// Package actors is the live part of a node: who is connected, who is in which
// room, and what each socket is sent. It reaches the rest of the node through
// the small interfaces of port.go. The room logs and the site log are the
// truth: whatever an actor loses in memory, it reads again from the log.
//
// The parts, each with one owner. There is no lock but one, of a list in package admission
// that its goroutines share. A package knows those below it in this
// list, never those above, which it reaches by small interfaces of its own:
//
//   - This package is the hub and what serves it. The hub is one actor. It creates,
//     supervises and ends all other actors, and owns the registry of sockets, the
//     members in chat, the live rooms and what the other nodes announce about their
//     people. hub_sides.go is what the hub is for those below.
//   - Package poller is one goroutine. Once a second it asks the log which rooms and
//     whether the site are behind, and it alone reads the site log.
//   - Package session is one actor for each socket. It owns what is known of the member
//     and the room that the socket is in, checks every frame, and enters, leaves
//     and resumes. A socket that only watches receives what concerns its
//     member and does not count as a person in chat.
//   - Package logwriter: a log writer is a goroutine that owns the pending appends of
//     the rooms hashed to it and commits them in groups. It hands a room only what is
//     committed.
//   - Package room is one actor for each live room. It owns the room's members, its
//     recent messages, its replay buffer and who types, applies the room's events
//     in the order of their numbers, and pushes each to its members' outboxes.
//   - Package admission asks the database, for many sessions in one query, who
//     they are and whether they may enter or stay. Package ratelimit is how fast
//     members may act.
//   - Packages money, campaign and desk hold what belongs to the whole community: the
//     server's cost and the recent contributors, the campaigns being sent, and the
//     administrators who watch. They are actors beside rooms and sessions, children of
//     the hub, which receive broadcasts of changes.
//   - Package roomlog is the recent messages and the replay buffer of a room, package
//     presence who is where, package runtime what all actors stand on, and package wire
//     the frames.
//
// A sent message takes this way: http/socket calls Session.Receive; the
// session's actor checks the frame and hands a command to the room's log
// writer; the log writer commits it and hands it to the room; the room applies the
// event and pushes one shared encoding into every member's Outbox. Pushing to
// the outboxes directly, not through the members' mailboxes, keeps a room of
// 1,000 busy for about 30 µs an event instead of 500 to 800
// (BenchmarkRoomFanOut).
//
// Several nodes are several hubs on one log and one bus. A room treats events
// from its own log writer, from the bus and from the log alike and orders them
// by number. Which people are on the other nodes is soft state that each hub
// keeps beside the log (package presence).
//
// The following atomics are written by their owner and read by other goroutines.
//
//   - Hub.stopping: set by Stop; read by Connect, the hub's actor and the sessions.
//   - Hub.online: people in chat; written by the hub's actor, read by OnlineCount.
//   - Hub.siteSeq: last site event applied; written by the hub's actor, read by
//     the admission batcher, the sessions and the bus's goroutine.
//   - Hub.epoch: timeline of the database that the live rooms were read from; written by
//     the poller and the hub's actor, read by the rooms and the sessions.
//   - poller.Poller.polled: when the log was asked what it answered last; written by the
//     poller, read by Stats, the log writers, the sessions and the bus's goroutine.
//   - poller.Poller.sockets: how many sockets are in chat; written by the hub's actor, read
//     by the poller.
//   - Hub.rooms: a copy of the live rooms; replaced by the hub's actor, read by the
//     poller, the log writers, the sessions, the bus's goroutine, Stop, Stats and
//     RoomPeople.
//   - Hub.contributors: until when members are recent contributors; replaced by the
//     contributors' actor, read by the rooms and RoomPeople.
//   - Hub.newerBuild: whether the log file mentions a newer build; set by the rooms and
//     the hub's actor.
//   - room.Handle.applied: number of the last event applied; written by the room,
//     read by the poller and the log writers.
//   - room.Handle.online: people in the room on all nodes; written by the room,
//     read by the hub's actor and the sessions.
//   - room.Handle.open: whether every member may enter; written by the room, read
//     by the sessions.
//   - room.Handle.changed: whether the room's settings may have changed since;
//     set by the hub's actor, read by the sessions.
//   - room.Handle.ready: whether the room has been read from the log; set by the
//     room, read by the poller and the hub's actor.
//   - room.Handle.Quota: commands and bytes that wait for the log; reserved by the
//     sessions, released by the log writers, read by Stats.
//
// The token buckets of a member (ratelimit.Member), the barriers of a revalidation, the
// taps of activity (desk.Tap), where the next read of stored activity begins,
// session.Session.over and what sessions log of members who are turned away are atomics
// too, because several actors or goroutines use each.
//
// Hub.Stop ends everything in this order: it refuses new sockets and sends, the
// log writers finish what they hold, the rooms push what was stored, the
// sockets are closed, and all actors and goroutines end.
package actors
