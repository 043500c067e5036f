// Package encrypted has the calls of encrypted messages: members open them by a code, and
// administrators make them and upload their files. routes.go lists them.
package encrypted
