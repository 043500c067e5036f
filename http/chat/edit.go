package chat

import (
	"muster/http/body"
	"muster/http/edge"
)

// edits lists the earlier texts of a message, for moderators and administrators. The
// audit log keeps that they were shown.
func (h *calls) edits(c edge.Call) (any, error) {
	id := c.Param("id")
	texts, sender, err := h.Chat.PastTexts(c.Context(), c.Caller().Member.ID, id)
	if err != nil {
		return nil, err
	}
	c.About(sender)
	reply := body.Edits{OK: body.Done, MessageID: id, Edits: make([]body.Edit, 0, len(texts))}
	for _, t := range texts {
		reply.Edits = append(reply.Edits, body.Edit{Message: t.Text, EditedAt: t.Until})
	}
	return reply, nil
}
