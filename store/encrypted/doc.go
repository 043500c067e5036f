// Package encrypted is the messages that administrators seal and members open by a code:
// what may be written, how a code is read, drawn and found, and how many wrong codes are
// looked at. Their rows belong to store/postgres/encrypted.
package encrypted
