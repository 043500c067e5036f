package http

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres/storetest"
)

// How many members check in when a day begins, and within which time. The promise is
// measured with -midnight.members 10000 -midnight.over 1m: then no call may take longer
// than half a second.
var (
	midnightMembers = flag.Int("midnight.members", 60, "members of TestMidnight")
	midnightOver    = flag.Duration("midnight.over", 0, "time over which their check-ins are spread")
)

// When a day begins everybody checks in: each once, and the sums are those of the ledger.
func TestMidnight_CHK5_CHK22(t *testing.T) {
	s := newSite(t)
	ctx := context.Background()
	tokens := make([]string, *midnightMembers)
	var joining sync.WaitGroup
	for lane := range 4 {
		joining.Go(func() {
			for i := lane; i < len(tokens); i += 4 {
				m, err := s.AddMember(ctx, store.NewMember{Email: fmt.Sprintf("night%d@example.org", i), Username: fmt.Sprintf("night%d", i)})
				if err == nil {
					tokens[i], _, err = s.CreateSession(ctx, store.MemberSession, m.ID, "Test", "192.0.2.1")
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	joining.Wait()
	now, err := s.Now(ctx)
	s.must(err)
	tomorrow := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	s.exec(`insert into points_ledger (member_id, action, points, at, day) select id, 'check_in', 50, $1, ($1 at time zone 'UTC')::date from members`, tomorrow.Add(-time.Hour))
	s.exec(`insert into member_points (member_id, points, earned, streak, highest, last_check_in) select id, 50, 50, 1, 1, $1 from members`, tomorrow.Add(-time.Hour))
	storetest.MoveClock(t, s.url, tomorrow.Sub(now)+time.Second)

	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 256}}
	defer client.CloseIdleConnections()
	took := make([]time.Duration, len(tokens))
	var calls sync.WaitGroup
	for i, token := range tokens {
		wait := time.Duration(rand.Int64N(int64(*midnightOver) + 1))
		calls.Go(func() {
			time.Sleep(wait)
			request, err := http.NewRequest(http.MethodPost, s.base+"/api/points/check-in", strings.NewReader("{}"))
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Authorization", "Bearer "+token)
			request.Header.Set("Content-Type", "application/json")
			began := time.Now()
			reply, err := client.Do(request)
			took[i] = time.Since(began)
			if err != nil {
				t.Error(err)
				return
			}
			reply.Body.Close()
			if reply.StatusCode != 200 {
				t.Errorf("a check-in was answered with %d", reply.StatusCode)
			}
		})
	}
	calls.Wait()
	slices.Sort(took)
	longest := took[len(took)-1]
	t.Logf("%d check-ins over %v: median %v, 99 %% within %v, longest %v", len(took), *midnightOver, took[len(took)/2], took[len(took)*99/100], longest)
	if *midnightOver > 0 && longest > 500*time.Millisecond {
		t.Errorf("the longest call took %v", longest)
	}
	var checkIns, differences int
	s.must(s.Pool().QueryRow(ctx, `select count(*) filter (where points = 53) from points_ledger`).Scan(&checkIns))
	if differences, err = s.edge.config.Points.LedgerDifferences(ctx); err != nil || checkIns != len(tokens) || differences != 0 {
		t.Errorf("%d check-ins of %d members, %d differences, %v", checkIns, len(tokens), differences, err)
	}
}
