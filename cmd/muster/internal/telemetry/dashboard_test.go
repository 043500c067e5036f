package telemetry

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// metricNames are the names of all metrics of a node.
func metricNames() map[string]bool {
	m := NewMetrics("test")
	m.registry.MustRegister(described{})
	exist := map[string]bool{}
	descs := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(descs)
		close(descs)
	}()
	named := regexp.MustCompile(`fqName: "([^"]+)"`)
	for d := range descs {
		exist[named.FindStringSubmatch(d.String())[1]] = true
	}
	return exist
}

// The guide explains every metric, and none that is not there.
func TestGuideExplainsEveryMetric(t *testing.T) {
	text, err := os.ReadFile("../../operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| metric | it shows |")
	table, _, _ = strings.Cut(table, "\n\n")
	explained := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(muster_[a-z_]+)` \\| \\S.+ \\|$").FindAllStringSubmatch(table, -1) {
		explained[row[1]] = true
	}
	exist := metricNames()
	for name := range exist {
		if strings.HasPrefix(name, "muster_") && !explained[name] {
			t.Errorf("operating.md does not explain %s", name)
		}
	}
	for name := range explained {
		if !exist[name] {
			t.Errorf("operating.md explains %s, which is not there", name)
		}
	}
}

// Every metric that the dashboard asks for exists, every one of ours is shown
// on it.
func TestDashboardNamesMetricsThatExist(t *testing.T) {
	exist := metricNames()
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(Dashboard), &board); err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`\b(?:muster|process|go)_[a-z_]+`)
	suffix := regexp.MustCompile(`_(?:bucket|sum|count)$`)
	shown := map[string]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, name := range word.FindAllString(target.Expr, -1) {
				if !exist[name] {
					name = suffix.ReplaceAllString(name, "")
				}
				if !exist[name] {
					t.Errorf("%s asks for %s, which is not there", p.Title, name)
				}
				shown[name] = true
			}
		}
	}
	for name := range exist {
		if regexp.MustCompile(`^muster_`).MatchString(name) && !shown[name] {
			t.Errorf("%s is shown nowhere", name)
		}
	}
}

// described stands for the metrics of a node that is not there.
type described struct{}

func (described) Describe(out chan<- *prometheus.Desc) { nodeCollector{}.Describe(out) }
func (described) Collect(chan<- prometheus.Metric)     {}
