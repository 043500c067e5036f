package postgres

import (
	"maps"
	"slices"
)

// CallTimeout is how long one call may take.
const CallTimeout = callTimeout

// HistoryPage is the query of History.
const HistoryPage = historyPage

// GuardedConstraints are the names that fault.go knows.
func GuardedConstraints() []string { return slices.Sorted(maps.Keys(constraintErrors)) }
