package telemetry_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"muster/cmd/muster/internal/telemetry"
)

// alarmRule is one rule of the file, as Prometheus reads it.
type alarmRule struct {
	Alert       string            `yaml:"alert"`
	Expr        string            `yaml:"expr"`
	For         string            `yaml:"for"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

// alarmRules are the rules that the command prints.
func alarmRules(t *testing.T) []alarmRule {
	t.Helper()
	var file struct {
		Groups []struct {
			Name  string      `yaml:"name"`
			Rules []alarmRule `yaml:"rules"`
		} `yaml:"groups"`
	}
	if err := yaml.UnmarshalWithOptions([]byte(telemetry.Alarms), &file, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(file.Groups) != 1 || file.Groups[0].Name != "muster" {
		t.Fatalf("%d groups", len(file.Groups))
	}
	return file.Groups[0].Rules
}

var (
	wordStart  = regexp.MustCompile(`[A-Z]`)
	gathering  = regexp.MustCompile(`^(?:sum|max)\(`)
	percentile = regexp.MustCompile(`^histogram_quantile\(0\.99, sum by \(le, job, instance\) \(rate\((\w+)_bucket(\{[^}]*\})?\[5m\]\)\)\) (> .*)$`)
)

// short is an expression and its time as the guide's table writes them.
func (r alarmRule) short() string {
	expr, drained := strings.CutSuffix(r.Expr, " unless on (job, instance) muster_draining == 1")
	said := "`" + strings.Replace(expr, `{job="muster"}`, "", 1) + "`"
	if percentile.MatchString(expr) {
		said = percentile.ReplaceAllString(expr, "p99 of `$1$2` $3")
	}
	if drained {
		said += " while not draining"
	}
	switch amount, minutes := strings.CutSuffix(r.For, "m"); {
	case minutes:
		said += " for " + amount + " min"
	case r.For != "":
		said += " for " + strings.TrimSuffix(r.For, "s") + " s"
	}
	return strings.ReplaceAll(said, "|", `\|`)
}

// Every alarm says what it means and what to do, and the guide's table lists the
// same ones with the same expressions.
func TestAlarmsAreThoseOfTheGuide(t *testing.T) {
	text, err := os.ReadFile("../../operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| alarm | expression |")
	table, _, _ = strings.Cut(table, "\n\n")
	rules := alarmRules(t)
	if rows := strings.Count(table, "\n|") - 1; rows != len(rules) {
		t.Errorf("%d alarms, %d in operating.md", len(rules), rows)
	}
	for row := range strings.Lines(table) {
		for i, cell := range strings.Split(strings.ReplaceAll(strings.TrimSpace(row), `\|`, "/"), "|") {
			if strings.HasPrefix(row, "| ") && (i > 6 || i > 0 && i < 6 && strings.TrimSpace(cell) == "") {
				t.Errorf("no expression, cause, place to look at and what to do: %s", row)
			}
		}
	}
	known := map[string]bool{}
	for _, r := range rules {
		name, ours := strings.CutPrefix(r.Alert, "Muster")
		words := strings.ToLower(strings.TrimSpace(wordStart.ReplaceAllString(name, " $0")))
		if row := "| " + words + " | " + r.short() + " |"; !ours || !strings.Contains(table, row) {
			t.Errorf("operating.md lacks %s", row)
		}
		if known[r.Alert] {
			t.Errorf("%s stands twice", r.Alert)
		}
		known[r.Alert] = true
		if r.Annotations["summary"] == "" || r.Annotations["description"] == "" || r.Labels["severity"] != "page" && r.Labels["severity"] != "warn" {
			t.Errorf("%s: %v %v", r.Alert, r.Labels, r.Annotations)
		}
		// What is gathered over all nodes cannot name one.
		if gathering.MatchString(r.Expr) && strings.Contains(r.Annotations["summary"], "$labels") {
			t.Errorf("%s names a node", r.Alert)
		}
	}
}
