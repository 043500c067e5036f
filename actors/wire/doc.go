// Package wire is the language of the chat socket: one Go struct for every
// frame a browser may send (In) and receive (Out). Frames are flat JSON,
// {"type":…, fields}; unknown fields are ignored. The TypeScript types
// are generated from the two lists, and both sides read the golden files in
// testdata.
package wire
