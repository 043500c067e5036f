// Package body is the language of the HTTP calls: one Go struct for every JSON
// body the browser sends or receives. Success replies carry success:true plus
// their fields at the top level; every failure is a Failure. The TypeScript
// types are generated from these structs.
package body
