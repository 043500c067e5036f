package community

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
	"muster/store/application"
)

// Setting is one of the things that administrators decide, unless the operator has.
type Setting string

// The settings.
const (
	Name         Setting = "name"
	SupportEmail Setting = "supportEmail"
	Intake       Setting = "intake" // with its text
)

// MaxIntakeText is the longest text about the intake, in characters.
const MaxIntakeText = 500

// Settings are those in force.
type Settings struct {
	Brand   store.Brand
	Intake  application.IntakeRules
	SetUpAt time.Time // zero: no administrator has been through the first steps yet
}

// ChangedKind is the kind of the broadcasts of NewChanged.
const ChangedKind = "community_changed"

// Changed is the value of such a broadcast: what every page shows of the settings.
type Changed struct {
	CommunityName string `json:"communityName"`
	SupportEmail  string `json:"supportEmail"`
}

// NewChanged is the broadcast of settings.
func NewChanged(s Settings) (store.Broadcast, error) {
	return store.NewBroadcast("community", ChangedKind, Changed{s.Brand.Community, s.Brand.SupportEmail})
}

// Configured is what a node was started with.
type Configured struct {
	Settings           // where nothing was decided
	Fixed    []Setting // set by the operator: nothing else can be decided
}

// Default is a node without settings: neutral, and everybody may apply.
func Default() Configured {
	return Configured{Settings: Settings{Brand: store.DefaultBrand, Intake: application.IntakeRules{Intake: application.IntakeOpen}}}
}

// IsFixed says whether the operator has set s.
func (c Configured) IsFixed(s Setting) bool { return slices.Contains(c.Fixed, s) }

// Decided is what administrators have decided; nil is not decided.
type Decided struct {
	Name, SupportEmail *string
	Intake             *application.Intake
	IntakeText         *string
	SetUpAt            time.Time
}

// Over gives the settings in force: what the operator fixed, else what was decided, else
// what the node was started with.
func (d Decided) Over(c Configured) Settings {
	s := c.Settings
	s.SetUpAt = d.SetUpAt
	if d.Name != nil && !c.IsFixed(Name) {
		s.Brand.Community = *d.Name
	}
	if d.SupportEmail != nil && !c.IsFixed(SupportEmail) {
		s.Brand.SupportEmail = *d.SupportEmail
	}
	if d.Intake != nil && !c.IsFixed(Intake) {
		s.Intake.Intake, s.Intake.Text = *d.Intake, ""
		if d.IntakeText != nil {
			s.Intake.Text = *d.IntakeText
		}
	}
	return s
}

// Change is what an administrator decides; nil is left as it is.
type Change struct {
	Name, SupportEmail *string
	Intake             *application.Intake
	IntakeText         *string
	SetUp              bool // the first steps are done, or were left
}

// Check cleans a change. It fails with Invalid: name_invalid, support_email_invalid,
// intake_invalid, intake_text_invalid; and with Conflict, fixed_by_operator, for what the
// operator has set.
func (c Change) Check(configured Configured) (Change, error) {
	for _, given := range []struct {
		setting Setting
		is      bool
	}{{Name, c.Name != nil}, {SupportEmail, c.SupportEmail != nil}, {Intake, c.Intake != nil || c.IntakeText != nil}} {
		if given.is && configured.IsFixed(given.setting) {
			return c, store.NewErrorReason(store.Conflict, "fixed_by_operator", "The operator of this server has set this")
		}
	}
	if c.Name != nil {
		name := strings.Join(strings.Fields(*c.Name), " ")
		if !store.ValidBrandName(name) || !store.VisibleLine(name) {
			return c, store.NewErrorReason(store.Invalid, "name_invalid", "The name must be one line of 1 to 60 bytes")
		}
		c.Name = &name
	}
	if c.SupportEmail != nil {
		address, err := store.ParseEmail(*c.SupportEmail)
		if err != nil {
			return c, store.NewErrorReason(store.Invalid, "support_email_invalid", "Please enter a valid email address")
		}
		c.SupportEmail = &address.Address
	}
	if c.Intake != nil && !c.Intake.Known() {
		return c, store.NewErrorReason(store.Invalid, "intake_invalid", "Applications are open, closed or by invitation")
	}
	if c.IntakeText != nil {
		text := strings.TrimSpace(*c.IntakeText)
		if utf8.RuneCountInString(text) > MaxIntakeText || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return c, store.NewErrorReason(store.Invalid, "intake_text_invalid", "The text must have at most 500 characters")
		}
		c.IntakeText = &text
	}
	return c, nil
}

// Without leaves out what is in force already: what an administrator saves as it was is not
// decided, and goes on to follow what the node is started with.
func (c Change) Without(s Settings) Change {
	if c.Name != nil && *c.Name == s.Brand.Community {
		c.Name = nil
	}
	if c.SupportEmail != nil && *c.SupportEmail == s.Brand.SupportEmail {
		c.SupportEmail = nil
	}
	if c.Intake == nil && c.IntakeText == nil {
		return c
	}
	// The text belongs to the intake: both are decided or neither.
	intake := s.Intake
	if c.Intake != nil {
		intake.Intake = *c.Intake
	}
	if c.IntakeText != nil {
		intake.Text = *c.IntakeText
	}
	c.Intake, c.IntakeText = &intake.Intake, &intake.Text
	if intake == s.Intake {
		c.Intake, c.IntakeText = nil, nil
	}
	return c
}

// Onto gives what is decided after the change, at now.
func (c Change) Onto(d Decided, now time.Time) Decided {
	if c.Name != nil {
		d.Name = c.Name
	}
	if c.SupportEmail != nil {
		d.SupportEmail = c.SupportEmail
	}
	if c.Intake != nil {
		d.Intake = c.Intake
	}
	if c.IntakeText != nil {
		d.IntakeText = c.IntakeText
	}
	if c.SetUp && d.SetUpAt.IsZero() {
		d.SetUpAt = now
	}
	return d
}
