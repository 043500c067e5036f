package systemtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"muster/store/postgres/testfolder"
)

// edit is one change of the next build: a file of the module, a piece of it that
// occurs once, and what stands there in the next build.
type edit struct{ file, old, new string }

// nextEdits make a build as it may come after this one: it stores a kind of event
// that this build does not know (the rocket reaction pins the message), adds
// fields to everything that nodes send each other, and sends messages of a new
// kind beside them.
var nextEdits = []edit{
	{"store/postgres/roomlog/statementbatch.go",
		`select j.*, 'reaction_added' as kind_of_event from judged j`,
		`select j.*, case when j.emoji = '🚀' then 'message_starred' else 'reaction_added' end as kind_of_event from judged j`},
	{"store/postgres/roomlog/pendingcommand.go",
		`Seq: r.seq, Kind: r.command.Kind, At: r.at,`,
		`Seq: r.seq, Kind: map[bool]roomlog.EventKind{true: "message_starred", false: r.command.Kind}[r.command.Reaction == "🚀"], At: r.at,`},
	{"actors/roomlog/encode.go",
		"	switch e.Kind {\n	case roomlog.MessageSent:\n		body := MessageBody(*e.Message, sign)",
		"	switch e.Kind {\n	case \"message_starred\":\n		return wire.Encode(messageStarred{e.Room, e.Seq, e.MessageID})\n" +
			"	case roomlog.MessageSent:\n		body := MessageBody(*e.Message, sign)"},
	{"actors/roomlog/encode.go",
		"// EventFrame encodes a room event for a member;",
		"type messageStarred struct {\n	RoomID string `json:\"roomId\"`\n	Seq int64 `json:\"seq\"`\n	MessageID string `json:\"messageId\"`\n}\n\n" +
			"func (messageStarred) Type() string { return \"message_starred\" }\n\n// EventFrame encodes a room event for a member;"},
	{"store/redis/codec_event.go",
		"	to = appendInt(to, 1, e.Seq)\n",
		"	to = appendText(appendInt(to, 1, e.Seq), 90, \"new\")\n"},
	{"store/redis/codec.go",
		"	to = appendText(to, 1, t.MemberID)\n",
		"	to = appendInt(appendText(to, 1, t.MemberID), 90, 7)\n"},
	{"store/redis/codec.go",
		"{ return appendInt(to, 1, seq) }",
		"{ return appendText(appendInt(to, 1, seq), 90, \"new\") }"},
	{"store/redis/publish.go",
		"	b.enqueueJSON(b.presenceChannel(), kindPresence, p)\n",
		"	b.enqueueJSON(b.presenceChannel(), kindPresence, struct {\n		bus.Presence\n		Mood map[string]int `json:\"mood\"`\n	}{p, map[string]int{\"new\": 1}})\n"},
	{"store/redis/publish.go",
		"	b.enqueue(b.roomChannel(room), appendEvents(",
		"	b.enqueue(b.roomChannel(room), b.head('n'))\n	b.enqueue(b.roomChannel(room), appendEvents("},
}

// nextTexts gives the files of the next build by their paths in the module, and its root.
func nextTexts() (root string, texts map[string]string, err error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", nil, fmt.Errorf("go list: %w", err)
	}
	root, texts = strings.TrimSpace(string(out)), map[string]string{}
	for _, e := range nextEdits {
		text, ok := texts[e.file]
		if !ok {
			raw, err := os.ReadFile(filepath.Join(root, e.file))
			if err != nil {
				return "", nil, err
			}
			text = string(raw)
		}
		if n := strings.Count(text, e.old); n != 1 {
			return "", nil, fmt.Errorf("%s holds %d times, for the next build to change it:\n%s", e.file, n, e.old)
		}
		texts[e.file] = strings.Replace(text, e.old, e.new, 1)
	}
	return root, texts, nil
}

// Each edit of the next build finds its place. The tests with that build run at night alone: one
// did not for days after a line had moved to another file.
func TestEditsOfTheNextBuildFindTheirPlaces(t *testing.T) {
	t.Parallel()
	if _, _, err := nextTexts(); err != nil {
		t.Error(err)
	}
}

// nextBinary builds the program with nextEdits, once for all tests.
var nextBinary = sync.OnceValues(func() (string, error) {
	dir, err := testfolder.In(os.TempDir())
	if err != nil {
		return "", err
	}
	root, texts, err := nextTexts()
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range texts {
		path := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", err
		}
		overlay.Replace[filepath.Join(root, file)] = path
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	replace, path := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "muster")
	if err := os.WriteFile(replace, raw, 0o600); err != nil {
		return "", err
	}
	return path, build("-overlay", replace, "-o", path)
})
