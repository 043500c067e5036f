// Package roomlog is what a live room keeps of its log in memory, as plain state
// that the room's actor owns: the recent messages as a joiner is given them, and
// the replay buffer of recent events for members who were away for a moment.
// Every event is encoded here, once, for everybody on this node.
package roomlog
