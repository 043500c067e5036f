// Package node wires one node of the community: it opens the database, starts
// the jobs, the chat and the web edge, joins the other nodes, serves until it
// has to stop, and shuts everything down in order.
//
// Each subsystem is wired in a file of its own: database.go, media.go, jobs.go,
// campaign.go, bus.go, chat.go, web.go, telemetry.go; jobs.go wires the subjects that queue
// jobs, two of them by application.go and face.go, and web.go the test checkout by
// payments.go. A new subsystem adds a file with a method wireX and a line in Node.wire;
// what must end with it adds a step in Node.shutDown.
package node
