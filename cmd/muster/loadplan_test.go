package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The guide's table of sizes says what the command says.
func TestSizesInTheGuideAreThePlans(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ([\d,]+) \| ([\d,]+) \| (\d+) \| (\d+ cores, [\d.]+ GiB) \| ([\d.]+ GiB) \| (\$\d+) \| (€\d+) \|$`).FindAllStringSubmatch(string(guide), -1)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		online, err := strconv.Atoi(strings.ReplaceAll(row[1], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		status, said, complaints := run(nil, "load", "plan", "--online", strconv.Itoa(online))
		for _, part := range []string{
			fmt.Sprintf("%s messages a second", strings.ReplaceAll(row[2], ",", "")), row[3] + " of 2 cores", row[4] + " of memory", row[5] + " of disk", row[6] + " a month", row[7] + " a month",
		} {
			if status != 0 || !strings.Contains(said, part) {
				t.Errorf("%s online: %q is not in what the command says: %s%s", row[1], part, said, complaints)
			}
		}
	}
	for _, bad := range [][]string{{"--online", "0"}, {"--online", "5", "--rooms", "6"}, {"--rate", "-1"}, {"--rate", "NaN"}, {"--rooms", "-1"}, {"much"}} {
		if status, said, complaints := run(nil, append([]string{"load", "plan"}, bad...)...); status != 2 || said != "" {
			t.Errorf("%v: %d, %s%s", bad, status, said, complaints)
		}
	}
}
