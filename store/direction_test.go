package store_test

import (
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/campaign"
	"muster/store/desk"
	"muster/store/people"
	"muster/store/rank"
	"muster/store/roomlog"
)

// A control of writing direction makes a line show another text than it has: "annexe.exe"
// was shown as a picture's name, a subject read backwards. No field of one line takes one.
func TestLinesTakeNoControlsOfDirection(t *testing.T) {
	t.Parallel()
	fields := map[string]func(text string) error{
		"name": func(text string) error { _, err := store.CheckName(text); return err },
		"room": func(text string) error { _, err := roomlog.NewRoom("den", text, ""); return err },
		"campaign name": func(text string) error {
			_, err := campaign.NewCampaign{Name: text, Subject: "Hi", Message: "Hi", Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign}.Check(time.Now())
			return err
		},
		"campaign subject": func(text string) error {
			_, err := campaign.NewCampaign{Subject: text, Message: "Hi", Group: campaign.EverybodyGroup, Type: campaign.EmailCampaign}.Check(time.Now())
			return err
		},
		"badge": func(text string) error {
			_, err := rank.CheckBadge(rank.BadgeTag{Text: text, Color: rank.BadgeColors[0]})
			return err
		},
		"badge's sign": func(text string) error {
			_, err := rank.CheckBadge(rank.BadgeTag{Text: "Watch", Emoji: "⭐" + strings.Trim(text, "Nightwac "), Color: rank.BadgeColors[0]})
			return err
		},
		"tag": func(text string) error {
			_, err := people.SkillsChange{Texts: []string{text}}.Apply(nil)
			return err
		},
		"reason": func(text string) error { _, err := store.CleanReason(text); return err },
	}
	for field, check := range fields {
		if err := check("Night watch"); err != nil {
			t.Errorf("%s: %v", field, err)
		}
		for _, control := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
			if err := check("Night " + string(control) + "watch"); store.CodeOf(err) != store.Invalid {
				t.Errorf("%s takes %U: %v", field, control, err)
			}
		}
	}
	// A number that was copied from an address book has them around it.
	q, err := desk.UserQuery{Search: "\u202a+49 151 1000002\u202c"}.Check()
	if err != nil || q.Search != "+49 151 1000002" {
		t.Errorf("a search for a copied number: %q, %v", q.Search, err)
	}
}
