// Package rank stores what ranks stand on: the ledger of points with its accounts, check-ins
// with their streaks, and badges. It owns points_ledger, member_points, earned_badges and
// what finds who has earned one (badge_…). Other subjects write points by LockAccount and
// WriteLines inside their own transactions. It decides no rank itself: rank.At does.
package rank
