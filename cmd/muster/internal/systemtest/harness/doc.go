// Package harness runs a node inside a test's own process and has what tests of
// running nodes share.
package harness
