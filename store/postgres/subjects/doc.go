// Package subjects lists the subjects that keep tables, for whoever must ask each of them: a
// backup, and the tests that look for what was forgotten. A node joins its own of each.
package subjects
