package main

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// Every table with a column about a person stands in the guide's inventory of personal
// data, and the inventory names no table that is not there.
func TestGuideNamesEveryTableOfPeople_SEC5(t *testing.T) {
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t), MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	text, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, inventory, _ := strings.Cut(string(text), "\n## Personal data\n")
	inventory, _, _ = strings.Cut(inventory, "\n## ")
	named := map[string]bool{}
	for row := range strings.Lines(inventory) {
		cells := strings.Split(row, "|")
		if len(cells) < 6 {
			continue
		}
		for i, part := range strings.Split(cells[3], "`") {
			if i%2 == 1 {
				named[part] = true
			}
		}
	}
	rows, err := db.Pool().Query(ctx, `
		select t.table_name, exists (select from information_schema.columns c
			where c.table_schema = t.table_schema and c.table_name = t.table_name and
			      c.column_name ~ '^(member|person|owner|sender|viewer|reporter|subject|ignored|user|actor|applicant)_id$|^(email|phone|address|device)$')
		from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for rows.Next() {
		var table string
		var ofPeople bool
		if err := rows.Scan(&table, &ofPeople); err != nil {
			t.Fatal(err)
		}
		if ofPeople {
			found++
			if !named[table] {
				t.Errorf("%s: say in the guide what it holds, how long, and what an erasure leaves", table)
			}
		}
		delete(named, table)
	}
	if err := rows.Err(); err != nil || found < 40 {
		t.Fatalf("%d tables, %v", found, err)
	}
	for table := range named {
		t.Errorf("the guide names %s, which is not there", table)
	}
}

// The table of faults has a row for each that was rehearsed, says everything of it, and names
// tests that there are.
func TestFaultTableIsWholeAndTrue(t *testing.T) {
	text, err := os.ReadFile("operating.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t, "../..")
	_, section, _ := strings.Cut(string(text), "\n## Faults\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var faults []string
	for row := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		if !strings.HasPrefix(row, "| ") || strings.HasPrefix(row, "| fault ") {
			continue
		}
		fault := strings.TrimSpace(cells[0])
		faults = append(faults, fault)
		if len(cells) != 5 {
			t.Errorf("%s: %d cells", fault, len(cells))
			continue
		}
		for i, cell := range cells {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("%s: cell %d is empty", fault, i+1)
			}
		}
		named := regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("%s: no test is named", fault)
		}
		for _, name := range named {
			if !tests[name[1]] {
				t.Errorf("%s names %s, which is no test", fault, name[1])
			}
		}
	}
	all := strings.Join(faults, "\n")
	for _, fault := range []string{"node is killed", "node hangs", "synchronous standby takes over", "synchronous standby hangs", "without synchronous commit", "two primaries",
		"disk of Postgres", "disk of the media", "S3", "Redis is away", "master of Redis", "mail server", "payment provider", "clock", "certificate"} {
		if !strings.Contains(all, fault) {
			t.Errorf("no row about: %s", fault)
		}
	}
}
