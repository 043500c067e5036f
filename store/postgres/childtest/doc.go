// Package childtest runs a test binary again, as a process that a test may kill. Only
// _test.go files import it.
package childtest
