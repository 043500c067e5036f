package campaign_test

import (
	"context"
	"testing"

	"muster/store"
	"muster/store/campaign"
	campaigns "muster/store/postgres/campaign"
	"muster/store/postgres/storetest"
)

// A name is found in any case, also where its capitals are beyond ASCII: the database
// itself knows no other letters.
func TestSearchFindsNamesBeyondASCII_NOTIF4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	cs := campaigns.New(w.DB, campaign.DefaultPace)
	ozlem := w.Join("ozlem")
	storetest.WriteMember(t, w.Owner(), store.Member{ID: ozlem.ID, Name: "Özlem Äußer", Username: "ozlem", Email: "ozlem@example.org"})
	for _, q := range []string{"Özlem", "özlem", "äuß", "ÖZLEM ä"} {
		found, err := cs.Search(ctx, q)
		w.Must(err)
		if len(found) != 1 || found[0].ID != ozlem.ID {
			t.Errorf("%q finds %+v", q, found)
		}
	}
}
