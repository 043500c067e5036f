// Package redistest has what tests of the bus share; only _test.go files import
// it. Start runs a real redis-server of the test's own, to be killed, frozen and
// started again. StartProxy puts a proxy before it that drops what is published
// and answers everything else. StartWatched runs two servers and a Sentinel that makes
// the second the master when the first is gone. Network is a bus inside one process. Conform is the
// suite that every bus has to pass.
package redistest
