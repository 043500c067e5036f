// Package storetest gives tests real Postgres databases. Only _test.go files
// import it.
//
// URL is the everyday one: a fresh, migrated database of a cluster that all
// test processes on this machine share, copied from a template that is migrated
// once for each set of migrations (template.go). Filled gives databases that begin with
// something that takes long to store. Private is a cluster of the
// test's own that may be crashed, frozen and started again (private.go).
// Both are for the server's role, which may neither change tables nor the audit log;
// OwnerURL is for what a test has to do beyond that. MoveClock moves the database's time (clock.go).
//
// World is a community for the tests of a subject. What such a test needs of another
// subject's tables, which it does not write itself, is a function of the file of that
// subject: people.go, messages.go, chat.go, rank.go, money.go, emergency.go.
//
// The shared cluster belongs to none of the test processes but to a keeper
// (keeper.go): the first test process that needs one runs its own binary again
// as the keeper. Test processes hold a shared file lock for as long as they
// live, however they end, and the keeper stops the cluster and removes it a few
// seconds after the last of them is gone. The shared cluster writes without
// fsync; a private one is as durable as the product's.
package storetest
