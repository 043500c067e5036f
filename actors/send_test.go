package actors

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/actors/poller"
	"muster/actors/wire"
	"muster/store"
)

// What a browser claims about itself is ignored.
func TestWS13ClaimsAreIgnored(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		a.send(`{"type":"send_message","message":"x","user_id":"id-bob","username":"bob","id":"1","created_at":"2001-01-01T00:00:00Z"}`)
		m := only(a.take(), "message")[0]
		equal(t, "user", []any{m["user_id"], m["username"]}, []any{"id-ann", "ann"})
		at, err := time.Parse(time.RFC3339, m["created_at"].(string))
		if err != nil || time.Since(at) > time.Minute || m["id"] == "1" {
			t.Fatal(m)
		}
	})
}

// A resend stores nothing and is answered to that socket alone.
func TestWS14Resend(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		id := newID()
		send := `{"type":"send_message","message":"%s","clientMsgId":"` + id + `"}`
		a.send(send, "first")
		first := only(a.take(), "message")[0]
		equal(t, "carries the id", first["clientMsgId"], any(id))
		b.take()
		a.send(send, "again")
		equal(t, "answer", a.take(), []frame{first})
		equal(t, "others", len(b.take()), 0)
		b.send(send, "another member's") // an id is unique with its sender only
		equal(t, "own", only(b.take(), "message")[0].num("seq"), 2)
	})
}

// A resend to a node that does not know the message yet is answered once, when
// the node has reached it. When the room was left or cannot be read it is
// answered at once.
func TestWS14ResendToANodeThatIsBehind(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		a, b, o := w.nodes[0].inside("ann"), w.nodes[1].inside("ann"), w.nodes[1].inside("bob")
		after(settled)
		id := newID()
		send := `{"type":"send_message","message":"mine","clientMsgId":"` + id + `"}`
		clear := func() { a.take(); b.take(); o.take() }
		clear()
		w.exchange.Cut()
		a.say("before")
		a.send("%s", send)
		b.send("%s", send)
		got := b.take()
		equal(t, "in its turn", seqs(got), numbers(1, 2))
		equal(t, "the answer", got[1]["clientMsgId"], any(id))
		equal(t, "the others", seqs(o.take()), numbers(1, 2))
		b.send("%s", send)
		equal(t, "known by now", seqs(b.take()), numbers(2, 2))

		clear()
		id = newID()
		send = `{"type":"send_message","message":"mine","clientMsgId":"` + id + `"}`
		a.send("%s", send)
		log := w.nodes[1].log
		log.set(func(l *memLog) { l.noEvents = store.NewError(store.Unavailable, "Down") })
		b.send("%s", send)
		equal(t, "not to be read", seqs(b.take()), numbers(3, 3))
		log.set(func(l *memLog) { l.noEvents = nil })

		after(poller.Every)
		clear()
		id = newID()
		send = `{"type":"send_message","message":"mine","clientMsgId":"` + id + `"}`
		a.send("%s", send)
		b.sess.Receive([]byte(send))
		b.send(`{"type":"join_room","roomId":"side"}`)
		got = b.take()
		equal(t, "moving on", seqs(got), numbers(4, 4))
	})
}

func TestSendIsChecked(t *testing.T) {
	gif := "https://gifs.example/a.gif"
	for name, c := range map[string]struct {
		frame   string
		code    string
		message string
	}{
		"CHAT-5 too long":           {`{"message":"` + strings.Repeat("é", 501) + `"}`, "too_long", store.MessageTooLong},
		"CHAT-6 blank":              {`{"message":" \n "}`, "blank", ""},
		"CHAT-6 NUL":                {`{"message":"a\u0000"}`, "control_character", ""},
		"CHAT-39 media of a member": {`{"messageType":"image","mediaData":{"mediaUrl":"x"}}`, "forbidden", "Only administrators can send media"},
		"CHAT-40 GIF of a stranger": {`{"messageType":"gif","message":"https://evil.example/a.gif"}`, "gif_not_allowed", ""},
		"CHAT-40 GIF script":        {`{"messageType":"gif","mediaData":{"mediaUrl":"javascript:alert(1)"}}`, "gif_not_allowed", ""},
		"CHAT-40 GIF thumbnail":     {`{"messageType":"gif","mediaData":{"mediaUrl":"` + gif + `","thumbnailUrl":"http://x"}}`, "gif_not_allowed", ""},
		"unknown kind":              {`{"message":"x","messageType":"poll"}`, "unknown_message_type", ""},
		"bad reply id":              {`{"message":"x","replyToMessageId":"7"}`, "invalid", ""},
		"bad client id":             {`{"message":"x","clientMsgId":"7"}`, "invalid", ""},
		"braced client id":          {`{"message":"x","clientMsgId":"{7c0f4a52-94b8-4f0e-8a77-0f6a3a9b1c11}"}`, "invalid", ""},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				a := r.inside("ann")
				a.send(`{"type":"send_message",%s`, c.frame[1:])
				e := refusal(t, a.take())
				equal(t, "code", e["code"], any(c.code))
				if c.message != "" {
					equal(t, "message", e["message"], any(c.message))
				}
				equal(t, "stored", r.log.count("Append"), 0)
			})
		})
	}
}

