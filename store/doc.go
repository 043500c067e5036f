// Package store is the community's dictionary: its words, limits, texts and
// decisions. It does no I/O, keeps no state and takes time as a parameter, so
// that every rule can be read and tested alone. This package has what all subjects
// share: identifiers, errors, limits, days, members and sessions, secrets, and what is
// broadcast. Each subject has its own words in a package of its name (store/roomlog,
// store/chat, store/people, store/rank, store/money, store/emergency, store/campaign,
// store/desk, store/application, store/encrypted, store/face, store/community,
// store/secondfactor); store/bus is what nodes announce to each other, store/language what
// the server says to people. They decide; store/postgres, store/redis and store/blob remember.
//
// Decisions that the rest stands on:
//
//   - A room's id is a slug: "general" is its id, its name in calls and its place
//     in the address bar, so there is one canonical form.
//   - The logs are the truth and announcements are hints. Each node asks once a
//     second whether a log has moved, so an announcement can be lost without harm.
//   - Every list that lives is answered with the number at which it was read (AsOf): of the
//     log that it follows, or the position of the broadcasts, taken in the statement that
//     reads it. The client keeps the events that it received lately and lays those with a
//     higher number over the answer, by one function (client/src/stores/asOf.ts). So neither
//     the order of arrival nor a second request matters, and a list to come does the same.
//   - Unauthorized (401) means only that the session is dead, because the client
//     signs out on it. A wrong code is 400, an outage 503.
//   - A sign-in code is never shown, not even on a dev node: its outbox is where a
//     mail would be read.
package store
