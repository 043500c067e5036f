// The first use of a connection.

package roomlog

import (
	"context"
	"sync"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/roomlog"
)

// Warm has the database plan what the live path asks, on as many connections as
// there are writers: the first send after a start took a third of a second
// otherwise. It stores nothing; whether it succeeds does not matter.
func (l *Log) Warm(ctx context.Context, writers int) {
	nobody := uuid.Nil.String()
	commands := make([]roomlog.Command, 0, 5)
	for _, kind := range []roomlog.EventKind{roomlog.MessageSent, roomlog.MessageDeleted, roomlog.MessageEdited, roomlog.ReactionAdded, roomlog.ReactionRemoved} {
		commands = append(commands, roomlog.Command{
			Kind: kind, Room: "nowhere", Member: nobody, Session: nobody, MessageID: uuid.NewString(), Reaction: "·",
			Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "·"},
		})
	}
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			_, _ = l.Append(ctx, commands)
			_, _ = l.Append(ctx, commands[:1])
			_, _ = l.AdmitBatch(ctx, []roomlog.AdmissionRequest{{Token: store.NewToken(), Room: "nowhere"}})
		})
	}
	all.Wait()
}
