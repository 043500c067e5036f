// Package systemtest holds the tests that run whole nodes: processes that are
// killed, frozen, drained and cut off while members talk, and several nodes on
// one Postgres and one Redis. Tests of an attacker are in security; what both
// share is in harness.
package systemtest
