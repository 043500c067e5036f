package demo

import (
	"context"
	"fmt"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
)

// sampleProfiles are what the demo members show of themselves.
var sampleProfiles = []struct {
	who, bio        string
	rank, private   bool
	skills, badges  string // JSON
	looks           []string
	contributed     money.Cents
	purpose         money.ContributionPurpose
	contributedAnon bool
}{
	{
		who: "commander", rank: true, bio: "Keeps the fire going. Ask me about the weekend plans.",
		skills: `[{"text":"Leadership","color":"#8a5cf6"},{"text":"First aid","color":"#d6455d"}]`,
		badges: `[{"text":"Founder","emoji":"⛺","color":"Orange","addedAt":"2026-01-05T10:00:00Z"}]`, looks: []string{"ann", "bob", "cleo"},
	},
	{
		who: "ann", rank: true, bio: "From the north coast. Flags, maps and far too much tea.",
		skills: `[{"text":"Sailing","color":"#2b7fd9"},{"text":"Photography","color":"#2f9e6e"},{"text":"Cooking","color":"#c9731a"}]`,
		badges: `[{"text":"Helper","emoji":"⭐","color":"Gold","addedAt":"2026-02-14T18:30:00Z"},{"text":"Early bird","emoji":"🌅","color":"Pink","addedAt":"2026-03-01T06:10:00Z"}]`,
		looks:  []string{"commander", "cleo"}, contributed: 45_00, purpose: money.ForServerCost,
	},
	{
		who: "bob", private: true, bio: "Only those I know.", skills: `[]`, badges: `[]`,
		contributed: 15_00, purpose: money.ForServerCost, contributedAnon: true,
	},
	{
		who: "cleo", bio: "Night owl with a green tent.", skills: `[{"text":"Climbing","color":"#7a8b2a"}]`, badges: `[]`,
		looks: []string{"ann"}, contributed: 10_00, purpose: money.ForCommunity,
	},
}

// sampleMonthlyBase is the server's cost of a month of the demo.
const sampleMonthlyBase money.Cents = 120_00

// profiles fills the demo members' profiles, has them look at each other, and covers
// a part of the server's cost.
func (d *seeding) profiles(ctx context.Context) error {
	if err := d.setBack(ctx, 0); err != nil {
		return err
	}
	d.later(0, func(ctx context.Context) error {
		if _, err := payments.NewCosts(d.db.DB).SetServerCost(ctx, sampleMonthlyBase, 1); err != nil {
			return fmt.Errorf("demo server cost: %w", err)
		}
		return nil
	})
	for _, p := range sampleProfiles {
		if _, err := d.db.Pool().Exec(ctx, `
			insert into profiles (member_id, public_bio, show_rank_public, profile_private, skills_tags, badge_tags) values ($1, $2, $3, $4, $5, $6)`,
			d.members[p.who], p.bio, p.rank, p.private, p.skills, p.badges); err != nil {
			return fmt.Errorf("demo profile of %s: %w", p.who, err)
		}
		for _, viewer := range p.looks {
			if _, err := members.New(d.db.DB).PublicProfile(ctx, store.Member{ID: d.members[viewer]}, p.who); err != nil {
				return fmt.Errorf("demo look at %s: %w", p.who, err)
			}
		}
		if p.contributed == 0 {
			continue
		}
		if err := d.checkout.contribute(ctx, money.Contribution{
			MemberID: d.members[p.who], Purpose: p.purpose, Amount: p.contributed, Anonymous: p.contributedAnon,
		}); err != nil {
			return fmt.Errorf("demo contribution of %s: %w", p.who, err)
		}
	}
	return nil
}
