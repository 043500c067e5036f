// Package people has the calls of members themselves: sign-in and sessions, usernames,
// profiles and their pictures, and a member's own data. routes.go lists the calls.
//
// It knows no credential: http checks who calls and keeps the cookies.
package people
