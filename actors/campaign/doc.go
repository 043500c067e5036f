// Package campaign sends notification campaigns: one actor looks once a second for
// campaigns that are due and has a child for each one that this node sends. It is
// given its store and its sender, and gives broadcasts of the progress. It owns no
// frame and no route, never knows who is in chat, and never sends a delivery that the
// store has not marked before.
package campaign
