// Package openfiles reads how many files the process may have open. A socket is
// one of them.
package openfiles
