// Package admission asks the database who members are and whether they may come in or
// stay, for many sessions in one query, and notes a little later who was seen. Its
// goroutines belong to the node and keep nothing of an answer. It never decides itself,
// and never sends to a socket.
package admission
