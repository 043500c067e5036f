package postgres

import (
	"maps"
	"slices"
)

// HistoryPage and MemberRooms are the queries of History and Rooms.
const HistoryPage = historyPage

var MemberRooms = memberRooms

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
