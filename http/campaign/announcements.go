package campaign

import (
	"html"
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

// changeAnnouncements changes the channels that the body names: another one may have been
// changed elsewhere since the caller read them.
func (h *calls) changeAnnouncements(c edge.Call) (any, error) {
	var request body.ChangeAnnouncements
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	for channel, wanted := range map[store.Channel]*bool{store.Email: request.Email, store.SMS: request.SMS} {
		if wanted == nil {
			continue
		}
		if err := h.Campaigns.OptOut(c.Context(), c.Caller().Member.ID, channel, !*wanted); err != nil {
			return nil, err
		}
	}
	return h.announcements(c)
}

// unsubscribed is a page of an unsubscribe link, in the language of the browser. It asks
// no session: whoever has the mail may.
func unsubscribed(c edge.Call, title, text string, form bool) edge.Page {
	tag := c.Language()
	say := func(key string) string { return html.EscapeString(tag.Say(key)) }
	page := `<!doctype html><html lang="` + string(tag) + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="robots" content="noindex"><title>` + say("campaign.unsubscribe") + `</title></head><body>` +
		`<h1>` + say(title) + `</h1><p>` + say(text) + `</p>`
	if form {
		page += `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">` + say("campaign.unsubscribe") + `</button></form>`
	}
	return edge.Page{HTML: page + `</body></html>`}
}

// unknownLink is the page of a link that is none of ours, as one that was copied in part: a
// person reads it.
func unknownLink(c edge.Call) edge.Page {
	page := unsubscribed(c, "unsubscribe.unknown", "unsubscribe.unknownText", false)
	page.Missing = true
	return page
}

// unsubscribePage shows a button and changes nothing: programs that look at the links
// of a mail must not unsubscribe anybody.
func (h *calls) unsubscribePage(c edge.Call) (any, error) {
	if _, ok := h.Unsubscribe.Member(c.Param("token")); !ok {
		return unknownLink(c), nil
	}
	return unsubscribed(c, "campaign.unsubscribe", "unsubscribe.ask", true), nil
}

// oneClickUnsubscribe stops campaigns by mail (RFC 8058).
func (h *calls) oneClickUnsubscribe(c edge.Call) (any, error) {
	member, ok := h.Unsubscribe.Member(c.Param("token"))
	if !ok {
		return unknownLink(c), nil
	}
	if err := h.Campaigns.OptOut(c.Context(), member, store.Email, true); err != nil {
		return nil, err
	}
	return unsubscribed(c, "unsubscribe.done", "unsubscribe.doneText", false), nil
}
