// Package faceprocess runs the embedded engine of the face checks in a process of its own,
// which the node starts and which ends with it. The process has a low priority, so that
// chat and calls do not wait behind a picture, and whatever a picture does to it leaves the
// node alone. It has none of the node's settings and secrets. When it is not ready at
// the start, ends or does not answer it is started anew; until then pictures are refused.
//
// While twenty callers kept the queue full on two cores, beside 400 sockets with 200
// messages a second and the load generator itself, the 95th percentile of three reading
// calls was 10 ms instead of 7, and that of a message's delivery 14 instead of 5; the 99th
// rose from 15 to 34 (medians of four alternated turns). With the engine inside the node
// the calls took 75. The process used 111 MB at most.
//
// Both talk through the standard input and output of the process, with net/rpc.
package faceprocess
