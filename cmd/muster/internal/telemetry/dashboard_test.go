package telemetry

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// Every metric that the dashboard asks for exists, every one of ours is shown
// on it.
func TestDashboardNamesMetricsThatExist(t *testing.T) {
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

// described stands for the figures of a node that is not there.
type described struct{}

func (described) Describe(out chan<- *prometheus.Desc) { figures{}.Describe(out) }
func (described) Collect(chan<- prometheus.Metric)     {}
