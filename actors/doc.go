// Package actors is everything alive on this node: the hub, the rooms, the
// members' sessions, the scribes that write for them and the porters that ask who
// they are. The hub alone makes, watches and ends actors; each piece of live state
// has one owner and no lock. What an actor needs from outside it asks through the
// small interfaces of port.go, in store's words. The log is the truth: whatever an
// actor loses, it reads again.
//
// A frame's way: http/socket gives it to Session.Receive; the session's actor
// checks it and hands an act to the room's scribe; the scribe commits it and
// only then tells the room; the room applies it in the order of its numbers and
// pushes one shared encoding straight into every member's Outbox. Pushing past
// the members' mailboxes keeps a room of 1,000 busy for about 30 µs an event
// instead of 500 to 800 (BenchmarkRoomFanOut).
//
// Several nodes are several hubs on one log and one bus. What a room applies
// comes from its own scribe, from the bus or from the log alike, and is applied
// by its number; who is on the other nodes is soft state beside it (here.go,
// elsewhere.go, abroad.go).
//
// Hub.Stop ends it all in order: no new sockets, scribes empty, rooms have
// shown what was stored, sockets closed, actors and goroutines gone.
package actors
