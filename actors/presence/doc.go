// Package presence is who is where, as plain state that one actor owns and that
// is tested without one: the members of a room and who of them types, the people
// on this node as it announces them to the other nodes, and the people on the other
// nodes as those announce them. Nothing here is stored, locked or timed; the owner
// gives the time and sends what comes out.
package presence
