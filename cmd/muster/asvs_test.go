package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asvsRows are the requirements of levels 1 and 2 by chapter, as the standard 5.0.0 has
// them, without OAuth and WebRTC, and one of level 3 that chapter 6 answers for.
var asvsRows = map[string]int{"1": 27, "2": 11, "3": 19, "4": 10, "5": 9, "6": 35 + 1, "7": 18, "8": 7, "9": 7, "11": 14, "12": 9, "13": 13, "14": 9, "15": 13, "16": 16}

// The security table answers for every requirement once, and each test and file that it
// names as the proof is there.
func TestSecurityTableIsWholeAndTrue(t *testing.T) {
	text, err := os.ReadFile("asvs.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t, "../..")
	seen := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\d[^|]*)\| ([^|]*)\| ([^|]*)\| ([^|]*)\|(.*)\|$`).FindAllStringSubmatch(string(text), -1) {
		ids, state, proof := row[1], strings.TrimSpace(row[4]), strings.TrimSpace(row[5])
		for _, id := range requirements(t, ids) {
			if seen[id] {
				t.Errorf("%s is answered twice", id)
			}
			seen[id] = true
		}
		if state != "met" && state != "not met" && state != "not applicable" || proof == "" {
			t.Errorf("%s: %q, %q", ids, state, proof)
		}
		for _, name := range regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z0-9]*)`").FindAllStringSubmatch(proof, -1) {
			if !tests[name[1]] {
				t.Errorf("%s names %s, which is no test", ids, name[1])
			}
		}
		for _, path := range regexp.MustCompile("`([a-z]+/[A-Za-z0-9_./-]+\\.[a-z]+)`").FindAllStringSubmatch(proof, -1) {
			if _, err := os.Stat(filepath.Join("../..", path[1])); err != nil {
				t.Errorf("%s names %s: %v", ids, path[1], err)
			}
		}
	}
	chapters := map[string]int{}
	for id := range seen {
		chapter, _, _ := strings.Cut(id, ".")
		chapters[chapter]++
	}
	for chapter, want := range asvsRows {
		if chapters[chapter] != want {
			t.Errorf("chapter %s has %d requirements, want %d", chapter, chapters[chapter], want)
		}
	}
	if len(chapters) != len(asvsRows) {
		t.Errorf("chapters %v", chapters)
	}
}

// requirements are the ids of a row: "1.2.3", "1.2.3, 1.2.4" or "1.2.3 – 1.2.6".
func requirements(t *testing.T, ids string) (all []string) {
	t.Helper()
	for part := range strings.SplitSeq(ids, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), " – ")
		if !isRange {
			all = append(all, first)
			continue
		}
		section := first[:strings.LastIndex(first, ".")+1]
		from, err := strconv.Atoi(strings.TrimPrefix(first, section))
		to, err2 := strconv.Atoi(strings.TrimPrefix(last, section))
		if err != nil || err2 != nil || to <= from {
			t.Fatalf("%q is no range", part)
		}
		for n := from; n <= to; n++ {
			all = append(all, section+strconv.Itoa(n))
		}
	}
	return all
}

// testNames are the tests under root, without the ids of the checklist that end them.
func testNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)[_(]`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		for _, name := range declared.FindAllSubmatch(source, -1) {
			names[string(name[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
