package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The words of every subject are known, also of one that was made just now: a list by hand
// left it out.
func TestWordsOfEverySubjectAreRead(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{
		"store.go":       "package store\n\ntype Role string\n\nconst Member Role = \"member\"\n",
		"poll/poll.go":   "package poll\n\ntype State string\n\nconst (\n\tOpen   State = \"open\"\n\tClosed State = \"closed\"\n)\n",
		"quiz/quiz.go":   "package quiz\n\ntype State string\n\nconst Asked State = \"asked\"\n\ntype Level string\n\nconst Easy Level = \"easy\"\n",
		"texts/en.json":  "{}",
		"poll/a_test.go": "package poll\n\nconst Other State = \"other\"\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	words, err := readWords(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"Role": {`"member"`}, "Level": {`"easy"`}, "PollState": {`"open"`, `"closed"`}, "QuizState": {`"asked"`}, "State": nil,
	} {
		if !slices.Equal(words[name], want) {
			t.Errorf("%s: %q, want %q", name, words[name], want)
		}
	}
}
