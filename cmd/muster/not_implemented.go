// The settings that this version does not implement yet. Every start lists them: a
// setting that does nothing must not look as if it did.

package main

import (
	"slices"
	"strings"
)

// notImplemented are the features that are not part of this version, with the
// settings that wait for them.
var notImplemented = []struct {
	feature string
	names   []string
}{
	{"face recognition", []string{"FACE_MODEL_DIR", "FACE_ADMIN_PASSWORD_HASH"}},
}

// notInThisVersion says in one line what is off in every node of this version, and
// which of the settings given do nothing for it.
func notInThisVersion(environ []string) string {
	var features, idle []string
	for _, one := range notImplemented {
		features = append(features, one.feature)
		for _, name := range one.names {
			if slices.ContainsFunc(environ, func(pair string) bool {
				given, value, _ := strings.Cut(pair, "=")
				return value != "" && (given == name || given == name+"_FILE")
			}) {
				idle = append(idle, name)
			}
		}
	}
	line := strings.Join(features, ", ") + ": not part of this version"
	if len(idle) > 0 {
		line += "; set without effect: " + strings.Join(idle, ", ")
	}
	return line
}
