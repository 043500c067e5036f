package http

import "muster/http/body"

// edits lists the earlier texts of a message, for moderators and administrators. The
// audit log keeps that they were shown.
func (s *Server) edits(c *call) (any, error) {
	id := c.Param("id")
	texts, sender, err := s.config.Store.PastTexts(c.Request.Context(), c.caller.Member.ID, id)
	if err != nil {
		return nil, err
	}
	c.about = sender
	reply := body.Edits{OK: body.Done, MessageID: id, Edits: make([]body.Edit, 0, len(texts))}
	for _, t := range texts {
		reply.Edits = append(reply.Edits, body.Edit{Message: t.Text, EditedAt: t.Until})
	}
	return reply, nil
}
