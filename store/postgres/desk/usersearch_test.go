package desk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"muster/store"
	"muster/store/desk"
	desks "muster/store/postgres/desk"
	"muster/store/postgres/storetest"
)

// A search that finds more than are read whole gives the same pages and number as one that
// finds few, in an order with an index and in one without, whatever a sample lets expect.
func TestSearchThatFindsManyUsers_AUSR4_AUSR5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const early, many = 2100, 5100
	storetest.AddMembers(t, w.Owner(), "Early #", "early#@home.test", "", early)
	w.Crowd(many)
	w.Join("zoe")
	for _, c := range []struct {
		q     desk.UserQuery
		found int // and perhaps zoe
	}{
		{desk.UserQuery{Search: "MEMBER ", Sort: desk.SortByName}, many},                   // none of the sample
		{desk.UserQuery{Search: "early", Sort: desk.SortByEmail, Descending: true}, early}, // all of the sample, few in all
		{desk.UserQuery{Search: "early", Filter: desk.InactiveUsers, Sort: desk.SortByPhone}, early},
		{desk.UserQuery{Search: "example", Sort: desk.SortByRank, Descending: true}, many},
		{desk.UserQuery{Search: "example", Filter: desk.InactiveUsers, Sort: desk.SortByLastLogin}, many},
		{desk.UserQuery{Search: "e", Sort: desk.SortByPhone}, early + many},
		{desk.UserQuery{Search: "m", Filter: desk.InactiveUsers, Sort: desk.SortByEmail}, early + many},
	} {
		q, err := c.q.Check()
		w.Must(err)
		seen := map[string]bool{}
		for range 3 {
			page, err := desks.New(w.World.Node.DB).Users(context.Background(), q)
			w.Must(err)
			if page.Total < c.found || page.Total > c.found+1 || len(page.Users) != q.Limit {
				t.Fatalf("%+v: %d of %d", q, len(page.Users), page.Total)
			}
			for _, u := range page.Users {
				if seen[u.ID] || !strings.HasPrefix(u.Name, "Member ") && q.Sort == desk.SortByName {
					t.Errorf("%+v: %s", q, u.Name)
				}
				seen[u.ID] = true
			}
			q.Cursor = page.Next
		}
		q.Cursor, q.Page = "", c.found/q.Limit+2
		if page, err := desks.New(w.World.Node.DB).Users(context.Background(), q); err != nil || len(page.Users) > 1 || page.Total < c.found {
			t.Errorf("beyond the end: %d of %d, %v", len(page.Users), page.Total, err)
		}
	}
}

// A search finds by trigrams whom reading every member finds: also by letters that change
// their number with the case, by characters that are patterns in other places, and by
// parts of a phone number.
func TestSearchByTrigrams_AUSR5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, name := range []string{"Émile Ångström", "İpek Yılmaz", "Straße 100%_done", `O'Brien "Bob" \x`, "李小龍 Bruce", "aaaa", "🐌🐌🐌 slow"} {
		w.Must(storetest.Second(w.AddMember(context.Background(), store.NewMember{Name: name, Email: fmt.Sprintf("user%d@example.org", i), Phone: fmt.Sprintf("+49151000%d77", i)})))
	}
	for _, search := range []string{"émi", "ANGSTROM", "ångström", "İpek", "ipek", "yılmaz", "straße", "STRASSE", "100%_", "%_d", `o'b`, `"bob"`, ` \x`,
		"李小龍", "小龍 b", "aaa", "aaaaa", "🐌🐌🐌", "ab", "e", "user3@", "example.org", "+49 151 000", "0003 77", "9151", "1000", "nobody"} {
		q, err := desk.UserQuery{Search: search, Limit: 50}.Check()
		w.Must(err)
		page, err := desks.New(w.World.Node.DB).Users(context.Background(), q)
		w.Must(err)
		want := one[int](w, `select count(*) from member_directory where strpos(search, user_fold($1)) > 0 or $2 <> '' and strpos(search, $2) > 0`, q.Search, q.Digits)
		if page.Total != want || len(page.Users) != want {
			t.Errorf("%q finds %d (%d), not %d", search, page.Total, len(page.Users), want)
		}
	}
}
