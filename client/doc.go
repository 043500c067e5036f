// Package client is the built web client, inside the binary. The client itself
// is the TypeScript beside this file; make build puts its output into dist.
package client
