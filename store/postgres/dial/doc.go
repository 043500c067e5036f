// Package dial makes the connections to the database. What a system's sockets
// offer to notice a silent peer differs, so each has a file of its own.
package dial
