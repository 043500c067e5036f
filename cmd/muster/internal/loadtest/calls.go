package loadtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Call is a call of the API.
type Call struct {
	Method string
	Path   string // with its query
	Body   string // JSON; "" for none
}

// ReadCall is a call that reads a path.
func ReadCall(path string) Call { return Call{Method: http.MethodGet, Path: path} }

// ParseChange reads a call that changes something: METHOD PATH, and JSON behind a blank.
func ParseChange(text string) (Call, error) {
	method, rest, _ := strings.Cut(text, " ")
	path, body, _ := strings.Cut(rest, " ")
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		return Call{}, fmt.Errorf("%q is not POST, PUT, PATCH or DELETE, then a path, then JSON", text)
	}
	if body != "" && !json.Valid([]byte(body)) {
		return Call{}, fmt.Errorf("the body of %s %s is no JSON", method, path)
	}
	return Call{Method: method, Path: path, Body: body}, nil
}

// String is the call as a report names it.
func (c Call) String() string {
	if c.Method == http.MethodGet {
		return c.Path
	}
	return c.Method + " " + c.Path
}

// CallPlan is a measurement of calls, as one member.
type CallPlan struct {
	Node   string // http://host:port
	Token  string
	Calls  []Call
	Rounds int // how often each caller makes each call, one after the other
	AtOnce int // callers
	// Duration is how long the rounds go on, however many they are; 0: as many as Rounds says.
	Duration time.Duration
	// Pause is how long a caller waits between rounds, so that what a node keeps for a
	// moment grows old.
	Pause time.Duration
}

// Check says what is wrong with a plan.
func (p CallPlan) Check() error {
	if len(p.Calls) == 0 || p.Rounds < 1 || p.AtOnce < 1 || p.AtOnce > 1000 || p.Pause < 0 || p.Duration < 0 {
		return fmt.Errorf("at least one path and one round, and 1 to 1000 callers are needed")
	}
	for _, call := range p.Calls {
		if !strings.HasPrefix(call.Path, "/api/") { // every other one is answered by the client's page
			return fmt.Errorf("the path %s is not one of the API: it begins with /api/", call.Path)
		}
	}
	return nil
}

// goesOn says whether a caller makes another round.
func (p CallPlan) goesOn(round int, began time.Time) bool {
	if p.Duration > 0 {
		return time.Since(began) < p.Duration
	}
	return round < p.Rounds
}

// CallReport is how long the calls of a path took, in milliseconds.
type CallReport struct {
	Path   string // with the method of a call that changes something
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
	reports, took := make([]CallReport, len(plan.Calls)), make([]latencies, len(plan.Calls))
	for i, call := range plan.Calls {
		reports[i] = CallReport{Path: call.String(), Failed: map[int]int{}}
	}
	start := time.Now()
	var every latencies
	var mu sync.Mutex
	var callers sync.WaitGroup
	for range plan.AtOnce {
		callers.Go(func() {
			for round := 0; plan.goesOn(round, start) && ctx.Err() == nil; round++ {
				if round > 0 && plan.Pause > 0 {
					select {
					case <-ctx.Done():
						return
					case <-time.After(plan.Pause):
					}
				}
				for i, call := range plan.Calls {
					began := time.Now()
					status := plan.call(ctx, client, call)
					if ctx.Err() != nil {
						return
					}
					d := time.Since(began)
					took[i].add(d)
					every.add(d)
					mu.Lock()
					reports[i].Calls++
					if status < 200 || status > 299 {
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
func (p CallPlan) call(ctx context.Context, client *http.Client, call Call) int {
	var body io.Reader
	if call.Body != "" {
		body = strings.NewReader(call.Body)
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, p.Node+call.Path, body)
	if err != nil {
		return 0
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
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
