package community

import (
	"strings"
	"testing"
	"time"

	"muster/store"
	"muster/store/application"
)

func text(s string) *string { return &s }

// What the operator has set stands; else what was decided; else what the node has.
func TestOperatorStandsAboveAdministrators(t *testing.T) {
	invitation := application.IntakeInvitation
	d := Decided{Name: text("The Ninth"), SupportEmail: text("help@ninth.test"), Intake: &invitation, IntakeText: text("Ask a friend.")}
	c := Default()
	if s := (Decided{}).Over(c); s != c.Settings {
		t.Errorf("nothing decided: %+v", s)
	}
	s := d.Over(c)
	if s.Brand.Community != "The Ninth" || s.Brand.SupportEmail != "help@ninth.test" || s.Brand.Creator != store.DefaultBrand.Creator || s.Intake.Shown() != "Ask a friend." {
		t.Errorf("decided: %+v", s)
	}
	c.Fixed = []Setting{Name, Intake}
	if s := d.Over(c); s.Brand.Community != "Muster" || s.Brand.SupportEmail != "help@ninth.test" || s.Intake.Intake != application.IntakeOpen {
		t.Errorf("fixed: %+v", s)
	}
}

func TestChangesAreChecked(t *testing.T) {
	fixed := Configured{Settings: Default().Settings, Fixed: []Setting{SupportEmail}}
	nobody, closed := application.Intake("nobody"), application.IntakeClosed
	for reason, c := range map[string]Change{
		"name_invalid":          {Name: text(" \u200b ")},
		"support_email_invalid": {SupportEmail: text("help at home")},
		"intake_invalid":        {Intake: &nobody},
		"intake_text_invalid":   {IntakeText: text(strings.Repeat("ä", MaxIntakeText+1))},
	} {
		if _, err := c.Check(Default()); err == nil || store.AsError(err).Reason != reason {
			t.Errorf("%s: %v", reason, err)
		}
	}
	for _, name := range []string{"a\x07b", "right\u202eleft", strings.Repeat("a", 61), "", "\xff"} {
		if _, err := (Change{Name: &name}).Check(Default()); err == nil {
			t.Errorf("the name %q is taken", name)
		}
	}
	if _, err := (Change{SupportEmail: text("help@ninth.test")}).Check(fixed); store.CodeOf(err) != store.Conflict {
		t.Errorf("what the operator has set: %v", err)
	}
	c, err := Change{Name: text("  The   Ninth "), SupportEmail: text(" Help@Ninth.test"), Intake: &closed, IntakeText: text(" Back soon. ")}.Check(Default())
	if err != nil || *c.Name != "The Ninth" || *c.SupportEmail != "help@ninth.test" || *c.IntakeText != "Back soon." {
		t.Errorf("cleaned: %+v, %v", c, err)
	}
}

// A change leaves what it does not name, and the first steps end once.
func TestChangeLeavesTheRest(t *testing.T) {
	first := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	d := Change{Name: text("The Ninth"), SetUp: true}.Onto(Decided{}, first)
	d = Change{SupportEmail: text("help@ninth.test"), SetUp: true}.Onto(d, first.Add(time.Hour))
	if *d.Name != "The Ninth" || *d.SupportEmail != "help@ninth.test" || !d.SetUpAt.Equal(first) {
		t.Errorf("%+v", d)
	}
}
