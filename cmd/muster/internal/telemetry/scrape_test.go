package telemetry_test

import (
	"context"
	"encoding/json"
	"maps"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/cmd/muster/internal/telemetry"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/store/redis/redistest"
)

// scraped is what a node's /metrics offers: the labels of each metric.
type scraped map[string]map[string]bool

var (
	sampleLine = regexp.MustCompile(`^([a-z_]+)(?:\{(.*)\})? \S+$`)
	labelName  = regexp.MustCompile(`([a-z_]+)="`)
)

func scrape(t *testing.T, h *harness.Node) scraped {
	t.Helper()
	found := scraped{}
	for line := range strings.Lines(harness.Get(t, h.OpsURL("/metrics"))) {
		parts := sampleLine.FindStringSubmatch(strings.TrimSpace(line))
		if parts == nil {
			continue // a comment
		}
		if found[parts[1]] == nil {
			found[parts[1]] = map[string]bool{}
		}
		for _, l := range labelName.FindAllStringSubmatch(parts[2], -1) {
			found[parts[1]][l[1]] = true
		}
	}
	return found
}

var (
	asked    = regexp.MustCompile(`\b(?:muster|process|go)_[a-z_]+`)
	selected = regexp.MustCompile(`\{([^}]*)\}`)
	matched  = regexp.MustCompile(`([a-z_]+)(?:=|!)`)
	grouped  = regexp.MustCompile(`(?:by|on) \(([a-z_, ]+)\)`)
)

// answers says what an expression asks for and a scrape does not offer.
func (s scraped) answers(expr string) (missing []string) {
	labels := map[string]bool{"job": true, "instance": true} // Prometheus's own
	for _, name := range asked.FindAllString(selected.ReplaceAllString(expr, ""), -1) {
		if name == "muster_" || s[name] == nil {
			missing = append(missing, name)
			continue
		}
		maps.Copy(labels, s[name])
	}
	var wanted []string
	for _, in := range selected.FindAllStringSubmatch(expr, -1) {
		for _, one := range matched.FindAllStringSubmatch(in[1], -1) {
			wanted = append(wanted, one[1])
		}
	}
	for _, in := range grouped.FindAllStringSubmatch(expr, -1) {
		wanted = append(wanted, strings.Split(in[1], ", ")...)
	}
	for _, one := range wanted {
		if !labels[one] {
			missing = append(missing, "label "+one)
		}
	}
	return missing
}

// Whatever the alarms and the dashboard ask for is there in a real scrape of a
// running node with a bus, under the labels that they select and group by. And
// every label is one of a fixed list: none is by member or room.
func TestScrapeHasWhatIsAskedFor(t *testing.T) {
	h := harness.Start(t, 2, 1, harness.WithRedis(redistest.Start(t).URL()))
	talk(t, h, "a word")
	harness.Get(t, "http://"+h.Addr+"/api/config")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	gone, _, err := websocket.Dial(ctx, "ws://"+h.Addr+"/ws/chat", nil)
	if err != nil {
		t.Fatal(err)
	}
	gone.CloseNow()
	var found scraped
	harness.Until(t, "the node polled, heard the bus and missed the socket", func() bool {
		found = scrape(t, h)
		return found["muster_poll_age_seconds"] != nil && found["muster_sockets_closed_total"] != nil &&
			strings.Contains(harness.Get(t, h.OpsURL("/metrics")), "muster_bus_up 1\n")
	})

	for _, rule := range alarmRules(t) {
		if missing := found.answers(rule.Expr); missing != nil {
			t.Errorf("alarm %s: %q is not there", rule.Alert, missing)
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(telemetry.Dashboard), &board); err != nil {
		t.Fatal(err)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			if missing := found.answers(target.Expr); missing != nil {
				t.Errorf("panel %s: %q is not there", panel.Title, missing)
			}
		}
	}

	listed := []string{"code", "kind", "le", "limit", "method", "pool", "quantile", "reason", "route", "server", "stage", "state", "status", "type", "version", "what"}
	for name, labels := range found {
		for l := range labels {
			if !slices.Contains(listed, l) {
				t.Errorf("%s has the label %s", name, l)
			}
		}
	}
}

// The bus in the metrics: it carries, its Redis is killed, and it carries
// again; what was lost on the way is counted.
func TestScrapeShowsTheBus(t *testing.T) {
	server := redistest.Start(t)
	h := harness.Start(t, 1, 1, harness.WithRedis(server.URL()))
	url := h.OpsURL("/metrics")
	metric := func(name string) string {
		found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(harness.Get(t, url))
		if found == nil {
			return ""
		}
		return found[1]
	}
	harness.Until(t, "the bus carries", func() bool { return metric("muster_bus_up") == "1" })
	if connects, sent, dropped := metric("muster_bus_connects_total"), metric(`muster_bus_hints_total{what="sent"}`), metric(`muster_bus_hints_total{what="dropped"}`); connects != "1" || sent == "0" || dropped != "0" {
		t.Errorf("connects %s, sent %s, dropped %s", connects, sent, dropped)
	}
	server.Kill()
	harness.Until(t, "the bus is down", func() bool { return metric("muster_bus_up") == "0" })
	talk(t, h, "said without Redis")
	harness.Until(t, "a hint is dropped", func() bool { return metric(`muster_bus_hints_total{what="dropped"}`) != "0" })
	server.Run()
	harness.Until(t, "the bus carries again", func() bool { return metric("muster_bus_up") == "1" && metric("muster_bus_connects_total") == "2" })
	if unreadable := metric(`muster_bus_hints_total{what="unreadable"}`); unreadable != "0" {
		t.Errorf("%s hints were not read", unreadable)
	}
	if metric(`muster_bus_hints_total{what="refused"}`) == "" {
		t.Error("what was refused is not counted")
	}
	reply, err := http.Get(h.OpsURL("/readyz"))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var health struct{ Redis string }
	if err := json.NewDecoder(reply.Body).Decode(&health); err != nil || health.Redis != "up" {
		t.Errorf("/readyz says %q, %v", health.Redis, err)
	}
}
