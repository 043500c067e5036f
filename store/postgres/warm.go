// The first use of a connection.

package postgres

import (
	"context"
	"sync"

	"github.com/google/uuid"

	"muster/store"
)

// warmConns is how many connections are made ready: one for each scribe.
const warmConns = 2

// Warm has the database plan what the live path asks, on the connections that
// will ask it: the first send after a start took a third of a second otherwise.
// It stores nothing; whether it succeeds does not matter.
func (db *DB) Warm(ctx context.Context) {
	nobody := uuid.Nil.String()
	acts := make([]store.Act, 0, 4)
	for _, kind := range []store.EventKind{store.MessageSent, store.MessageDeleted, store.ReactionAdded, store.ReactionRemoved} {
		acts = append(acts, store.Act{
			Kind: kind, Room: "nowhere", Member: nobody, Session: nobody, MessageID: uuid.NewString(), Reaction: "·",
			Draft: store.Draft{Kind: store.TextMessage, Text: "·"},
		})
	}
	var all sync.WaitGroup
	for range warmConns {
		all.Go(func() {
			_, _ = db.Append(ctx, acts)
			_, _ = db.Enter(ctx, []store.Entry{{Token: store.NewToken(), Room: "nowhere"}})
		})
	}
	all.Wait()
}
