package http

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
)

// sentCampaigns keeps what was sent as a test of a campaign.
type sentCampaigns struct {
	mu   sync.Mutex
	sent []campaign.Delivery
	fail error
}

func (s *sentCampaigns) SendDelivery(_ context.Context, _ campaign.Campaign, d campaign.Delivery) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, d)
	return s.fail
}

// postKey posts with an idempotency key.
func (v *visitor) postKey(path, key string, body any) response {
	v.t.Helper()
	raw, err := json.Marshal(body)
	v.must(err)
	return v.send("POST", path, bytes.NewReader(raw), "Content-Type", "application/json", "Idempotency-Key", key)
}

func TestCampaignCalls_NOTIF2_NOTIF3_NOTIF4_NOTIF5_NOTIF8_NOTIF12_NOTIF15_NOTIF21(t *testing.T) {
	s := newSite(t)
	admin, _ := s.signedInAdmin("chief")
	member, ann, _ := s.signedInMember("ann")
	s.member("bob", false)
	s.exec(`update members set phone = '+4915112345678' where username = 'ann'`)
	for _, path := range []string{"groups", "recipients/all", "search-users?q=an", "history", "status/" + uuid.NewString()} {
		member.get("/api/notifications/"+path).want(t, 403)
	}

	groups := admin.get("/api/notifications/groups").want(t, 200).body["groups"].([]any)
	counts := map[string]any{}
	for _, g := range groups {
		counts[g.(map[string]any)["id"].(string)] = g.(map[string]any)["count"]
	}
	if len(counts) != 7 || counts["all"] != 3.0 || counts["admins"] != 1.0 || counts["active"] != 2.0 || counts["inactive"] != 1.0 || counts["specific"] != 0.0 {
		t.Errorf("%v", counts)
	}
	reach := admin.get("/api/notifications/recipients/all").want(t, 200).body
	if reach["total"] != 3.0 || reach["withEmail"] != 3.0 || reach["withPhone"] != 1.0 {
		t.Errorf("%v", reach)
	}
	admin.get("/api/notifications/recipients/nobody").want(t, 404)
	found := admin.get("/api/notifications/search-users?q=AN").want(t, 200)
	if users := found.body["users"].([]any); len(users) != 1 || strings.Contains(string(found.raw), "@") || users[0].(map[string]any)["hasPhone"] != true {
		t.Errorf("%s", found.raw)
	}
	for _, q := range []string{"a", "%25", "__", "%25%25", "'--"} {
		if users := admin.get("/api/notifications/search-users?q="+q).want(t, 200).body["users"].([]any); len(users) != 0 {
			t.Errorf("%q finds %v", q, users)
		}
	}

	good := fields{"campaignName": "News", "recipientGroup": "all", "notificationType": "both", "subject": "Hello", "message": "All"}
	but := func(name string, value any) fields {
		changed := fields{}
		for k, v := range good {
			changed[k] = v
		}
		changed[name] = value
		return changed
	}
	for text, bad := range map[string]fields{
		"Please select a recipient group":                              but("recipientGroup", ""),
		"This recipient group is not known":                            but("recipientGroup", "nobody"),
		"Please enter a message":                                       but("message", " \n "),
		"Please enter a subject for email notifications":               but("subject", "  "),
		"Please select at least one recipient":                         but("recipientGroup", "specific"),
		"notificationType must be email, sms or both":                  but("notificationType", "fax"),
		"The subject must be one line of at most 200 characters":       but("subject", "Hi\r\nBcc: all@example.org"),
		"The campaign name must be one line of at most 100 characters": but("campaignName", "a\nb"),
		"A text message can have at most 1,600 characters":             but("message", strings.Repeat("a", 1601)),
		"A recipient is not known":                                     {"recipientGroup": "specific", "recipientIds": []string{ann.ID, uuid.NewString()}, "notificationType": "sms", "message": "a"},
	} {
		admin.post("/api/notifications/send", bad).want(t, 400).says(t, text)
	}
	if page := admin.get("/api/notifications/history").want(t, 200).body["campaigns"].([]any); len(page) != 0 {
		t.Fatalf("a refused send was stored: %v", page)
	}

	// It said "Queued 1 messages."
	admin.post("/api/notifications/send", fields{"recipientGroup": "specific", "recipientIds": []string{ann.ID}, "notificationType": "email",
		"subject": "One", "message": "a"}).want(t, 200).holds(t, "Notification campaign started! Queued 1 message.")

	key := uuid.NewString()
	sent := admin.postKey("/api/notifications/send", key, good).want(t, 200)
	id := sent.body["campaign"].(map[string]any)["id"].(string)
	if sent.body["queuedCount"] != 4.0 {
		t.Errorf("%s", sent.raw)
	}
	if again := admin.postKey("/api/notifications/send", key, good).want(t, 200); again.body["campaign"].(map[string]any)["id"] != id {
		t.Errorf("the key made another campaign: %s", again.raw)
	}
	admin.postKey("/api/notifications/send", key, but("message", "Other")).want(t, 409).holds(t, `"idempotency_key_used"`)
	admin.postKey("/api/notifications/send", "twice", good).want(t, 400)
	later := admin.post("/api/notifications/send", fields{"recipientGroup": "specific", "recipientIds": []string{ann.ID, ann.ID}, "notificationType": "email",
		"subject": "Later", "message": "a", "sendAt": "2999-01-02T15:04:05Z"})
	later.want(t, 400).says(t, "A campaign can be scheduled for the next year at most")
	// A slip of the date went out at once, to everybody.
	past := s.text(`select to_char((muster_now() - interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
	admin.post("/api/notifications/send", but("sendAt", past)).want(t, 400).says(t, "The time to send is over. Choose a later one, or none to send at once.")
	// What was no text was called a body that is not valid JSON.
	for _, moment := range []any{"tomorrow", 5, true, []any{}, fields{}} {
		admin.post("/api/notifications/send", but("sendAt", moment)).want(t, 400).says(t, "A time must have the form 2026-01-31T18:30:00Z")
	}

	state := admin.get("/api/notifications/status/"+id).want(t, 200).body
	if stats := state["stats"].(map[string]any); state["progress"] != 0.0 || state["queuedCount"] != 4.0 || stats["sent"] != 0.0 || stats["unknown"] != 0.0 {
		t.Errorf("%v", state)
	}
	first := admin.get("/api/notifications/deliveries/"+id+"?limit=3").want(t, 200).body
	rest := admin.get("/api/notifications/deliveries/"+id+"?cursor="+first["nextCursor"].(string)).want(t, 200).body
	if len(first["deliveries"].([]any)) != 3 || len(rest["deliveries"].([]any)) != 1 || rest["nextCursor"] != nil {
		t.Errorf("%v, %v", first, rest)
	}
	for status, want := range map[string]int{"queued": 4, "failed": 0} {
		if few := admin.get("/api/notifications/deliveries/"+id+"?status="+status).want(t, 200).body["deliveries"].([]any); len(few) != want {
			t.Errorf("%d are %s: %v", len(few), status, few)
		}
	}
	admin.get("/api/notifications/deliveries/"+id+"?status=lost").want(t, 400)
	for range 2 {
		admin.post("/api/notifications/pause/"+id, nil).want(t, 200)
	}
	admin.post("/api/notifications/resume/"+id, nil).want(t, 200)
	cancelled := admin.post("/api/notifications/cancel/"+id, nil).want(t, 200).body
	if cancelled["progress"] != 100.0 || cancelled["queuedCount"] != 0.0 || cancelled["campaign"].(map[string]any)["status"] != "cancelled" {
		t.Errorf("%v", cancelled)
	}
	admin.post("/api/notifications/resume/"+id, nil).want(t, 409)
	for _, path := range []string{"pause/", "resume/", "cancel/"} {
		admin.post("/api/notifications/"+path+uuid.NewString(), nil).want(t, 404)
	}
	admin.get("/api/notifications/status/x").want(t, 404)
	admin.get("/api/notifications/deliveries/"+uuid.NewString()).want(t, 404)
	admin.get("/api/notifications/history?cursor=x").want(t, 400)
	for _, page := range []string{"history?limit=", "deliveries/" + id + "?limit="} { // clamped
		for limit, most := range map[string]int{"0": 1, "-5": 1, "1": 1, "99999": 500} {
			a := admin.get("/api/notifications/"+page+limit).want(t, 200)
			rows, _ := a.body["deliveries"].([]any)
			if campaigns, ok := a.body["campaigns"].([]any); ok {
				rows = campaigns
			}
			if len(rows) == 0 || len(rows) > most {
				t.Errorf("%s%s: %d rows", page, limit, len(rows))
			}
		}
		admin.get("/api/notifications/"+page+"many").want(t, 400)
	}
	if strings.Contains(s.log.String(), "Hello") {
		t.Error("the log quotes a subject")
	}
}

func TestCampaignTestsAndOptOut_NOTIF16_NOTIF18_NOTIF19(t *testing.T) {
	sender := &sentCampaigns{}
	s := newSite(t, func(c *Config) {
		c.CampaignSender, c.CampaignChannels, c.Delivers = sender, []store.Channel{store.Email}, true
	})
	admin, _ := s.signedInAdmin("chief")
	// A trial with a real mail server said that its messages go to nobody.
	if groups := admin.get("/api/notifications/groups").want(t, 200).body; groups["outbox"] != false {
		t.Errorf("%v", groups)
	}
	member, ann, _ := s.signedInMember("ann")
	admin.post("/api/notifications/test", map[string]any{"type": "email"}).want(t, 200).says(t, "Test email sent successfully")
	if len(sender.sent) != 1 || sender.sent[0].Address != "chief@example.org" {
		t.Errorf("%+v", sender.sent)
	}
	admin.send("POST", "/api/notifications/test", strings.NewReader(`{"type": "email"}`), "Content-Type", "application/json", "Accept-Language", "de").want(t, 200)
	if len(sender.sent) != 2 || sender.sent[1].Language != "de" {
		t.Errorf("in the administrator's language: %+v", sender.sent)
	}
	admin.post("/api/notifications/test", map[string]any{"type": "sms"}).want(t, 503).says(t, "Text messages are not configured on this server.")
	admin.post("/api/notifications/test", map[string]any{"type": "both"}).want(t, 400)
	for _, subject := range []string{"Hi\r\nBcc: all@example.org", "Hi\nBcc: x", "a\u2028b", strings.Repeat("a", 201)} {
		admin.post("/api/notifications/test", map[string]any{"type": "email", "subject": subject}).want(t, 400).says(t, "The subject must be one line of at most 200 characters")
	}
	admin.post("/api/notifications/send", map[string]any{"recipientGroup": "all", "notificationType": "both", "subject": "a", "message": "a"}).want(t, 503)
	away := store.NewErrorReason(store.Unavailable, campaign.SendTemporary, "mail: the server could not take it")
	away.Err = errors.New("451 chief@example.org is busy")
	sender.fail = away
	admin.post("/api/notifications/test", map[string]any{"type": "email"}).want(t, 503).says(t, "mail: the server could not take it")
	if log := s.log.String(); strings.Contains(log, "chief@example.org") || !strings.Contains(log, "the server could not take it") {
		t.Errorf("the log says %s", log)
	}

	reached := func() any { return admin.get("/api/notifications/recipients/all").want(t, 200).body["withEmail"] }
	link := "/api/unsubscribe/" + s.edge.config.Unsubscribe.Token(ann.ID)
	nobody := s.visitor()
	if page := nobody.get(link); page.status != 200 || !strings.Contains(string(page.raw), `<form method="post">`) || reached() != 2.0 {
		t.Errorf("looking at the link: %d %s", page.status, page.raw)
	}
	// Mail programs post a form without an origin; the page's own form has the origin
	// "null", because pages here send no referrer.
	for _, headers := range [][]string{{"Content-Type", "application/x-www-form-urlencoded"}, {"Content-Type", "application/x-www-form-urlencoded", "Origin", "null"}} {
		if done := nobody.send("POST", link, strings.NewReader("List-Unsubscribe=One-Click"), headers...); done.status != 200 || reached() != 1.0 {
			t.Errorf("one click: %d %s", done.status, done.raw)
		}
	}
	for _, token := range []string{"x", link[len(link)-10:], s.edge.config.Unsubscribe.Token(ann.ID) + "A"} {
		// Whoever opened a link that was copied in part read JSON.
		for _, page := range []response{
			nobody.get("/api/unsubscribe/" + token),
			nobody.send("POST", "/api/unsubscribe/"+token, strings.NewReader("List-Unsubscribe=One-Click"), "Content-Type", "application/x-www-form-urlencoded"),
		} {
			if page.status != 404 || !strings.Contains(string(page.raw), "<h1>This link is not valid</h1>") {
				t.Errorf("an unknown link: %d %s", page.status, page.raw)
			}
		}
	}
	settings := member.get("/api/profile/announcements").want(t, 200).body["settings"].(map[string]any)
	if settings["email"] != false || settings["sms"] != true {
		t.Errorf("%v", settings)
	}
	member.send("PUT", "/api/profile/announcements", strings.NewReader(`{"email":true,"sms":false}`), "Content-Type", "application/json").want(t, 200)
	if reached() != 2.0 {
		t.Error("opting in again changes nothing")
	}
	// A page that was open before changes the other channel alone.
	settings = member.send("PUT", "/api/profile/announcements", strings.NewReader(`{"sms":true}`), "Content-Type", "application/json").want(t, 200).body["settings"].(map[string]any)
	if settings["email"] != true || settings["sms"] != true || reached() != 2.0 {
		t.Errorf("after a change of text messages alone: %v", settings)
	}

	sender.fail = nil
	var last response
	for range campaigns.TestsPerHour {
		if last = admin.post("/api/notifications/test", map[string]any{"type": "email"}); last.status != 200 {
			break
		}
	}
	if last.want(t, 429); len(sender.sent) != campaigns.TestsPerHour || last.header.Get("Retry-After") == "" {
		t.Errorf("%d tests were sent, %v", len(sender.sent), last.header)
	}
}
