package queue_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"muster/store"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	"muster/store/queue"
	"muster/store/roomlog"
)

// A member's first message is found by the search, and its screens hear of the badge.
func TestBadgeIsGivenSoonAfterItsCause(t *testing.T) {
	ctx := context.Background()
	heard := make(chan store.Broadcast, 10)
	var jobs *queue.Queue
	h := newHarness(t, func(q *queue.Queue) { jobs = q })
	ann, err := h.FindUsername(ctx, "ann")
	h.must(err)
	_, session, err := h.CreateSession(ctx, store.MemberSession, ann.ID, "Phone", "")
	h.must(err)
	h.must(h.EnsureDefaultRoom(ctx, "general", "General"))
	// What was before the first computation is given quietly.
	_, err = ranks.NewBadges(h.DB).Recompute(ctx, 0)
	h.must(err)
	jobs.SearchEarned(ranks.NewBadges(h.DB), func(values ...store.Broadcast) {
		for _, v := range values {
			if v.Kind == "badge_earned" {
				heard <- v
			}
		}
	})
	results, err := logs.New(h.DB).Append(ctx, []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: "general", Member: ann.ID, Session: session.ID,
		MessageID: uuid.Must(uuid.NewV7()).String(), Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "hello"},
	}})
	h.must(err)
	h.must(results[0].Err)
	<-heard
}
