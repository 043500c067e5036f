package chat

import (
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/chat"
)

// search replies with one page of the messages that the caller looks for.
func (h *calls) search(c edge.Call) (any, error) {
	wanted, err := searchOf(c)
	if err != nil {
		return nil, err
	}
	page, err := h.Chat.Search(c.Context(), c.Caller().Member.ID, wanted)
	if err != nil {
		return nil, err
	}
	reply := body.SearchResults{OK: body.Done, Results: make([]body.SearchResult, 0, len(page.Found)), NextCursor: edge.OrNull(page.Older.Cursor())}
	for _, m := range page.Found {
		reply.Results = append(reply.Results, body.SearchResult{
			RoomID: m.Room, RoomName: m.RoomName, Message: h.messageBody(c, m.Message), Snippet: chat.Snippet(m.Text, wanted.Phrases),
		})
	}
	return reply, nil
}

// searchOf reads the query of a search. It fails with Invalid.
func searchOf(c edge.Call) (chat.Search, error) {
	wanted := chat.Search{Room: c.Query("roomId"), From: c.Query("from"), Has: chat.SearchHas(c.Query("has"))}
	switch wanted.Has {
	case "", chat.HasLink, chat.HasMedia:
	default:
		return wanted, store.NewErrorReason(store.Invalid, "has_unknown", "has must be link or media")
	}
	var err error
	if wanted.Limit, err = c.QueryNumber("limit", chat.SearchPage); err != nil {
		return wanted, err
	}
	for name, into := range map[string]*time.Time{"before": &wanted.Before, "after": &wanted.After} {
		raw := c.Query(name)
		if raw == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, raw)
		if err != nil {
			return wanted, store.NewErrorf(store.Invalid, "time_malformed", "%s must be a time such as 2026-01-31T12:00:00Z", name)
		}
		*into = at
	}
	if wanted.Phrases, err = chat.ParseSearch(c.Query("q"), wanted.Narrowed()); err != nil {
		return wanted, err
	}
	wanted.Older, err = chat.ParseSearchCursor(c.Query("cursor"))
	return wanted, err
}
