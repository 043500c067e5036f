package chat

import (
	livelog "muster/actors/roomlog"
	"muster/http/body"
	"muster/http/edge"
	"muster/store/people"
)

// userStatus replies with the caller's status in chat. It works without a username
// and during a ban.
func (h *calls) userStatus(c edge.Call) (any, error) {
	m := c.Caller().Member
	banned, err := h.People.IsBanned(c.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	creator, err := h.People.Creator(c.Context())
	if err != nil {
		return nil, err
	}
	welcomeDue, err := h.People.WelcomeDue(c.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	notices, err := h.People.Notices(c.Context(), m.ID)
	if err != nil {
		return nil, err
	}
	return body.UserStatus{
		OK: body.Done, HasUsername: m.Username != "", Username: edge.OrNull(m.Username), IsAdmin: m.IsAdmin, IsBanned: banned,
		CreatorID: edge.OrNull(creator), WelcomeDue: welcomeDue, SetupDue: m.IsAdmin && h.Community.Settings(c.Context()).SetUpAt.IsZero(), Notices: noticeBodies(notices),
	}, nil
}

func noticeBodies(notices []people.Notice) []body.Notice {
	all := make([]body.Notice, 0, len(notices))
	for _, n := range notices {
		all = append(all, body.Notice{ID: n.ID, Kind: string(n.Kind), Text: n.Text(), CreatedAt: livelog.Timestamp(n.At)})
	}
	return all
}

// dismissNotice removes a notice that the caller has read.
func (h *calls) dismissNotice(c edge.Call) (any, error) {
	return body.Done, h.People.DismissNotice(c.Context(), c.Caller().Member.ID, c.Param("id"))
}

// onlineCount replies with the number of people in chat.
func (h *calls) onlineCount(edge.Call) (any, error) {
	return body.OnlineCount{OK: body.Done, Count: h.Hub.OnlineCount()}, nil
}
