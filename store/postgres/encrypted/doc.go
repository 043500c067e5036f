// Package encrypted stores the messages that administrators seal and members open by a
// code. It owns decrypt_messages, decrypt_views, decrypt_keys and decrypt_guesses. The
// files of a message are uploads, which belong to the media of the rooms: it asks for them
// in its transactions. A view is counted by one statement.
package encrypted
