// Package face has the calls of the face checks: the step of a sign-in, what a member does
// with its own face, and the administrators' viewer. routes.go lists them.
//
// A step is called with a temporary token, which opens nothing else. The viewer is called
// with an administrator's session and, in the header X-Face-Admin-Password, the grant that
// the second password gave it.
package face
