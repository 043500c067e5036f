// Package application has the calls of the membership application: those of applicants
// and those of the desk. routes.go lists them.
//
// An applicant proves by an HttpOnly cookie, which the server sets and replaces whenever
// an address was verified, or by an applicant's session that an application is its own.
// Without that every call answers as if there were no application.
package application
