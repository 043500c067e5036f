package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/campaign"
	"muster/store/chat"
	"muster/store/encrypted"
	"muster/store/face"
	"muster/store/people"
	"muster/store/postgres"
	campaigns "muster/store/postgres/campaign"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	factors "muster/store/postgres/secondfactor"
	"muster/store/postgres/storetest"
	"muster/store/secondfactor"
)

// noExports makes none.
type noExports struct{}

func (noExports) QueueExport(context.Context, pgx.Tx, string) error { return nil }

// What a member adds while it is erased is refused once it is, and what is added for it by
// others, or by a link, is left out. It was stored behind the erasure's back, and stayed.
func TestNothingIsAddedWhileItsMemberIsErased_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	bob := w.Join("bob")
	boss, _ := w.Chief("boss")
	w.Stored(bob.Says("general", "hello"))
	myData := members.NewMyData(w.DB, noExports{})
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	w.Must(err)
	fs := factors.New(w.DB, secondfactor.NewKeys(secret))
	badges, viewer := ranks.NewBadges(w.DB), faces.New(w.DB, face.NewKeys(secret))
	codes, views := messages.New(w.DB, encrypted.NewKeys(secret)), 1000.0
	posted, err := codes.Create(ctx, boss, encrypted.Draft{Kind: encrypted.Text, Content: "the gate code", Views: &views})
	w.Must(err)
	sends := campaigns.New(w.DB, campaign.Pace{})
	w.Must(storetest.Second(badges.Recompute(ctx, 0))) // before it none are searched for

	// during erases a member, has something added for it meanwhile, and gives what is left of the
	// member and the failure of what was added.
	during := func(add func(p storetest.Person) error) (left []string, failure error) {
		t.Helper()
		ann := w.Join("ann" + storetest.NewID()[28:34])
		w.Stored(ann.Says("general", "hello"))
		storetest.DueForErasure(t, w.Owner(), ann.ID)
		holder := w.Begin()
		storetest.EndSessions(t, holder, ann.ID) // the erasure needs them last
		erased, added := make(chan error, 1), make(chan error, 1)
		go func() { erased <- storetest.Second(w.EraseDue(ctx)) }()
		w.AwaitBlocked()
		go func() { added <- add(ann) }()
		for deadline := time.Now().Add(30 * time.Second); len(added) == 0 && one[int](w, `select count(*)::int from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`) < 2; {
			if time.Now().After(deadline) {
				t.Fatal("nobody waits for the erasure")
			}
		}
		w.Must(holder.Rollback(ctx))
		w.Must(<-erased)
		failure = <-added
		return storetest.TablesWith(t, w.Owner(), ann.ID), failure
	}
	kept, failure := during(func(p storetest.Person) error {
		return w.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
			id, _ := postgres.ParseID(p.ID)
			return postgres.KeepMemberIn(ctx, tx, id)
		})
	})
	if store.CodeOf(failure) != store.NotFound {
		t.Fatal(failure)
	}
	refused := map[string]func(p storetest.Person) error{
		"a browser for pushes": func(p storetest.Person) error {
			return w.AddPushSubscription(ctx, p.Caller(), chat.PushSubscription{Endpoint: "https://push.test/1", P256DH: "p", Auth: "a"})
		},
		"settings of pushes": func(p storetest.Person) error {
			return storetest.Second(w.ChangePushSettings(ctx, p.ID, func(s chat.PushSettings) (chat.PushSettings, error) { return s, nil }))
		},
		"an ignored member": func(p storetest.Person) error { return storetest.Second(w.Ignore(ctx, p.ID, bob.ID)) },
		"an export":         func(p storetest.Person) error { return storetest.Second(myData.RequestExport(ctx, p.ID)) },
		"another erasure":   func(p storetest.Person) error { return storetest.Second(myData.RequestErasure(ctx, p.ID, p.Username)) },
		"a picture":         func(p storetest.Person) error { return storetest.Second(w.AddPicture(ctx, p.ID)) },
		"a second factor":   func(p storetest.Person) error { return storetest.Second(fs.BeginApp(ctx, p.Caller())) },
		"what a room announces": func(p storetest.Person) error {
			return storetest.Second(w.SetRoomNotifications(ctx, p.ID, "general", "none", nil))
		},
		"moments":     func(p storetest.Person) error { return badges.SetMoments(ctx, p.ID, false) },
		"first steps": func(p storetest.Person) error { return w.Welcomed(ctx, p.ID) },
		"a language":  func(p storetest.Person) error { return w.SetLanguage(ctx, p.ID, "de") },
		"a username":  func(p storetest.Person) error { return storetest.Second(w.SetUsername(ctx, p.ID, "anew")) },
		"a session": func(p storetest.Person) error {
			return storetest.Third(w.CreateSession(ctx, store.MemberSession, p.ID, "Firefox", "192.0.2.7"))
		},
		"a report": func(p storetest.Person) error {
			return storetest.Second(w.Report(ctx, p.ID, chat.NewReport{MemberID: bob.ID, Reason: chat.ReportSpam, Note: "of mine"}))
		},
		"a view of a code": func(p storetest.Person) error {
			return storetest.Second(codes.Open(ctx, p.ID, "192.0.2.7", posted.Code, ""))
		},
		"a challenge": func(p storetest.Person) error {
			return fs.SaveChallenge(ctx, secondfactor.Challenge{Challenge: p.ID, Purpose: secondfactor.Prove, MemberID: p.ID, Session: []byte(`{}`)}, "")
		},
		"a step of a face": func(p storetest.Person) error { return storetest.Second(viewer.Start(ctx, p.Caller(), "bearer")) },
		"an upload": func(p storetest.Person) error {
			return storetest.Second(w.AddUpload(ctx, store.Upload{Owner: p.ID, Room: "general", Kind: store.ImageMedia, ContentType: "image/png"}, ""))
		},
	}
	harmless := map[string]func(p storetest.Person) error{
		"an opt-out": func(p storetest.Person) error { return sends.OptOut(ctx, p.ID, store.Email, true) },
		"a notice": func(p storetest.Person) error {
			return w.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
				return members.NoticeIn(ctx, tx, p.ID, people.NoticeWarned, "")
			})
		},
		"a mark of what was read": func(p storetest.Person) error { return storetest.Third(w.MarkRead(ctx, p.ID, "general", 1000)) },
		"a view of its profile":   func(p storetest.Person) error { return storetest.Second(w.PublicProfile(ctx, bob.Member, p.Username)) },
		"a cause of a badge": func(storetest.Person) error {
			_, _, _, err := badges.SearchEarned(ctx)
			return err
		},
	}
	check := func(what string, add func(p storetest.Person) error, fits func(failure error) bool) {
		t.Helper()
		left, failure := during(add)
		if !fits(failure) {
			t.Errorf("%s: %v", what, failure)
		}
		if !slices.Equal(left, kept) {
			t.Errorf("%s: %q are left, else %q", what, left, kept)
		}
	}
	for what, add := range refused {
		check(what, add, func(failure error) bool {
			return slices.Contains([]store.Code{store.NotFound, store.Unauthorized, store.Forbidden}, store.CodeOf(failure))
		})
	}
	for what, add := range harmless {
		check(what, add, func(failure error) bool { return failure == nil })
	}
}
