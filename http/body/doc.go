// Package body has one struct for every JSON body of the HTTP calls. Success replies
// have success:true and their fields at the top level; every failure is a Failure.
// The TypeScript types and the OpenAPI document are generated from these structs.
package body
