// Command release makes the files that a release consists of: for each platform an archive
// with the program, the guide and what installs it, and its bill of materials; for Linux a
// container image; and the SHA-256 of them all. It stands on the standard library alone, so
// that who checks a release needs Go and nothing else.
//
// Every byte follows from the commit and from the versions of Go and Node: times are the
// commit's, and files have a fixed order, owner and mode. The same commit built in another
// folder gives the same checksums, which .ci/release-twice.sh proves.
package main