func TestCHAT40GIF(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		for _, f := range []string{`"message":"https://gifs.example/a.gif"`, `"message":"typed","mediaData":{"mediaUrl":"https://gifs.example/a.gif"}`} {
			a.send(`{"type":"send_message","messageType":"gif",%s}`, f)
			m := only(a.take(), "message")[0]
			equal(t, f, []any{m["media_url"], m["message"], m["message_type"], m["messageType"]}, []any{"https://gifs.example/a.gif", "https://gifs.example/a.gif", "gif", "gif"})
		}
	})
}

func TestMediaOfAnAdministratorIsUnknownYet(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.member("ann")
		r.change("ann", func(c *store.Caller) { c.Member.IsAdmin = true })
		a := r.join("ann", "")
		equal(t, "admin", only(a.take(), "joined")[0]["isAdmin"], any(true))
		a.send(`{"type":"send_message","messageType":"voice","mediaData":{"mediaUrl":"x"}}`)
		equal(t, "code", refusal(t, a.take())["code"], any("media_unknown"))
	})
}

// Reactions reach everybody once; a repeated one is answered to its socket
// alone.
func TestWS17Reactions(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		id := r.log.byAnotherNode("general", "id-old", "x").Message.ID
		after(time.Second)
		a.take()
		b.take()
		a.send(`{"type":"add_reaction","messageId":"%s","reaction":"❤"}`, id)
		want := []frame{{"type": "reaction_added", "roomId": "general", "seq": 2.0, "messageId": id, "user_id": "id-ann", "username": "ann", "reaction": "❤️"}}
		equal(t, "ann", a.take(), want)
		equal(t, "bob", b.take(), want)
		a.send(`{"type":"add_reaction","messageId":"%s","reaction":"❤️"}`, id)
		equal(t, "again", a.take(), want)
		equal(t, "again, others", len(b.take()), 0)
		late := r.join("cyd", "")
		history := only(late.take(), "message_history")[0]["messages"].([]any)
		equal(t, "for joiners", len(history[0].(map[string]any)["reactions"].([]any)), 1)
		b.take()
		a.send(`{"type":"remove_reaction","messageId":"%s","reaction":"❤️"}`, id)
		equal(t, "removed", kinds(b.take()), []string{"reaction_removed"})
		a.take()
		a.send(`{"type":"remove_reaction","messageId":"%s","reaction":"❤️"}`, id)
		equal(t, "nothing to remove", len(a.take()), 0)
		a.send(`{"type":"add_reaction","messageId":"%s","reaction":"🦄"}`, id)
		equal(t, "CHAT-24", refusal(t, a.take())["code"], any("unknown_reaction"))
		a.send(`{"type":"add_reaction","messageId":"1","reaction":"🔥"}`)
		equal(t, "bad id", refusal(t, a.take())["code"], any("invalid"))
	})
}

// A deletion reaches everybody, and no joiner or resumer is given the text
// again, nor a reply that shows it.
func TestWS18DeletedTextIsGone(t *testing.T) {
	bubble(t, func(c *Config) { c.Burst = 10 }, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		a.say("the secret")
		id := only(a.take(), "message")[0]["id"].(string)
		a.send(`{"type":"send_message","message":"about it","replyToMessageId":"%s"}`, id)
		equal(t, "reply", only(a.take(), "message")[0]["reply_to_text"], any("the secret"))
		b.take()
		a.send(`{"type":"delete_message","messageId":"%s"}`, id)
		got := b.take()
		equal(t, "received", kinds(got), []string{"message_deleted"})
		equal(t, "which", []any{got[0]["messageId"], got[0]["roomId"], got[0].num("seq")}, []any{id, "general", int64(3)})
		equal(t, "from where, for the audit log", r.log.deletedFrom, "203.0.113.9")
		for _, extra := range []string{"", `,"lastSeq":0`} {
			c := r.join("cyd", extra)
			if all := fmt.Sprint(c.take()); strings.Contains(all, "the secret") || !strings.Contains(all, "about it") {
				t.Fatalf("lastSeq %q: %s", extra, all)
			}
		}
		a.take()
		a.send(`{"type":"delete_message","messageId":"%s"}`, id)
		equal(t, "CHAT-23 twice", kinds(a.take()), []string{"message_deleted"})
		a.send(`{"type":"delete_message","messageId":"%s"}`, newID())
		equal(t, "unknown", refusal(t, a.take())["code"], any("not_found"))
	})
}

