package demo

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/application"
	"muster/store/face"
	"muster/store/face/facetest"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	desks "muster/store/postgres/desk"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/postgres/testfolder"
)

// demoFilesFolder is the data directory to which the demo of demoURL belongs.
var demoFilesFolder = sync.OnceValues(func() (string, error) { return testfolder.In(os.TempDir()) })

// demoURL gives databases with the demo.
var demoURL = storetest.Filled(func(url string) error {
	dir, err := demoFilesFolder()
	if err != nil {
		return err
	}
	return seedDemo(context.Background(), url, dir, facetest.NewByColour())
})

// seedDemo opens a database and makes the demo where it is missing, its faces before an
// engine.
func seedDemo(ctx context.Context, url, dir string, engine face.Engine) error {
	pg, err := postgres.Open(ctx, postgres.Config{URL: url})
	if err != nil {
		return err
	}
	defer pg.Close()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		return err
	}
	db := &node.Database{DB: pg, URL: url, OwnerURL: storetest.OwnerURL(url)}
	if err := chats.New(db.DB).EnsureDefaultRoom(ctx, "general", "General"); err != nil {
		return err
	}
	return Files{Secret: secret, DataDir: dir, Engine: face.InTurns(engine)}.Seed(ctx, db, "general")
}

// The demo people and their talk are made once, lie in the past days, and
// leave the database's clock as it was; a killed seeding's clock is put right.
func TestDemoIsSeededOnce(t *testing.T) {
	ctx, url := context.Background(), demoURL(t)
	storetest.MoveClock(t, url, -time.Hour)
	if err := seedDemo(ctx, url, t.TempDir(), facetest.NewByColour()); err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for sql, want := range map[string]int{
		`select count(*) from members`:                                            countPeople(),
		`select count(*) from applications`:                                       len(sampleApplications),
		`select count(distinct (status, submitted_at is null)) from applications`: 6,
		`select count(*) from application_photos where in_use`:                    len(sampleApplications),
		`select count(*) from applications where due_at < muster_now()`:           1,
		`select used from application_invitations where ended_at is null`:         5,
		`select count(*) from applications a where exists (select from applications o where o.address = a.address and o.id <> a.id) and address <> ''`: 4,
		`select count(*) from face_enrolments`:                                                            len(sampleFaces),
		`select count(*) from face_checks where passed and picture`:                                       3 * len(sampleFaces),
		`select count(*) from face_checks where not passed and confidence is not null`:                    len(sampleStrangers) + len(sampleFailures),
		`select count(*) from face_skips where kind = 'verification'`:                                     1,
		`select count(*) from (select at < lag(at) over (order by id) as early from audit) a where early`: 0,
		`select count(*) from audit where action = 'face_history_viewed'`:                                 1,
		`select count(*) from audit where action = 'chat_access_changed'`:                                 3,
		`select count(*) from member_standing where not chat_enabled`:                                     1,
		`select count(*) from applications where expedited`:                                               3, // a fee was paid back
		`select count(*) from application_payments where status = 'completed'`:                            3,
		`select count(*) from application_payments where status = 'refunded' and payment_id is not null`:  1,
		`select count(*) from contributions where payment_id is null`:                                     0,
		`select count(*) from payment_events where handled_at is null`:                                    0,
		`select count(*) from applications where submitted_at is null`:                                    5,
		`select count(*) from members m join member_standing s on s.member_id = m.id where s.is_admin`:    1,
		`select count(*) from members where username is null`:                                             2 + countPeople() - len(Members) - crowdSize, // whose applications were accepted
		`select count(*) from members where email is null`:                                                1,
		`select count(*) from rooms`:                                                                      len(sampleRooms) + 1,
		`select count(*) from messages where deleted_at is not null and body is null`:                     1,
		`select count(*) from messages where created_at > muster_now()`:                                   0,
		`select count(*) from messages m join members s on s.id = m.sender_id where m.created_at > muster_now() - interval '72 hours'
			and s.username in ('commander', 'ann', 'bob', 'cleo')`: len(sampleLines),
		// After what the crowd has said today.
		`select count(*) from messages m where body like 'Sure thing, @ann%' and created_at > muster_now() - interval '1 hour'
			and exists (select from messages n where n.room_id = m.room_id and n.seq < m.seq and n.created_at > muster_now() - interval '1 day'
			and n.sender_id not in (select id from members where username in ('commander', 'ann', 'bob', 'cleo')))`: 1,
		`select count(*) from sessions where revoked_at is null`:                                                                      0,
		`select count(*) from clock_offset where ahead <> '0'`:                                                                        0,
		`select count(*) from profiles`:                                                                                               len(sampleProfiles),
		`select count(*) from profiles where picture_id is not null`:                                                                  len(samplePictures),
		`select count(*) from profiles where profile_private`:                                                                         1,
		`select sum(views)::int from profiles`:                                                                                        6,
		`select sum(amount_cents)::int from server_cost_ledger`:                                                                       60_00,
		`select count(*) from room_access where room_id = 'officers'`:                                                                 1,
		`select count(*) from messages where edited_at > created_at + interval '1 minute'`:                                            1,
		`select count(*) from message_mentions`:                                                                                       4,
		`select count(*) from messages where mentions_all`:                                                                            1,
		`select count(*) from reports where outcome is null`:                                                                          1,
		`select count(*) from reports where outcome = 'dismissed'`:                                                                    1,
		`select count(*) from messages where flagged`:                                                                                 1,
		`select count(*) from emergency_messages where acknowledged_at is null`:                                                       1,
		`select count(*) from emergency_messages where acknowledged_at is not null and resolved_at is null`:                           1,
		`select count(*) from emergency_messages where resolved_at < muster_now() - interval '2 days' and handed_over_at is not null`: 1,
		`select count(*) from decrypt_messages`:                                                                                       4,
		`select count(*) from decrypt_messages where opens_at > muster_now()`:                                                         1,
		`select count(*) from decrypt_views`:                                                                                          1,
		`select count(*) from uploads where decrypt_id is not null and ready_at is not null`:                                          5,
		`select count(*) from notices`:                                                                                                2, // of the skip and of the look at it
		`select count(*) from earned_badges e join members m on m.id = e.member_id where e.seen_at is null and m.username in ('commander', 'ann', 'bob', 'cleo')`: 0,
		`select count(*) from room_pins`:                          2,
		`select count(*) from rooms where read_only`:              1,
		`select count(*) from rooms where slow_mode_seconds = 30`: 1,
	} {
		var got int
		rows, err := db.Pool().Query(ctx, sql)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			if err := rows.Scan(&got); err != nil {
				t.Fatal(err)
			}
		}
		if got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
	// The log names who applied, as it names everybody.
	decisions, _, err := desks.New(db).Audit(ctx, store.AuditQuery{Action: "application_decided", Text: "novak", Limit: 50})
	if err != nil || len(decisions) != 1 || decisions[0].SubjectName != "ELLA NOVAK" || decisions[0].Member.Name != "ELLA NOVAK" {
		t.Errorf("decisions %+v, %v", decisions, err)
	}
	decisions, _, err = desks.New(db).Audit(ctx, store.AuditQuery{Action: "application_decided", Text: "Eklund", Limit: 50})
	if err != nil || len(decisions) != 2 || decisions[0].SubjectName != "NORA EKLUND" || decisions[0].Member.ID != "" {
		t.Errorf("decisions on who did not become a member %+v, %v", decisions, err)
	}
	// Each has something unread that names them, and of the crowd's talk some.
	for who, want := range map[string]string{"commander": "", "ann": "general 1, announcements 1", "bob": "general 1, announcements 1", "cleo": "general 1, announcements 1"} {
		m, err := members.New(db).FindUsername(ctx, who)
		if err != nil {
			t.Fatal(err)
		}
		rooms, _, err := logs.New(db).Rooms(ctx, m.ID)
		if err != nil {
			t.Fatal(err)
		}
		var named []string
		for _, r := range rooms {
			if r.Read.Mentions > 0 {
				named = append(named, fmt.Sprint(r.ID, " ", r.Read.Mentions))
			}
			if r.ID == "general" && r.Read.Unread < 5 {
				t.Errorf("%s has %d unread", who, r.Read.Unread)
			}
		}
		if got := strings.Join(named, ", "); got != want {
			t.Errorf("%s is named in %q, want %q", who, got, want)
		}
	}
	// All lines of a conversation had one time, and none answered another. The days before, whose
	// talk ends at 20:00 at the latest, are said in one go.
	var most, answers int
	err = db.Pool().QueryRow(ctx, `select max(n), sum(answers)::int from (
		select count(*) as n, count(reply_to) as answers from messages where created_at > muster_now() - make_interval(hours => $1 * 24 - 20)
		and sender_id not in (select id from members where username in ('commander', 'ann', 'bob', 'cleo'))
		group by room_id, date_trunc('minute', created_at)) m`, latestTalk).Scan(&most, &answers)
	if err != nil || most != inOneGo || answers < 2 {
		t.Errorf("%d messages of a room in one minute, %d answers, %v", most, answers, err)
	}
	// A year of many people: none says the same all the time.
	for sql, least := range map[string]int{
		`select count(*) from messages`: yearTalk * 9 / 10,
		`select count(*) from messages where created_at > muster_now() - interval '12 hours'`:                       12,
		`select count(*) from messages where created_at > muster_now() - interval '75 minutes'`:                     1,
		`select count(distinct body) from messages`:                                                                 yearTalk / 2,
		`select count(distinct sender_id) from messages`:                                                            crowdSize * 3 / 4,
		`select count(*) from contributions`:                                                                        40,
		`select count(*) from earned_badges where badge = 'streak_365' or badge = 'streak_100'`:                     2,
		`select count(distinct badge) from earned_badges`:                                                           14,
		`select count(*) from member_points where last_check_in > muster_now() - interval '2 days' and streak > 10`: 5,
		`select count(*) from generate_series(0, 11) m where exists (select from messages where created_at between
			muster_now() - (m + 1) * interval '30 days' and muster_now() - m * interval '30 days')`: 12,
	} {
		var got int
		if err := db.Pool().QueryRow(ctx, sql).Scan(&got); err != nil || got < least {
			t.Errorf("%s: %d, want at least %d: %v", sql, got, least, err)
		}
	}
	var reactions, replies, rooms int
	err = db.Pool().QueryRow(ctx, `select (select count(*) from reactions),
		(select count(*) from messages where reply_to is not null), (select count(distinct room_id) from messages)`).
		Scan(&reactions, &replies, &rooms)
	if err != nil || reactions < 5 || replies < 3 || rooms != 6 {
		t.Errorf("%d reactions, %d replies in %d rooms, %v", reactions, replies, rooms, err)
	}
}

// countPeople is how many members the demo makes, those of accepted applications included.
func countPeople() int {
	accepted := slices.DeleteFunc(slices.Clone(sampleApplications), func(a sampleApplication) bool {
		return len(a.decisions) == 0 || a.decisions[len(a.decisions)-1].Status != application.Accepted
	})
	return len(Members) + crowdSize + len(accepted)
}
