package main

import (
	"slices"
	"strings"
)

// A name of so many letters that differs from a setting's by so few of them is meant to be it.
const (
	misspeltLetters = 8
	misspeltBy      = 2
)

// misspelt lists the variables of an environment that do nothing although their names nearly
// are those of settings, a line each. What begins with MUSTER_ is refused elsewhere.
func misspelt(environ []string) []string {
	names := settingNames()
	var lines []string
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if len(name) < misspeltLetters || strings.HasPrefix(name, "MUSTER_") || slices.Contains(names, name) {
			continue
		}
		for _, setting := range names {
			if differ := len(name) - len(setting); differ < -misspeltBy || differ > misspeltBy {
				continue // so many letters are left out or added
			}
			if slips(name, setting) <= misspeltBy {
				lines = append(lines, name+" is no setting of Muster and does nothing: is "+setting+" meant?")
				break
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// slips is how many letters must be changed, added, left out or exchanged with the next one to
// make one name of another.
func slips(one, other string) int {
	rows := make([][]int, len(one)+1)
	for i := range rows {
		rows[i] = make([]int, len(other)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(one); i++ {
		for j := 1; j <= len(other); j++ {
			changed := rows[i-1][j-1]
			if one[i-1] != other[j-1] {
				changed++
			}
			rows[i][j] = min(changed, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && one[i-1] == other[j-2] && one[i-2] == other[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(one)][len(other)]
}
