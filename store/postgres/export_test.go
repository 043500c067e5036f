package postgres

import (
	"maps"
	"slices"
)

// GuardedConstraints are the names that fault.go knows.
func GuardedConstraints() []string { return slices.Sorted(maps.Keys(constraintErrors)) }

// TakeBulkSlots takes every slot for bulk reads until release is called.
func (l *Live) TakeBulkSlots() (release func()) {
	for range cap(l.bulk) {
		l.bulk <- struct{}{}
	}
	return func() {
		for range cap(l.bulk) {
			<-l.bulk
		}
	}
}
