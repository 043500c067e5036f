// Package application keeps the membership applications. It owns applications,
// application_proofs, application_browsers, application_photos, application_decisions,
// application_claims, application_counts, application_payments and application_invitations.
// No other package writes them, and only desk reads applications. The rules are in
// store/application.
//
// Applications is safe for concurrent use. A change locks its application, lets a rule
// decide on what was read under the lock, and stores what came of it in the same
// transaction. A browser proves by its cookie, or an applicant by a session, that an
// application is its own; whoever does not is answered as if there were none.
//
// A draft is what a browser began. It becomes the one application of an e-mail address
// when that is verified, or gives way to the one that is stored already.
package application
