// Package security holds the tests of an attacker on running nodes: malformed
// requests and frames, floods, and a search of every output for secrets.
package security
