package postgres

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// GuardedConstraints are the names that fault.go knows.
func GuardedConstraints() []string { return slices.Sorted(maps.Keys(constraintErrors)) }

// Pool is its pool of connections.
func (l *Live) Pool() *pgxpool.Pool { return l.pool.Pool }

// TakeWrites takes every connection that calls and jobs may write on until release is called.
func (db *DB) TakeWrites() (release func()) {
	n := int64(db.pool.givenUp.most - db.pool.givenUp.most/4)
	if !db.pool.givenUp.writes.TryAcquire(n) {
		panic("postgres: somebody writes")
	}
	return func() { db.pool.givenUp.writes.Release(n) }
}

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

// HasEntry is the query of RecordOnce.
const HasEntry = hasEntry

// SetMigratePatience sets how long Migrate tries to have a table, and how long it pauses between.
func SetMigratePatience(t *testing.T, patience, pause time.Duration) {
	was, paused := migratePatience, migratePause
	t.Cleanup(func() { migratePatience, migratePause = was, paused })
	migratePatience, migratePause = patience, pause
}
