// The database's time, moved.

package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// MoveClock makes muster_now() in the database of url differ from the machine's
// clock by d, from the next statement on; zero puts it right again. Moves do
// not add up.
func MoveClock(t testing.TB, url string, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), queryLimit)
	defer cancel()
	const set = "update clock_offset set ahead = $1"
	conn, err := pgx.Connect(ctx, OwnerURL(url))
	if err != nil {
		t.Fatalf("storetest: move the clock: %v", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	done, err := conn.Exec(ctx, set, d)
	if err != nil || done.RowsAffected() != 1 {
		t.Fatalf("storetest: move the clock: %d rows, %v", done.RowsAffected(), err)
	}
}
