// Package logwriter appends what members send to the log. A log writer is a goroutine
// that owns the pending appends of the rooms hashed to it and commits them in groups. It
// gives the rooms only what is committed, and answers who sent what was refused or did
// not get through in time. It keeps nothing when it ends: Finish first commits all it
// holds. It checks no frame and no right but those that the log itself checks.
package logwriter
