// Package queue is the durable job queue: what must happen after a commit is
// written in the same transaction as its cause and worked later, by any node
// and again until it succeeds. It adapts River to store/postgres.
//
// One file holds the jobs of one subject. Each Add function registers a kind
// of job; the node calls the ones it needs before Start. A Queue owns River's
// goroutines between Start and Stop.
package queue
