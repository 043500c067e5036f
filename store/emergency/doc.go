// Package emergency is what a member sends the creator when it matters: what a message may
// be, how urgent its words make it, how many somebody may send, how far it has got, and the
// mail and text that carry it. Its rows belong to store/postgres/emergency.
package emergency
