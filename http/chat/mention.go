package chat

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// defaultMentions is how many mentions a call without a limit lists.
const defaultMentions = 20

// mentions lists messages that name the caller, newest first.
func (h *calls) mentions(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", defaultMentions)
	if err != nil {
		return nil, err
	}
	after, err := store.ParsePosition(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, next, err := h.Chat.Mentions(c.Context(), c.Caller().Member.ID, after, limit)
	if err != nil {
		return nil, err
	}
	reply := body.Mentions{OK: body.Done, Mentions: make([]body.Mention, 0, len(page)), NextCursor: edge.OrNull(next.Cursor())}
	for _, f := range page {
		reply.Mentions = append(reply.Mentions, body.Mention{
			RoomID: f.Message.Room, RoomName: f.RoomName, Message: h.messageBody(c, f.Message),
		})
	}
	return reply, nil
}
