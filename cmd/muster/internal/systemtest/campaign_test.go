package systemtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store/postgres/storetest"
)

var (
	campaignMembers = flag.Int("campaign.recipients", 1500, "members whom the campaign of TestCampaignThroughKills goes to")
	campaignKills   = flag.Int("campaign.kills", 2, "how often the node that sends it is killed")
	campaignProgram = flag.String("campaign.program", "", "another build of the program, to compare with")
	campaignClean   = flag.Bool("campaign.clean", false, "the mail server takes everything, so that the time taken is a measurement")
)

// sendsAtOnce is how many mails a node may have under way (slots of actors/campaign).
const sendsAtOnce = 32

// rows reads two columns into a map.
func rows(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) map[string]string {
	t.Helper()
	all := map[string]string{}
	found, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var key, value string
		if err := found.Scan(&key, &value); err != nil {
			t.Fatal(err)
		}
		all[key] = value
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// crowd adds members with addresses, of which every fiftieth is one that the mail server
// misbehaves for.
func crowd(t *testing.T, pool *pgxpool.Pool, n int, clean bool) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `set local statement_timeout = 0`) // a busy machine takes longer than calls may
		if err == nil {
			_, err = tx.Exec(t.Context(), `
				with made as (
					insert into members (name, email) select 'Member ' || i,
						case when $2 or i % 50 > 2 then 'm' when i % 50 = 0 then 'b' when i % 50 = 1 then 'l' else 'r' end || i || '@example.org'
					from generate_series(1, $1::int) i returning id)
				insert into member_standing (member_id) select id from made`, n, clean)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// startCampaign has an administrator send a mail to everybody, and gives the campaign's id.
func startCampaign(t *testing.T, n *node, token string) string {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"campaignName": "News", "recipientGroup": "all", "notificationType": "email", "subject": "News", "message": "There are news."})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+n.addr+"/api/notifications/send", bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var said struct {
		Campaign struct {
			ID string `json:"id"`
		} `json:"campaign"`
	}
	if err := json.NewDecoder(reply.Body).Decode(&said); err != nil || said.Campaign.ID == "" {
		t.Fatalf("send: %d, %v", reply.StatusCode, err)
	}
	return said.Campaign.ID
}

