package application_test

import (
	"testing"

	"muster/store"
	rules "muster/store/application"
)

// One application whose key is lost made the whole list of the desk fail, and every copy of
// its applicant's data.
func TestUnreadableApplicationIsListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lost, sound := w.starts("ann@example.org"), w.starts("bob@example.org")
	lost.submits("ann@example.org", "+15551234567")
	sound.submits("bob@example.org", "+15557654321")
	w.exec(`update applications set data_key = '\x00' where id = $1`, lost.id)
	chief := w.chief("chief")

	page, err := w.List(ctx, chief.Member.ID, "", 1)
	w.must(err)
	if len(page.Applications) != 2 {
		t.Fatalf("%d applications are listed", len(page.Applications))
	}
	for _, a := range page.Applications {
		if isLost := a.ID == lost.id; a.Unreadable != isLost || (a.Person.BirthDate == "") != isLost || a.Person.FullName == "" || a.Signature.At.IsZero() {
			t.Errorf("%+v", a)
		}
	}
	_, err = w.Listed(ctx, chief.Member.ID, lost.id)
	w.wants(err, store.Conflict, "unreadable")
	_, err = w.Listed(ctx, chief.Member.ID, sound.id)
	w.must(err)
	// A decision stores the whole row: what may be opened again would be lost.
	before := one[string](w, `select a::text from applications a where id::text = $1`, lost.id)
	_, err = w.Decide(ctx, chief, lost.id, rules.Decision{Status: rules.Accepted})
	w.wants(err, store.Conflict, "unreadable")
	if after := one[string](w, `select a::text from applications a where id::text = $1`, lost.id); after != before {
		t.Errorf("%s became %s", before, after)
	}
	copies, err := w.MyData(ctx, lost.proof())
	w.must(err)
	if len(copies) != 1 || !copies[0].Unreadable {
		t.Errorf("%+v", copies)
	}
}
