// Package community has the calls by which administrators see and decide how the community
// is called, where its help is, and who may apply. routes.go lists the calls.
//
// It shows how mail leaves, which only the operator decides.
package community
