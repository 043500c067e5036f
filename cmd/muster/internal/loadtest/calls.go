package loadtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// CallPlan is a measurement of calls that read, as one member.
type CallPlan struct {
	Node   string // http://host:port
	Token  string
	Paths  []string // of the API, with their queries
	Rounds int      // how often each caller calls each path, one after the other
	AtOnce int      // callers
	// Pause is how long a caller waits between rounds, so that what a node keeps for a
	// moment grows old.
	Pause time.Duration
}

// Check says what is wrong with a plan.
func (p CallPlan) Check() error {
	if len(p.Paths) == 0 || p.Rounds < 1 || p.AtOnce < 1 || p.AtOnce > 1000 || p.Pause < 0 {
		return fmt.Errorf("at least one path and one round, and 1 to 1000 callers are needed")
	}
	for _, path := range p.Paths {
		if !strings.HasPrefix(path, "/api/") { // every other one is answered by the client's page
			return fmt.Errorf("the path %s is not one of the API: it begins with /api/", path)
		}
	}
	return nil
}

// CallReport is how long the calls of a path took, in milliseconds.
type CallReport struct {
	Path   string
	Calls  int
	Failed map[int]int // by status; 0 without an answer
	Took   quantiles
}

// String is the report as a line for the terminal.
func (r CallReport) String() string {
	return fmt.Sprintf("%-64s %5d calls, p50 %6.1f ms, p95 %6.1f, p99 %6.1f, max %6.1f", r.Path, r.Calls, r.Took.P50, r.Took.P95, r.Took.P99, r.Took.Max)
}

// allPaths is the path of the report about all calls.
const allPaths = "all"

// RunCalls makes the calls of a plan, until ctx ends at the latest, and gives a report a
// path in their order, and where there are several, one about all of them.
func RunCalls(ctx context.Context, plan CallPlan) []CallReport {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: plan.AtOnce}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	reports, took := make([]CallReport, len(plan.Paths)), make([]latencies, len(plan.Paths))
	for i, path := range plan.Paths {
		reports[i] = CallReport{Path: path, Failed: map[int]int{}}
	}
	var every latencies
	var mu sync.Mutex
	var callers sync.WaitGroup
	for range plan.AtOnce {
		callers.Go(func() {
			for round := 0; round < plan.Rounds && ctx.Err() == nil; round++ {
				if round > 0 && plan.Pause > 0 {
					select {
					case <-ctx.Done():
						return
					case <-time.After(plan.Pause):
					}
				}
				for i, path := range plan.Paths {
					began := time.Now()
					status := plan.call(ctx, client, path)
					if ctx.Err() != nil {
						return
					}
					d := time.Since(began)
					took[i].add(d)
					every.add(d)
					mu.Lock()
					reports[i].Calls++
					if status != http.StatusOK {
						reports[i].Failed[status]++
					}
					mu.Unlock()
				}
			}
		})
	}
	callers.Wait()
	all := CallReport{Path: allPaths}
	for i := range reports {
		reports[i].Took = took[i].quantiles()
		all.Calls += reports[i].Calls
	}
	if len(reports) > 1 {
		all.Took = every.quantiles()
		reports = append(reports, all)
	}
	return reports
}

// call gives the status of the answer, which is read whole; 0 without one.
func (p CallPlan) call(ctx context.Context, client *http.Client, path string) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Node+path, nil)
	if err != nil {
		return 0
	}
	req.Header.Set("Authorization", "Bearer "+p.Token)
	res, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return 0
	}
	return res.StatusCode
}
