// Package application is the membership application: its stages, their fields, limits
// and texts, who may change it when, and what administrators decide. It does no I/O and
// takes time as a parameter.
//
// The tables are in store/postgres/application, the calls in http/application. A rule
// works on an Application in memory: the caller reads it under a lock, calls Save or
// Decide, and stores what came of it.
//
// Nothing that a browser claims about itself is a rule's input: whether an address was
// verified, whether there is a photo, and when a stage was opened are fields of
// Application, which the server fills from its own records.
package application
