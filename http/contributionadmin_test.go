package http

import (
	"context"
	"encoding/csv"
	"strings"
	"testing"

	"muster/store"
	"muster/store/money"
	"muster/store/postgres/storetest"
)

// Administrators filter, add up, export and refund contributions and set the cost; a
// name that is a formula stays a text, and everybody else is refused.
func TestContributionsOfAdministrators_PAY11_COST13(t *testing.T) {
	t.Parallel()
	p := newShop(t, money.PaymentRules{})
	ctx := context.Background()
	ann, err := p.AddMember(ctx, store.NewMember{Name: "=cmd()|x", Email: "ann@example.org", Username: "ann"})
	p.must(err)
	for _, c := range []money.Contribution{{Amount: 12_50, Anonymous: true}, {Amount: 7_00}, {Amount: 30_00}} {
		c.MemberID, c.Purpose = ann.ID, money.ForCommunity
		_, err := storetest.Pay(p.site.DB, c)
		p.must(err)
	}
	p.exec(`update contributions set at = at - interval '3 days' where amount_cents = 3000`)
	token, _ := p.session(store.MemberSession, p.member("chief", true).ID)
	admin := p.with(token)
	first := admin.get("/api/admin/contributions?status=completed&limit=2").want(t, 200).holds(t, `"username":"ann"`).holds(t, `"anonymous":true`)
	cursor, _ := first.body["nextCursor"].(string)
	rest := admin.get("/api/admin/contributions?status=completed&limit=2&cursor="+cursor).want(t, 200)
	if got := len(rest.body["contributions"].([]any)); cursor == "" || got != 1 || rest.body["nextCursor"] != nil {
		t.Errorf("the second page has %d: %s", got, rest.raw)
	}
	yesterday := p.text(`select to_char(muster_now() - interval '1 day', 'YYYY-MM-DD')`)
	if got := admin.get("/api/admin/contributions?to="+yesterday).want(t, 200).body["contributions"].([]any); len(got) != 1 {
		t.Errorf("%d until yesterday", len(got))
	}
	for _, bad := range []string{"?status=lost", "?from=soon", "?cursor=x", "/totals?from=2026-01-05&to=2026-01-04", "/totals?zone=Nowhere/Land"} {
		admin.get("/api/admin/contributions"+bad).want(t, 400)
	}
	admin.get("/api/admin/contributions/totals").want(t, 200).holds(t, `"total":49.5`).holds(t, `"count":3`)
	export := admin.get("/api/admin/contributions/export?status=completed")
	rows, err := csv.NewReader(strings.NewReader(string(export.raw))).ReadAll()
	p.must(err)
	if len(rows) != 4 || rows[1][3] != "'=cmd()|x" || rows[3][4] != "30.00" {
		t.Errorf("exported %q", rows)
	}
	// A spreadsheet set to German put each row into one cell, and took 30.00 for a date or a text.
	spoken := admin.send("GET", "/api/admin/contributions/export?status=completed", nil, "Accept-Language", "de")
	if lines := strings.Split(string(spoken.raw), "\n"); !strings.HasPrefix(lines[0], "id;at;") || !strings.Contains(lines[3], ";30,00;") {
		t.Errorf("exported in German: %s", spoken.raw)
	}
	// The totals were of the community's days beside a list of the browser's.
	p.exec(`update contributions set at = timestamptz '2026-03-01 23:30:00Z' where amount_cents = 1250`)
	const day = "/api/admin/contributions/totals?from=2026-03-02&to=2026-03-02"
	admin.get(day+"&zone=Pacific/Auckland").want(t, 200).holds(t, `"total":12.5`)
	admin.get(day+"&zone=America/New_York").want(t, 200).holds(t, `"total":0`)
	id := p.text(`select id::text from contributions limit 1`)
	admin.postRaw("/api/admin/contributions/"+id+"/refund", `{}`).want(t, 409) // it was not paid at the provider
	admin.postRaw("/api/admin/contributions/"+id+"/refund", `{"amount":"5"}`).want(t, 400)

	patch := func(body string) response {
		return admin.send("PATCH", "/api/admin/server-cost", strings.NewReader(body), "Content-Type", jsonType)
	}
	patch(`{"monthlyBase":100,"resetDay":5}`).want(t, 200).holds(t, `"currentCost":100`)
	patch(`{"monthlyBase":130.5}`).want(t, 200).holds(t, `"currentCost":130.5`).holds(t, `"resetDay":5`)
	for _, bad := range []string{`{"resetDay":29}`, `{"monthlyBase":-1}`, `{"monthlyBase":1e3}`, `{"monthlyBase":1000000.01}`} {
		patch(bad).want(t, 400)
	}
	admin.get("/api/admin/server-cost").want(t, 200).holds(t, `"currentCost":130.5`)
	plain, _ := p.session(store.MemberSession, ann.ID)
	p.with(plain).get("/api/admin/contributions").want(t, 403)
}
