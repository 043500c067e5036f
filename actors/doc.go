// Package actors is everything alive on this node: the hub, the rooms, the
// members' sessions and the scribes that write for them. The hub alone makes,
// watches and ends actors; each piece of live state has one owner and no lock.
// What an actor needs from outside it asks through the small interfaces of
// port.go, in store's words. The log is the truth: whatever an actor loses, it
// reads again.
package actors