// A campaign of mails goes over a real SMTP line while the node that sends it is killed
// again and again, the mail server refuses some for good and some for now, breaks the line
// after it took some, is away for a while, and members are erased: nobody gets it twice,
// nobody is left out, and no more are unknown than were under way when another node went
// on, and on broken lines. With -campaign.recipients 50000 -campaign.kills 10 it is the
// promise's count; with -campaign.clean -campaign.kills 0 its time is a measurement.
func TestCampaignThroughKills_P10_NOTIF11(t *testing.T) {
	t.Parallel()
	recipients, kills, sink := *campaignMembers, *campaignKills, newMailSink(t)
	database := demoDatabase(t)
	pool := openStore(t, database.URL()).Pool()
	settings := []string{"DATABASE_URL=" + database.URL(), "SMTP_URL=smtp://" + sink.addr, "MAIL_FROM=army@example.org", "MAIL_PER_SECOND=0", "MAIL_PER_DAY=0"}
	nodes := []*node{newNode(t, settings...), newNode(t, settings...)}
	nodes[0].path, nodes[1].path = *campaignProgram, *campaignProgram
	nodes[0].start()
	token := nodes[0].tokens(1, 0)[0]
	if _, err := pool.Exec(t.Context(), `update member_standing set is_admin = true where member_id in
		(select person_id from sessions order by created_at desc limit 1)`); err != nil {
		t.Fatal(err)
	}
	crowd(t, pool, recipients, *campaignClean)
	began := time.Now()
	id := startCampaign(t, nodes[0], token)
	nodes[1].start()

	until := func(what string, so func() bool) {
		t.Helper()
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for deadline := time.Now().Add(10 * time.Minute); !so(); <-tick.C {
			if time.Now().After(deadline) {
				t.Fatalf("never: %s: %v", what, rows(t, pool, `select status, count(*)::text from campaign_deliveries group by 1`))
			}
		}
	}
	ahead := time.Duration(0)
	later := func(by time.Duration) {
		ahead += by
		storetest.MoveClock(t, database.URL(), ahead)
	}
	sender := 0
	for kill := range kills {
		enough := recipients * (kill + 1) / (kills + 2)
		until("sends between two kills", func() bool { return sink.whole() >= enough })
		switch kill {
		case 0: // the mail server goes away and comes back
			sink.close()
			until("a mail that could not be handed over", func() bool {
				return len(rows(t, pool, `select number::text, error from campaign_deliveries where status = 'queued' and error <> '' and attempts > 0 limit 1`)) > 0
			})
			sink.open()
		case 1: // members are erased whose turn has not come
			if _, err := pool.Exec(t.Context(), `with gone as (update members set email = null, phone = null, erased_at = muster_now(), name = 'Erased'
				where id in (select member_id from campaign_deliveries where status = 'queued' and attempts = 0 order by number desc limit 5) returning id)
				update member_standing set sign_in_disabled = true where member_id in (select id from gone)`); err != nil {
				t.Fatal(err)
			}
		}
		nodes[sender].kill()
		later(21 * time.Second) // the lease ends
		nodes[sender].start()
		sender = 1 - sender
	}
	until("the campaign's end", func() bool {
		state := rows(t, pool, `select status, (select count(*) from campaign_deliveries where campaign_id = c.id and status = 'queued' and next_at > muster_now())::text
			from campaigns c where id = $1`, id)
		if state["processing"] != "" && state["processing"] != "0" {
			later(time.Minute) // what was refused for now is due
		}
		return state["completed"] != "" || state["failed"] != ""
	})
	took := time.Since(began)
	nodes[sender].kill()
	used := nodes[sender].cmd.ProcessState.UserTime() + nodes[sender].cmd.ProcessState.SystemTime()

	var status, counts string
	var unknown, takeovers int
	if err := pool.QueryRow(t.Context(), `select status, unknown, epoch, concat_ws(' ', total, sent, failed, unknown, skipped) from campaigns where id = $1`, id).
		Scan(&status, &unknown, &takeovers, &counts); err != nil {
		t.Fatal(err)
	}
	var same bool
	if err := pool.QueryRow(t.Context(), `select c.total = c.sent + c.failed + c.unknown + c.skipped and c.sent = count(*) filter (where d.status = 'sent')
			and c.failed = count(*) filter (where d.status = 'failed') and c.unknown = count(*) filter (where d.status = 'unknown')
			and c.skipped = count(*) filter (where d.status = 'skipped') and c.total = count(*)
		from campaigns c join campaign_deliveries d on d.campaign_id = c.id where c.id = $1 group by c.id`, id).Scan(&same); err != nil {
		t.Fatal(err)
	}
	if status != "completed" || !same {
		t.Errorf("%s, total sent failed unknown skipped: %s", status, counts)
	}
	sink.mu.Lock()
	defer sink.mu.Unlock()
	doubles, unattempted, broken := 0, 0, 0
	outcomes := rows(t, pool, `select m.email, d.status || ' ' || d.attempts from campaign_deliveries d join members m on m.id = d.member_id
		where d.campaign_id = $1 and m.email is not null`, id)
	for address, outcome := range outcomes {
		outcome, attempts, _ := strings.Cut(outcome, " ")
		taken := sink.taken[address]
		if taken > 1 {
			doubles++
		}
		if attempts == "0" {
			unattempted++
		}
		if outcome == "sent" && taken != 1 || outcome == "failed" && (taken != 0 || address[0] != 'b') || outcome == "skipped" || outcome == "unknown" && taken > 1 {
			t.Errorf("%s: %s, taken %d times", address, outcome, taken)
		}
		if address[0] == 'r' && outcome == "unknown" {
			broken++
		}
	}
	// What is under way is unknown when another node goes on: after a kill, and where the
	// moved clock ended the lease of one that lives. The mail server that goes away breaks
	// as many lines once more.
	if doubles > 0 || unattempted > 0 || takeovers < kills || unknown-broken > (takeovers+1)*sendsAtOnce {
		t.Errorf("%d doubles, %d not attempted, %d unknown beside %d broken lines, taken over %d times", doubles, unattempted, unknown-broken, broken, takeovers)
	}
	t.Logf("total sent failed unknown skipped: %s; %d kills, %d doubles, %d unattempted, %d unknown beside %d broken lines; %s, %.0f mails/s, %s of CPU of the last node",
		counts, kills, doubles, unattempted, unknown-broken, broken, took.Round(time.Millisecond), float64(sink.accepted)/took.Seconds(), used.Round(10*time.Millisecond))
}