// All tabs of a member share one rate limit, and nothing is stored beyond it.
func TestWS24Pace(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, tab, b := r.inside("ann"), r.inside("ann"), r.inside("bob")
		for i := range 5 {
			[]*browser{a, tab}[i%2].say("x")
		}
		equal(t, "five at once", len(only(a.take(), "message")), 5)
		tab.take()
		id := newID()
		tab.send(`{"type":"send_message","message":"x","clientMsgId":"%s"}`, id)
		e := refusal(t, tab.take())
		equal(t, "refused", []any{e["code"], e["clientMsgId"], e.num("retryAfterMs")}, []any{"rate_limited", id, int64(1000)})
		if !strings.Contains(e["message"].(string), "rate limit") {
			t.Fatal(e)
		}
		b.say("mine")
		equal(t, "others", len(only(a.take(), "message")), 1)
		tab.send(`{"type":"add_reaction","messageId":"%s","reaction":"🔥"}`, newID())
		equal(t, "reactions have their own", refusal(t, tab.take())["code"], any("not_found"))
		after(time.Second)
		a.say("x")
		equal(t, "a second later", len(only(a.take(), "message")), 1)
		a.sess.Gone()
		tab.sess.Gone()
		after(0)
		again := r.inside("ann")
		again.say("x")
		equal(t, "coming back refills nothing", refusal(t, again.take())["code"], any("rate_limited"))
	})
}

// Three bursts of thirty refused frames close the socket.
func TestAbuseCloses(t *testing.T) {
	for _, f := range []string{`{"type":"send_message","message":"x"}`, `nonsense`, `{"type":"typing_start"}`, `{"type":"join_room","roomId":"side"}`} {
		t.Run(f, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				a := r.inside("ann")
				for range 30 {
					a.send("%s", f)
				}
				after(time.Second)
				equal(t, "one burst", a.closed(), 0)
				for range 100 {
					a.send("%s", f)
				}
				equal(t, "more", a.closed(), wire.CloseAbuse)
			})
		})
	}
}

// A frame that cannot be read is answered and does no harm.
func TestWS25Garbage(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.inside("ann")
		for f, code := range map[string]string{`{`: "malformed", `{"type":"send_message","message":1}`: "malformed", `{"type":"fly"}`: "unknown_type", ``: "malformed"} {
			a.send("%s", f)
			equal(t, f, refusal(t, a.take())["code"], any(code))
		}
		a.send(`{"type":"send_message","message":5,"clientMsgId":"abc"}`)
		equal(t, "the send is named", refusal(t, a.take())["clientMsgId"], any("abc"))
		a.say("still here")
		equal(t, "socket", len(only(a.take(), "message")), 1)
	})
}

// A member without a username can read, and is asked for one.
func TestWS22NoUsername(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.member("ann")
		r.change("ann", func(c *store.Caller) { c.Member.Username = "" })
		a := r.join("ann", "")
		equal(t, "greeting", kinds(a.take()), []string{"connected", "joined", "username_required", "room_joined", "message_history"})
		b := r.inside("bob")
		b.say("hi")
		equal(t, "reads", len(only(a.take(), "message")), 1)
		for _, f := range []string{`{"type":"send_message","message":"x"}`, `{"type":"typing_start"}`, `{"type":"add_reaction","messageId":"` + newID() + `","reaction":"🔥"}`} {
			a.send("%s", f)
			got := a.take()
			equal(t, f, kinds(got), []string{"username_required", "error"})
			equal(t, f, []any{got[1]["message"], got[1]["code"]}, []any{"Username required for chat access", "username_required"})
		}
		r.site(store.SiteEvent{Kind: store.Renamed, MemberID: "id-ann", NewUsername: "ann2"})
		equal(t, "received", only(a.take(), "username_changed"), []frame{{"type": "username_changed", "userId": "id-ann", "oldUsername": "", "newUsername": "ann2", "siteSeq": 1.0}})
		a.say("now I can")
		equal(t, "sends", len(only(a.take(), "message")), 1)
	})
}
