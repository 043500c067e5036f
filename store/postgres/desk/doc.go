// Package desk reads what administrators look at: the table of users and each one's page,
// counts of the community with the sums that make them fast, what happened lately, and the
// audit log. It owns the sums (rollup_…), member_notes and chat_subscriptions. It reads the
// tables of the other subjects, and changes none of them: what administrators change, each
// subject does.
package desk
