package main

import (
	"slices"
	"strings"
)

// usageAsked is the help of the command that a command line asks about, as muster backup check
// -h and muster help backup do; "" where it asks for none, or about no command that there is.
func usageAsked(args []string) string {
	if len(args) < 2 {
		return ""
	}
	words, of := args, args[0] == "help"
	if of {
		words = args[1:]
	} else if !slices.ContainsFunc(args[1:], func(s string) bool { return s == "-h" || s == "-help" || s == "--help" }) {
		return ""
	}
	if end := slices.IndexFunc(words, func(s string) bool { return strings.HasPrefix(s, "-") }); end >= 0 {
		words = words[:end]
	}
	for ; len(words) > 0; words = words[:len(words)-1] {
		if found := usageOf(strings.Join(words, " ")); found != "" || of {
			return found
		}
		// A file's name before -h is no part of a command's.
	}
	return ""
}

// usageOf is the part of the help about a command, and about those whose names begin with its.
func usageOf(command string) string {
	var b strings.Builder
	of := false
	for line := range strings.Lines(help) {
		entry, isOne := strings.CutPrefix(line, "  ")
		if isOne && !strings.HasPrefix(entry, " ") {
			of = strings.HasPrefix(entry, command+" ")
		} else if !isOne {
			of = false
		}
		if of {
			b.WriteString(line)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "Usage: muster COMMAND\n\n" + b.String() + "\nSettings come from the environment: muster help lists them.\n"
}
