// Package rank is points and what they make of a member: the ladder of ranks, honorary
// ranks, check-ins with their streaks, freezes and penalties, the lines of the ledger, and
// badges. Time is a parameter. Their rows belong to store/postgres/rank.
package rank
