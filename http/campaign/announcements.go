package campaign

import (
	"slices"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// announcements replies with the channels by which the caller gets campaigns.
func (h *calls) announcements(c edge.Call) (any, error) {
	out, err := h.Campaigns.OptOuts(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	return body.AnnouncementSettingsReply{OK: body.Done, Settings: body.AnnouncementSettings{
		Email: !slices.Contains(out, store.Email), SMS: !slices.Contains(out, store.SMS),
	}}, nil
}

// changeAnnouncements sets the channels by which the caller gets campaigns.
func (h *calls) changeAnnouncements(c edge.Call) (any, error) {
	var request body.AnnouncementSettings
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	for channel, wanted := range map[store.Channel]bool{store.Email: request.Email, store.SMS: request.SMS} {
		if err := h.Campaigns.OptOut(c.Context(), c.Caller().Member.ID, channel, !wanted); err != nil {
			return nil, err
		}
	}
	return body.AnnouncementSettingsReply{OK: body.Done, Settings: request}, nil
}

// The pages of an unsubscribe link. They ask no session: whoever has the mail may.
const (
	unsubscribeHead = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="robots" content="noindex"><title>Unsubscribe</title></head><body>`
	unsubscribeAsk = unsubscribeHead + `<h1>Unsubscribe</h1><p>Stop the announcements by e-mail? Sign-in codes and emergency mails still come.</p>` +
		`<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Unsubscribe</button></form></body></html>`
	unsubscribeDone = unsubscribeHead + `<h1>You are unsubscribed</h1><p>You will get no more announcements by e-mail. Your profile settings turn them on again.</p></body></html>`
)

// unsubscribePage shows a button and changes nothing: programs that look at the links
// of a mail must not unsubscribe anybody.
func (h *calls) unsubscribePage(c edge.Call) (any, error) {
	if _, ok := h.Unsubscribe.Member(c.Param("token")); !ok {
		return nil, store.NewErrorReason(store.NotFound, "token_unknown", "This link is not valid")
	}
	return edge.Page(unsubscribeAsk), nil
}

// oneClickUnsubscribe stops campaigns by mail (RFC 8058).
func (h *calls) oneClickUnsubscribe(c edge.Call) (any, error) {
	member, ok := h.Unsubscribe.Member(c.Param("token"))
	if !ok {
		return nil, store.NewErrorReason(store.NotFound, "token_unknown", "This link is not valid")
	}
	if err := h.Campaigns.OptOut(c.Context(), member, store.Email, true); err != nil {
		return nil, err
	}
	return edge.Page(unsubscribeDone), nil
}
