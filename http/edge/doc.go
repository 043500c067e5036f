// Package edge is what the subjects of the web edge share: a route as a subject declares
// it, and a call as its handlers see it. Package http mounts the routes, checks callers
// and bodies, and implements Call; it imports the subjects, which therefore cannot import
// it.
package edge
