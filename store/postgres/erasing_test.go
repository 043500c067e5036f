package postgres_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres/people"
	factors "muster/store/postgres/secondfactor"
	"muster/store/postgres/storetest"
	"muster/store/secondfactor"
)

// noExports makes none.
type noExports struct{}

func (noExports) QueueExport(context.Context, pgx.Tx, string) error { return nil }

// What a member adds while it is erased is refused once it is. It was stored behind the
// erasure's back, and stayed.
func TestNothingIsAddedWhileItsMemberIsErased_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	bob := w.Join("bob")
	myData := people.NewMyData(w.DB, noExports{})
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	fs := factors.New(w.DB, secondfactor.NewKeys(secret))
	for what, add := range map[string]func(p storetest.Person) error{
		"a browser for pushes": func(p storetest.Person) error {
			return w.AddPushSubscription(ctx, p.Caller(), chat.PushSubscription{Endpoint: "https://push.test/1", P256DH: "p", Auth: "a"})
		},
		"settings of pushes": func(p storetest.Person) error { return w.SetPushSettings(ctx, p.ID, chat.PushSettings{Preview: true}) },
		"an ignored member":  func(p storetest.Person) error { return storetest.Second(w.Ignore(ctx, p.ID, bob.ID)) },
		"an export":          func(p storetest.Person) error { return storetest.Second(myData.RequestExport(ctx, p.ID)) },
		"a picture":          func(p storetest.Person) error { return storetest.Second(w.AddPicture(ctx, p.ID)) },
		"a second factor":    func(p storetest.Person) error { return storetest.Second(fs.BeginApp(ctx, p.Caller())) },
	} {
		ann := w.Join("ann" + storetest.NewID()[28:34])
		storetest.DueForErasure(t, w.Owner(), ann.ID)
		holder := w.Begin()
		storetest.EndSessions(t, holder, ann.ID) // the erasure needs them last
		erased, added := make(chan error, 1), make(chan error, 1)
		go func() { erased <- storetest.Second(w.EraseDue(ctx)) }()
		w.AwaitBlocked()
		go func() { added <- add(ann) }()
		storetest.WaitFor(t, w.World, `select count(*) >= 2 from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
		w.Must(holder.Rollback(ctx))
		w.Must(<-erased)
		if err := <-added; store.CodeOf(err) != store.NotFound && store.CodeOf(err) != store.Unauthorized {
			t.Errorf("%s: %v", what, err)
		}
	}
}
