package community_test

import (
	"context"
	"testing"

	"muster/store/application"
	"muster/store/community"
	communities "muster/store/postgres/community"
	"muster/store/postgres/storetest"
)

func text(s string) *string { return &s }

// What one node's administrator decides stands for the others when they read again, beside
// what another administrator decided meanwhile; the audit log has both sides.
func TestNodesAgreeOnTheSettings(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	chief, _ := w.Chief("chief")
	one, other := communities.New(w.DB, community.Default()), communities.New(w.DB, community.Default())
	if s := one.Settings(ctx); s.Brand.Community != "Muster" || !s.SetUpAt.IsZero() {
		t.Errorf("an empty database: %+v", s)
	}
	invitation := application.IntakeInvitation
	_, err := one.Change(ctx, chief, community.Change{Name: text("The Ninth"), SetUp: true})
	w.Must(err)
	_, err = other.Change(ctx, chief, community.Change{Intake: &invitation})
	w.Must(err)
	w.Must(one.Refresh(ctx))
	for _, node := range []*communities.Community{one, other} {
		if s := node.Settings(ctx); s.Brand.Community != "The Ninth" || s.Intake.Intake != invitation || s.SetUpAt.IsZero() || node.CurrentBrand(ctx).Community != "The Ninth" || node.Intake(ctx).Intake != invitation {
			t.Errorf("%+v", s)
		}
	}
	if n := storetest.One[int](w, `select count(*) from audit where action = 'community_changed' and detail->'before'->>'name' = 'Muster' and detail->'after'->>'name' = 'The Ninth'`); n != 1 {
		t.Errorf("%d entries of the audit log", n)
	}
	// Open pages show the name; who may apply is on none of them.
	if n := storetest.One[int](w, `select count(*) from broadcasts where kind = $1`, community.ChangedKind); n != 1 {
		t.Errorf("%d broadcasts", n)
	}
	if n := storetest.One[int](w, `select count(*) from broadcasts where value->>'communityName' = 'The Ninth'`); n != 1 {
		t.Errorf("%d broadcasts of the name", n)
	}
}

// Without the database the settings are those that were read last.
func TestSettingsWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	c := communities.New(w.DB, community.Default())
	chief, _ := w.Chief("chief")
	_, err := c.Change(ctx, chief, community.Change{Name: text("The Ninth")})
	w.Must(err)
	cancel()
	if c.Refresh(ctx) == nil {
		t.Fatal("read without the database")
	}
	if s := c.Settings(ctx); s.Brand.Community != "The Ninth" {
		t.Errorf("%+v", s)
	}
}

// An administrator who saved the settings as they were decided for them: the operator's later
// change of the environment counted no more, and no entry of the audit log said why.
func TestSavedAsItWasIsNotDecided(t *testing.T) {
	t.Parallel()
	w := storetest.NewWorld(t)
	ctx := context.Background()
	chief, _ := w.Chief("chief")
	configured := community.Default()
	configured.Brand.Community, configured.Intake.Text = "The Ninth", "Ask a friend."
	open := application.IntakeOpen
	node := communities.New(w.DB, configured)
	_, err := node.Change(ctx, chief, community.Change{
		Name: text("The Ninth"), SupportEmail: text(configured.Brand.SupportEmail), Intake: &open, IntakeText: text("Ask a friend."), SetUp: true,
	})
	w.Must(err)
	restarted := configured
	restarted.Brand.Community, restarted.Brand.SupportEmail, restarted.Intake.Intake = "The Tenth", "help@tenth.test", application.IntakeClosed
	node = communities.New(w.DB, restarted)
	w.Must(node.Refresh(ctx))
	if s := node.Settings(ctx); s.Brand != restarted.Brand || s.Intake != restarted.Intake || s.SetUpAt.IsZero() {
		t.Errorf("%+v", s)
	}

	// A text that is changed is decided with the intake that it is about, and back again too.
	for _, want := range []string{"Come in.", "Ask a friend."} {
		s, err := node.Change(ctx, chief, community.Change{IntakeText: text(want)})
		w.Must(err)
		if s.Intake != (application.IntakeRules{Intake: application.IntakeClosed, Text: want}) {
			t.Errorf("%+v", s.Intake)
		}
	}
	if n := storetest.One[int](w, `select count(*) from audit where action = 'community_changed'`); n != 3 {
		t.Errorf("%d entries of the audit log", n)
	}
}
