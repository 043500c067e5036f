// Command othersystems checks the types of packages as they are on systems that no
// test runs on. It reads all from source: go vet would have the standard library and
// pgx compiled once more for each system, for the same answer.
package main
