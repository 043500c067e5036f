package campaign

import (
	"muster/store"
	"strings"
	"testing"
	"time"
)

// A campaign is refused for each rule with its own sentence, in the order in which the
// form asks, and what is just within a limit passes. Lengths count characters.
func TestCampaignIsChecked_NOTIF5_NOTIF21(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	good := NewCampaign{Group: EverybodyGroup, Type: BothCampaign, Subject: "Hello", Message: "All"}
	for name, x := range map[string]struct {
		change func(c *NewCampaign)
		says   string // "" for accepted
	}{
		"nothing":             {func(c *NewCampaign) { *c = NewCampaign{} }, "Please select a recipient group"},
		"no group":            {func(c *NewCampaign) { c.Group = "" }, "Please select a recipient group"},
		"unknown group":       {func(c *NewCampaign) { c.Group = "All" }, "This recipient group is not known"},
		"unknown type":        {func(c *NewCampaign) { c.Type = "fax" }, "notificationType must be email, sms or both"},
		"no message":          {func(c *NewCampaign) { c.Message = " \r\n\t" }, "Please enter a message"},
		"no subject":          {func(c *NewCampaign) { c.Subject = "  " }, "Please enter a subject for email notifications"},
		"no subject of mail":  {func(c *NewCampaign) { c.Type, c.Subject = EmailCampaign, "" }, "Please enter a subject for email notifications"},
		"text needs none":     {func(c *NewCampaign) { c.Type, c.Subject = SMSCampaign, "" }, ""},
		"its subject is none": {func(c *NewCampaign) { c.Type, c.Subject = SMSCampaign, "a\r\nb" }, ""},
		"nobody":              {func(c *NewCampaign) { c.Group = SpecificGroup }, "Please select at least one recipient"},
		"somebody":            {func(c *NewCampaign) { c.Group, c.RecipientIDs = SpecificGroup, []string{"x"} }, ""},
		"name at its limit":   {func(c *NewCampaign) { c.Name = strings.Repeat("é", 100) }, ""},
		"name over it":        {func(c *NewCampaign) { c.Name = strings.Repeat("é", 101) }, "The campaign name must be one line of at most 100 characters"},
		"name of two lines":   {func(c *NewCampaign) { c.Name = "a\nb" }, "The campaign name must be one line of at most 100 characters"},
		"subject at limit":    {func(c *NewCampaign) { c.Subject = strings.Repeat("é", 200) }, ""},
		"subject over it":     {func(c *NewCampaign) { c.Subject = strings.Repeat("é", 201) }, "The subject must be one line of at most 200 characters"},
		"CR LF":               {func(c *NewCampaign) { c.Subject = "Hi\r\nBcc: x@example.org" }, "The subject must be one line of at most 200 characters"},
		"LF":                  {func(c *NewCampaign) { c.Subject = "Hi\nBcc: x@example.org" }, "The subject must be one line of at most 200 characters"},
		"CR":                  {func(c *NewCampaign) { c.Subject = "Hi\rBcc: x@example.org" }, "The subject must be one line of at most 200 characters"},
		"NUL":                 {func(c *NewCampaign) { c.Subject = "Hi\x00" }, "The subject must be one line of at most 200 characters"},
		"a line separator":    {func(c *NewCampaign) { c.Subject = "Hi\u2028Bcc" }, "The subject must be one line of at most 200 characters"},
		"a next line":         {func(c *NewCampaign) { c.Subject = "Hi\u0085Bcc" }, "The subject must be one line of at most 200 characters"},
		"nothing to see":      {func(c *NewCampaign) { c.Subject = "\u200b" }, "The subject must be one line of at most 200 characters"},
		"message at limit":    {func(c *NewCampaign) { c.Type, c.Message = EmailCampaign, strings.Repeat("é", 10_000) }, ""},
		"message over it":     {func(c *NewCampaign) { c.Type, c.Message = EmailCampaign, strings.Repeat("é", 10_001) }, "The message must be text of at most 10,000 characters"},
		"message with a bell": {func(c *NewCampaign) { c.Message = "a\x07" }, "The message must be text of at most 10,000 characters"},
		"text at its limit":   {func(c *NewCampaign) { c.Message = strings.Repeat("é", 1600) }, ""},
		"text over it":        {func(c *NewCampaign) { c.Message = strings.Repeat("é", 1601) }, "A text message can have at most 1,600 characters"},
		"in a year":           {func(c *NewCampaign) { c.SendAt = now.Add(MaxWait) }, ""},
		"later":               {func(c *NewCampaign) { c.SendAt = now.Add(MaxWait + time.Second) }, "A campaign can be scheduled for the next year at most"},
		"a time that is over": {func(c *NewCampaign) { c.SendAt = now.Add(-time.Hour) }, ""},
	} {
		c := good
		x.change(&c)
		_, err := c.Check(now)
		switch {
		case x.says == "" && err != nil, x.says != "" && (err == nil || store.AsError(err).Message != x.says || store.CodeOf(err) != store.Invalid):
			t.Errorf("%s: %v, want %q", name, err, x.says)
		}
	}
	c, err := NewCampaign{Group: EverybodyGroup, RecipientIDs: []string{"x"}, Type: SMSCampaign, Subject: "a", Message: " a\r\nb "}.Check(now)
	if err != nil || c.Message != "a\nb" || c.Subject != "" || c.Name != "SMS 2026-05-04 12:00" || c.RecipientIDs != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

// Progress is 100 only at the end, never beyond, and nothing is divided by nothing.
func TestCampaignProgress_NOTIF12(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		c    Campaign
		want int
	}{
		"nobody yet":       {Campaign{Status: Processing}, 0},
		"nobody at all":    {Campaign{Status: Completed}, 100},
		"a third":          {Campaign{Status: Processing, Total: 3, Sent: 1}, 33},
		"all that is over": {Campaign{Status: Processing, Total: 6, Sent: 1, Failed: 1, Unknown: 1, Skipped: 1}, 66},
		"all but the end":  {Campaign{Status: Processing, Total: 3, Sent: 3}, 99},
		"waiting":          {Campaign{Status: Scheduled, Total: 3}, 0},
		"paused":           {Campaign{Status: Paused, Total: 4, Sent: 2}, 50},
		"cancelled":        {Campaign{Status: Cancelled, Total: 4, Sent: 2, Skipped: 2}, 100},
		"failed":           {Campaign{Status: Failed, Total: 4, Failed: 4}, 100},
	} {
		if got := x.c.Progress(); got != x.want {
			t.Errorf("%s: %d, want %d", name, got, x.want)
		}
	}
	if n := (Campaign{Total: 5, Skipped: 2}).Recipients(); n != 3 {
		t.Errorf("%d recipients", n)
	}
}
