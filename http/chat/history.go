package chat

import (
	livelog "muster/actors/roomlog"
	"muster/actors/wire"
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/roomlog"
)

// messages replies with one page of a room's history.
func (h *calls) messages(c edge.Call) (any, error) { return h.history(c, c.Param("roomId")) }

// defaultMessages replies with one page of the default room's history.
func (h *calls) defaultMessages(c edge.Call) (any, error) { return h.history(c, h.DefaultRoom) }

// history replies with one page of a room's history: the newest messages, those before or
// after a message, or those around one.
func (h *calls) history(c edge.Call, room string) (any, error) {
	limit, err := edge.PageLimit(c, roomlog.HistoryPage, roomlog.HistoryPage)
	if err != nil {
		return nil, err
	}
	var page roomlog.HistoryWindow
	ctx, member := c.Context(), c.Caller().Member.ID
	before, after, around := c.Query("before"), c.Query("after"), c.Query("around")
	switch {
	case before != "" && after != "" || around != "" && before+after != "":
		return nil, store.NewErrorReason(store.Invalid, "marks_exclude", "Only one of before, after and around can be given")
	case around != "":
		page, err = h.Log.HistoryAround(ctx, member, room, limit, around)
	case after != "":
		page, err = h.Log.HistoryAfter(ctx, member, room, limit, after)
	default:
		page, err = h.Log.History(ctx, member, room, limit, before)
	}
	if err != nil {
		return nil, err
	}
	reply := body.Messages{OK: body.Done, RoomID: room, Messages: make([]wire.MessageBody, 0, len(page.Messages)), HasMore: page.Older, HasNewer: page.Newer,
		AsOf: body.AsOf(page.AsOf.Log), SiteAsOf: body.AsOf(page.AsOf.Site)}
	for _, m := range page.Messages {
		reply.Messages = append(reply.Messages, h.messageBody(c, m))
	}
	return reply, nil
}

// messageBody is a message as it was read for the caller: with the caller's own links to
// its media, and with its flag where the caller may see flags.
func (h *calls) messageBody(c edge.Call, m roomlog.Message) wire.MessageBody {
	b := livelog.MessageBody(m, h.signer(c))
	b.IsFlagged = m.Flagged && m.DeletedAt.IsZero()
	return b
}
