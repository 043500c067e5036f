// Package people keeps who is here: members and applicants, how they sign in, their
// sessions and one-time codes, what members show of themselves, their notices, and what
// they may do with their own data: a copy of it, and being erased.
//
// It owns members, member_standing, member_directory, member_places, member_search,
// usernames, username_changes, profiles, profile_pictures, profile_views, sessions,
// session_seen, applicants, one_time_codes, login_buckets, login_devices, notices,
// welcomes, exports and outbox. beside.go has what other subjects call inside their transactions.
// An erasure and a copy ask every subject for its part (postgres.Subject); this package
// never touches their tables.
package people
