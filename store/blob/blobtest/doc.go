// Package blobtest makes files of every accepted kind, for tests: pictures are
// drawn, containers are written byte by byte.
package blobtest
