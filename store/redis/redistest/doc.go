// Package redistest is what tests of the bus stand on; only _test.go files
// import it. Start runs a real redis-server of the test's own, to be killed,
// frozen and started again; Between puts a proxy before it that swallows what is
// published and answers everything else; Exchange is a bus inside one process;
// Conform is the one suite that every bus has to pass.
package redistest
