package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"muster/store"
	"muster/store/application"
	"muster/store/campaign"
	"muster/store/chat"
	"muster/store/emergency"
	"muster/store/encrypted"
	"muster/store/money"
	"muster/store/people"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	emergencies "muster/store/postgres/emergency"
	messages "muster/store/postgres/encrypted"
	payments "muster/store/postgres/money"
	"muster/store/postgres/storetest"
)

// A list by time gives each row once when all rows are of one moment and a page ends between
// them. No test knew it of these lists: with only the time in the comparison, the rows behind a
// page of that moment were left out.
func TestRowsOfOneMomentAreListedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	ann := w.Join("ann")
	boss, chief := w.Chief("boss")
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	codes := messages.New(w.DB, encrypted.NewKeys(secret))
	pay := payments.NewPayments(w.DB, nil, nil, money.PaymentRules{}, nil)
	alerts, sends := emergencies.New(w.DB, nil), campaigns.New(w.DB, campaign.Pace{})
	applied := applications.New(w.DB, nil, application.NewKeys(secret), people.LoginKeys{}, nil)

	const rows, limit = 5, 2
	for range rows {
		w.Stored(chief.Says("general", "look @ann"))
		w.Must(storetest.Second(codes.Create(ctx, boss, encrypted.Draft{Kind: encrypted.Text, Content: "the gate code"})))
	}
	storetest.MoveToOneMoment(t, w.Owner())
	storetest.AddRowsOfOneMoment(t, w.Owner(), ann.ID, rows)

	for list, read := range map[string]func(cursor string) (ids []string, next string, err error){
		"a member's contributions": func(cursor string) ([]string, string, error) {
			page, next, err := pay.History(ctx, ann.ID, limit, cursor)
			return idsOf(page, func(c money.Contribution) string { return c.ID }), next, err
		},
		"contributions": func(cursor string) ([]string, string, error) {
			page, next, err := pay.All(ctx, money.ContributionFilter{}, limit, cursor)
			return idsOf(page, func(c money.Contribution) string { return c.ID }), next, err
		},
		"fees": func(cursor string) ([]string, string, error) {
			page, next, err := applied.PaidFees(ctx, application.FeeFilter{}, limit, cursor)
			return idsOf(page, func(f application.PaidFee) string { return f.ID }), next, err
		},
		"invitations": func(cursor string) ([]string, string, error) {
			page, next, err := applied.Invitations(ctx, limit, cursor)
			return idsOf(page, func(i application.Invitation) string { return i.ID }), next, err
		},
		"campaigns": func(cursor string) ([]string, string, error) {
			page, next, err := sends.History(ctx, limit, cursor)
			return idsOf(page, func(c campaign.Campaign) string { return c.ID }), next, err
		},
		"encrypted messages": func(cursor string) ([]string, string, error) {
			page, next, _, err := codes.List(ctx, limit, cursor)
			return idsOf(page, func(m encrypted.Message) string { return m.ID }), next, err
		},
		"mentions": func(cursor string) ([]string, string, error) {
			after, err := store.ParsePosition(cursor)
			w.Must(err)
			page, next, err := w.Mentions(ctx, ann.ID, after, limit)
			return idsOf(page, func(m chat.MentionFound) string { return m.Message.ID }), next.Cursor(), err
		},
		"the inbox": func(cursor string) ([]string, string, error) {
			after, err := emergency.ParseCursor(cursor)
			w.Must(err)
			page, next, err := alerts.Inbox(ctx, "", "", limit, after)
			return idsOf(page, func(e emergency.Emergency) string { return e.ID }), next.Cursor(), err
		},
		"a member's emergencies": func(cursor string) ([]string, string, error) {
			after, err := emergency.ParseCursor(cursor)
			w.Must(err)
			page, next, err := alerts.History(ctx, ann.ID, limit, after)
			return idsOf(page, func(e emergency.Emergency) string { return e.ID }), next.Cursor(), err
		},
	} {
		var ids []string
		for cursor := ""; ; {
			page, next, err := read(cursor)
			if err != nil || len(page) > limit {
				t.Fatalf("%s: %d rows, %v", list, len(page), err)
			}
			ids = append(ids, page...)
			if cursor = next; next == "" || len(ids) > rows {
				break
			}
		}
		if slices.Sort(ids); len(ids) != rows || len(slices.Compact(ids)) != rows {
			t.Errorf("%s: %d of %d rows: %v", list, len(ids), rows, ids)
		}
	}
}

func idsOf[T any](page []T, id func(T) string) (ids []string) {
	for _, row := range page {
		ids = append(ids, id(row))
	}
	return ids
}
