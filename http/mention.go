package http

import (
	"strconv"

	"muster/http/body"
	"muster/store"
)

// defaultMentions is how many mentions a call without a limit lists.
const defaultMentions = 20

// mentions lists messages that name the caller, newest first.
func (s *Server) mentions(c *call) (any, error) {
	limit := defaultMentions
	if raw := c.Query("limit"); raw != "" {
		n, err := strconv.Atoi(raw)
		if err != nil {
			return nil, store.NewErrorReason(store.Invalid, "limit_invalid", "limit must be a number")
		}
		limit = n
	}
	after, err := store.ParseMentionCursor(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	page, next, err := s.config.Store.Mentions(c.Request.Context(), c.caller.Member.ID, after, limit)
	if err != nil {
		return nil, err
	}
	reply := body.Mentions{OK: body.Done, Mentions: make([]body.Mention, 0, len(page)), NextCursor: nullable(next.Cursor())}
	for _, f := range page {
		reply.Mentions = append(reply.Mentions, body.Mention{
			RoomID: f.Message.Room, RoomName: f.RoomName, Message: s.messageBody(c, f.Message),
		})
	}
	return reply, nil
}
