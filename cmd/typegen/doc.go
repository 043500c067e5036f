// Command typegen writes the TypeScript of the frames and bodies that browser
// and server exchange, from the Go structs that define them: actors/wire
// becomes client/src/wire/frames.gen.ts, http/body becomes bodies.gen.ts.
// The parameters of queries, which the handlers of http read by name, become
// http/query.gen.go for the OpenAPI document.
// With -check it writes nothing and fails when a file is stale.
//
// It reads source, not types at run time, so comments travel with the fields.
// Every exported struct becomes an interface; a field that can be left out
// (omitempty) is optional, any other pointer is "| null", time.Time is an
// RFC 3339 string, and the tag ts:"Name" names a set of string constants of
// package store, written out as a union.
package main
