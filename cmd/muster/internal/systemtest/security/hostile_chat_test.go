package security

import (
	"context"
	"encoding/json"
	"fmt"
	"muster/cmd/muster/internal/node"
	"muster/cmd/muster/internal/systemtest/harness"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// heardUntil reads frames until one fits, and returns it.
func heardUntil(ctx context.Context, t *testing.T, conn *websocket.Conn, fits func(f map[string]any) bool) map[string]any {
	t.Helper()
	for {
		_, raw, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("reading: %v", err)
		}
		var f map[string]any
		if err := json.Unmarshal(raw, &f); err != nil {
			t.Fatal(err)
		}
		if fits(f) {
			return f
		}
	}
}

// What no browser sends is answered by an error frame that
// names the fault, the socket lives on, and what is only odd is taken for what
// it says.
func TestWS25HostileFrames(t *testing.T) {
	h := harness.Start(t, 2, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	witness, conn := h.Join(ctx, t, 0, "load-1"), h.Join(ctx, t, 1, "load-1")
	const room = 15 << 10
	send := func(rest string) string { return `{"type":"send_message",` + rest + `}` }
	for name, c := range map[string]struct{ frame, code string }{
		"deep arrays":           {strings.Repeat("[", room), "malformed"},
		"deep objects":          {strings.Repeat(`{"a":`, room/5), "malformed"},
		"deep within":           {send(`"mediaData":{"metadata":{"a":` + strings.Repeat("[", 17) + strings.Repeat("]", 17) + `}}`), "malformed"},
		"huge number":           {`{"type":"join_room","roomId":"x","lastSeq":1e999}`, "malformed"},
		"many digits":           {`{"type":"join_room","roomId":"x","lastSeq":` + strings.Repeat("9", room) + `}`, "malformed"},
		"NaN":                   {`{"type":"join_room","roomId":"x","lastSeq":NaN}`, "malformed"},
		"negative infinity":     {`{"type":"join_room","roomId":"x","lastSeq":-Infinity}`, "malformed"},
		"trailing data":         {send(`"message":"a"`) + "x", "malformed"},
		"two frames":            {send(`"message":"a"`) + send(`"message":"b"`), "malformed"},
		"number for a text":     {send(`"message":5`), "malformed"},
		"list for a text":       {send(`"message":["a"]`), "malformed"},
		"truth for a text":      {send(`"message":true`), "malformed"},
		"object for a text":     {send(`"message":{"a":1}`), "malformed"},
		"text for a number":     {`{"type":"join_room","roomId":"x","lastSeq":"1"}`, "malformed"},
		"NUL outside":           {"{\"type\":\"leave_room\"\x00}", "malformed"},
		"raw control inside":    {send("\"message\":\"a\x01b\""), "malformed"},
		"byte order mark":       {"\ufeff" + send(`"message":"a"`), "malformed"},
		"single quotes":         {`{'type':'leave_room'}`, "malformed"},
		"a comment":             {send(`"message":"a"/**/`), "malformed"},
		"nothing":               {"", "malformed"},
		"blanks":                {strings.Repeat(" ", room), "malformed"},
		"unknown type":          {`{"type":"shutdown"}`, "unknown_type"},
		"a server's type":       {`{"type":"message","message":"a"}`, "unknown_type"},
		"prototype":             {`{"type":"__proto__","constructor":{"prototype":{"isAdmin":true}}}`, "unknown_type"},
		"SQL for an id":         {`{"type":"delete_message","messageId":"' or 1=1 --"}`, "invalid"},
		"path for a room":       {`{"type":"join_room","roomId":"../../etc"}`, "no_room_access"},
		"NUL in a room":         {`{"type":"join_room","roomId":"a\u0000"}`, "no_room_access"},
		"a long room":           {`{"type":"join_room","roomId":"` + strings.Repeat("a", room) + `"}`, "no_room_access"},
		"negative number":       {`{"type":"join_room","roomId":"absent","lastSeq":-9223372036854775808}`, "no_room_access"},
		"NUL in a message":      {send(`"message":"a\u0000b"`), "control_character"},
		"501 code points":       {send(`"message":"` + strings.Repeat("é", 501) + `"`), "too_long"},
		"501 emoji":             {send(`"message":"` + strings.Repeat("😀", 501) + `"`), "too_long"},
		"501 escaped emoji":     {send(`"message":"` + strings.Repeat(`\ud83d\ude00`, 501) + `"`), "too_long"},
		"only what is unseen":   {send(`"message":"\u200b\u200d\ufeff\u0007"`), "blank"},
		"reply to a non-id":     {send(`"message":"a","replyToMessageId":"../../x"`), "invalid"},
		"client id of any sort": {send(`"message":"a","clientMsgId":"` + strings.Repeat("x", 5000) + `"`), "invalid"},
	} {
		if err := conn.Write(ctx, websocket.MessageText, []byte(c.frame)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// The answer to the next good frame must not come first.
		if f := heardUntil(ctx, t, conn, func(f map[string]any) bool { return f["type"] == "error" || f["type"] == "message" }); f["code"] != c.code {
			t.Errorf("%s: %v %v, want %s", name, f["code"], f["message"], c.code)
		}
	}

	// A send that cannot be read is answered under its own name.
	id := uuid.NewString()
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": 5, "clientMsgId": id})
	if f := harness.Await(ctx, t, conn, "error"); f["clientMsgId"] != id || f["code"] != "malformed" {
		t.Errorf("a send of the wrong form: %v", f)
	}

	// Odd, and good all the same.
	keys := ""
	for i := range 1000 {
		keys += fmt.Sprintf(`,"k%d":%d`, i, i)
	}
	for name, c := range map[string]struct{ frame, text string }{
		"a thousand keys":     {send(`"message":"keys"` + keys), "keys"},
		"the last key counts": {send(`"message":"first","message":"last"`), "last"},
		"lone surrogate":      {send(`"message":"a\ud800b"`), "a\ufffdb"},
		"other controls":      {send(`"message":"a\u0001\u0008\u001b[31m\nb\u007f"`), "a[31m\nb"},
		"right to left":       {send(`"message":"a\u202eb\u2066c"`), "a\u202eb\u2066c"},
		"a combining storm":   {send(`"message":"Z` + strings.Repeat("\u0301", 499) + `"`), "Z" + strings.Repeat("\u0301", 499)},
		"500 emoji":           {send(`"message":"` + strings.Repeat("🚀", 500) + `"`), strings.Repeat("🚀", 500)},
		"joined emoji":        {send(`"message":"` + strings.Repeat("👩‍👩‍👧‍👦", 71) + `"`), strings.Repeat("👩‍👩‍👧‍👦", 71)},
		"markup":              {send(`"message":"<script>alert(1)</script>"`), "<script>alert(1)</script>"},
		"zero width":          {send(`"message":"a\u200bb"`), "a\u200bb"},
	} {
		if err := conn.Write(ctx, websocket.MessageText, []byte(c.frame)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, one := range []*websocket.Conn{conn, witness} {
			f := heardUntil(ctx, t, one, func(f map[string]any) bool { return f["type"] == "error" || f["type"] == "message" })
			if f["message"] != c.text {
				t.Errorf("%s: %v %.80q, want %.80q", name, f["code"], f["message"], c.text)
			}
		}
	}
}

// A member who floods, in whatever way, is answered with the rate
// limit and then closed as abuse; a witness in the room sees a burst at most
// and talks on.
func TestWS24Floods(t *testing.T) {
	const frames, mostHeard = 400, 40
	message := uuid.NewString()
	for name, flood := range map[string]func(i int) string{
		"messages":  func(i int) string { return fmt.Sprintf(`{"type":"send_message","message":"flood %d"}`, i) },
		"typing":    func(int) string { return `{"type":"typing_start"}` },
		"reactions": func(int) string { return `{"type":"add_reaction","messageId":"` + message + `","reaction":"🔥"}` },
		"deletions": func(int) string { return `{"type":"delete_message","messageId":"` + message + `"}` },
		"moves": func(i int) string {
			return []string{`{"type":"leave_room"}`, `{"type":"join_room","roomId":"load-1"}`}[i%2]
		},
		"rooms that are not there": func(i int) string { return fmt.Sprintf(`{"type":"join_room","roomId":"absent-%d"}`, i) },
		"malformed":                func(int) string { return `{` },
		"joins":                    func(int) string { return `{"type":"join_chat","token":"x"}` },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := harness.Start(t, 2, 1, func(c *node.Config) { c.ChatRate, c.ChatBurst = 1, 5 })
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			witness, conn := h.Join(ctx, t, 0, "load-1"), h.Join(ctx, t, 1, "load-1")
			go func() {
				for i := range frames {
					if conn.Write(ctx, websocket.MessageText, []byte(flood(i))) != nil {
						return // closed
					}
				}
			}()
			limited := 0
			var err error
			for {
				var raw []byte
				if _, raw, err = conn.Read(ctx); err != nil {
					break
				}
				if strings.Contains(string(raw), `"code":"rate_limited"`) && strings.Contains(string(raw), "rate limit") {
					limited++
				}
			}
			if code := websocket.CloseStatus(err); code != websocket.StatusPolicyViolation {
				t.Errorf("ended with %v", err)
			}
			quiet := name == "typing" || name == "malformed" || name == "joins" // these get no rate limit
			if (limited == 0) != quiet {
				t.Errorf("answered with the rate limit %d times", limited)
			}
			words := uuid.NewString()
			if !harness.Write(ctx, witness, map[string]any{"type": "send_message", "message": words}) {
				t.Fatal("the witness cannot talk")
			}
			count := 0
			heardUntil(ctx, t, witness, func(f map[string]any) bool {
				count++
				return f["message"] == words
			})
			if count > mostHeard {
				t.Errorf("the witness heard %d frames", count)
			}
		})
	}
}
