package actors

import (
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"muster/actors/ratelimit"
	"muster/actors/session"
	"muster/actors/wire"
	"muster/store"
	"muster/store/logtest"
	"muster/store/roomlog"
)

// refusal is the one error frame among fs.
func refusal(t *testing.T, fs []frame) frame {
	t.Helper()
	errs := only(fs, "error")
	if len(errs) != 1 || errs[0]["message"] != errs[0]["error"] {
		t.Fatalf("want one error with the same sentence twice, got %v", fs)
	}
	return errs[0]
}

func TestWS3BeforeJoining(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		b := r.connect()
		for _, f := range []string{
			`{"type":"send_message","message":"x"}`, `{"type":"join_room","roomId":"general"}`, `{"type":"leave_room"}`,
			`{"type":"typing_start"}`, `{"type":"typing_stop"}`, `{"type":"delete_message","messageId":"x"}`,
			`{"type":"add_reaction","messageId":"x","reaction":"x"}`, `{"type":"remove_reaction","messageId":"x","reaction":"x"}`,
		} {
			b.take()
			b.send("%s", f)
			e := refusal(t, b.take())
			equal(t, f, []any{e["message"], e["code"]}, []any{"Not authenticated", "not_authenticated"})
		}
		b.send(`{"type":"send_message","message":"x","clientMsgId":"abc"}`)
		equal(t, "clientMsgId", refusal(t, b.take())["clientMsgId"], any("abc"))
		equal(t, "closed", b.closed(), 0)
	})
}

func TestWS3WithoutARoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		b := r.inside("ann")
		b.send(`{"type":"leave_room","roomId":"general"}`)
		equal(t, "left", kinds(b.take()), []string{"room_left"})
		id := newID()
		for _, f := range []string{
			`{"type":"send_message","message":"x"}`, `{"type":"typing_start"}`, `{"type":"leave_room"}`,
			`{"type":"delete_message","messageId":"` + id + `"}`, `{"type":"add_reaction","messageId":"` + id + `","reaction":"🔥"}`,
		} {
			b.send("%s", f)
			equal(t, f, refusal(t, b.take())["message"], any("You must join a room first"))
		}
		b.send(`{"type":"join_room","roomId":"side"}`)
		b.take()
		b.send(`{"type":"send_message","message":"x","roomId":"general"}`)
		equal(t, "another room's id", refusal(t, b.take())["message"], any("You must join a room first"))
		equal(t, "stored", r.log.count("Append"), 0)
	})
}

func TestWS4JoinDeadline(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		silent, talking := r.connect(), r.connect()
		talking.send(`{"type":"typing_start"}`)
		after(4999 * time.Millisecond)
		equal(t, "before", silent.closed(), 0)
		after(time.Millisecond)
		equal(t, "silent", silent.closed(), wire.CloseNoJoin)
		equal(t, "talking", talking.closed(), wire.CloseNoJoin)
		b := r.join("ann", "")
		after(time.Minute)
		equal(t, "joined", b.closed(), 0)
	})
}

func TestWS4WhoIsTurnedAway(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*store.Caller)
		down   error
		code   wire.CloseCode
		word   string
	}{
		"bad token":  {func(c *store.Caller) { c.Session.ID = "" }, nil, wire.CloseSessionEnded, "session_ended"},
		"applicant":  {func(c *store.Caller) { c.Session.Kind = store.ApplicantSession }, nil, wire.CloseBanned, "forbidden"},
		"banned":     {func(c *store.Caller) { c.Member.Status.BannedUntil = time.Now().Add(time.Hour) }, nil, wire.CloseBanned, "banned"},
		"chat off":   {func(c *store.Caller) { c.Member.Status.ChatEnabled = false }, nil, wire.CloseBanned, "banned"},
		"outage":     {func(c *store.Caller) {}, store.NewError(store.Unavailable, "Down"), wire.CloseTryLater, "unavailable"},
		"unforeseen": {func(c *store.Caller) {}, errors.New("secret cause"), wire.CloseTryLater, "unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				r.member("ann")
				r.change("ann", c.change)
				r.admission.set(func(l *memAdmission) { l.down = c.down })
				b := r.join("ann", "")
				got := b.take()
				equal(t, "frames", kinds(got), []string{"connected", "error"})
				equal(t, "code", got[1]["code"], any(c.word))
				equal(t, "closed", b.closed(), c.code)
				equal(t, "online", r.hub.OnlineCount(), 0)
				b.sess.Receive([]byte(`{}`)) // neither blocks nor panics
				b.sess.Gone()
			})
		})
	}
}

// The log says why members are turned away, once however many they are, and again when
// it goes on.
func TestWS4TheLogSaysWhyMembersAreTurnedAway(t *testing.T) {
	var log logtest.Buffer
	bubble(t, func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) }, func(r *harness) {
		r.admission.set(func(l *memAdmission) {
			l.down = &store.Error{Code: store.Unavailable, Message: "Down", Err: errors.New("lock timeout")}
		})
		equal(t, "the member's answer", r.join("ann", "").take()[1]["message"], any("Down"))
		r.join("bob", "")
		r.join("ann", "")
		logged := func() []string {
			return regexp.MustCompile(`level=WARN msg="members have to try again.*lock timeout" times=\d+`).FindAllString(log.String(), -1)
		}
		equal(t, "at once", len(logged()), 1)
		after(session.TurnedAwayEvery)
		r.join("ann", "")
		if got := logged(); len(got) != 2 || !strings.HasSuffix(got[1], "times=3") {
			t.Errorf("the log has %q", got)
		}
		r.admission.set(func(l *memAdmission) { l.down = nil })
		r.log.set(func(l *memLog) { l.down = store.NewError(store.Unavailable, "The room is not there") })
		after(session.TurnedAwayEvery)
		equal(t, "a room that cannot be read", r.join("ann", "").closed(), wire.CloseTryLater)
		if !strings.Contains(log.String(), "The room is not there\" times=1") {
			t.Errorf("the log has %s", log.String())
		}
	})
}

// A ban that has expired keeps nobody out.
func TestCHAT35BanRunsOut(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.member("ann")
		r.change("ann", func(c *store.Caller) { c.Member.Status.BannedUntil = time.Now().Add(time.Hour) })
		equal(t, "before", r.join("ann", "").closed(), wire.CloseBanned)
		r.admission.set(func(l *memAdmission) { l.offset = time.Hour }) // the store's clock decides
		b := r.join("ann", "")
		equal(t, "joined", len(only(b.take(), "joined")), 1)
		r.admission.set(func(l *memAdmission) { l.offset = 0 })
		b.send(`{"type":"join_room","roomId":"side"}`)
		equal(t, "CHAT-34 at every door", b.closed(), wire.CloseBanned)
	})
}

func TestWS6And37OneRoomAtATime(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		a.send(`{"type":"join_room","roomId":"side"}`)
		got := a.take()
		equal(t, "moved", kinds(got), []string{"room_left", "room_joined", "message_history"})
		equal(t, "left", got[0]["roomId"], any("general"))
		equal(t, "joined", got[1]["roomId"], any("side"))
		b.say("only in general")
		equal(t, "in side", len(a.take()), 0)
		equal(t, "in general", len(only(b.take(), "message")), 1)
	})
}

func TestWS35JoiningAgainChangesNothing(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		after(2 * time.Second)
		a.take()
		b.take()
		a.send(`{"type":"join_room","roomId":"general"}`)
		got := a.take()
		equal(t, "answer", kinds(got), []string{"room_joined", "message_history"})
		equal(t, "count", got[0].num("onlineCount"), 2)
		after(5 * time.Second)
		equal(t, "others", len(b.take()), 0)
		b.say("once")
		equal(t, "events", kinds(a.take()), []string{"message"})
		a.send(`{"type":"join_chat","token":"token-ann"}`)
		equal(t, "join_chat again", refusal(t, a.take())["code"], any("already_joined"))
	})
}

func TestWS35JoinChatIntoARoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := r.join("ann", `,"roomId":"side"`)
		got := a.take()
		equal(t, "room", got[2]["roomId"], any("side"))
	})
}

func TestROOM10ClosedRoom(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		r.admission.closed["id-ann side"] = true
		a := r.inside("ann")
		for _, room := range []string{"side", "nowhere", "Bad Id", ""} {
			a.send(`{"type":"join_room","roomId":"%s"}`, room)
			got := a.take()
			equal(t, room, got, []frame{{"type": "error", "message": roomlog.NoRoomAccess, "error": roomlog.NoRoomAccess, "code": "no_room_access"}})
		}
		a.say("still here")
		equal(t, "stays", len(only(a.take(), "message")), 1)

		b := r.join("ann", `,"roomId":"side"`)
		equal(t, "join_chat", kinds(b.take()), []string{"connected", "joined", "error"})
		equal(t, "socket", b.closed(), 0)
		b.send(`{"type":"join_room","roomId":"general"}`)
		equal(t, "in another room", kinds(b.take()), []string{"room_joined", "message_history"})
	})
}

func TestWS34SocketsOfOneMember(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		for range ratelimit.SocketsPerMember {
			r.inside("ann")
		}
		extra := r.join("ann", "")
		equal(t, "code", refusal(t, extra.take())["code"], any("too_many_sockets"))
		equal(t, "closed", extra.closed(), wire.CloseTryLater)
		equal(t, "people", r.hub.OnlineCount(), 1)
		r.inside("bob")
		equal(t, "people", r.hub.OnlineCount(), 2)
	})
}

// Frames sent while join_chat is being answered are handled after it, in order.
func TestFramesWaitForTheJoin(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		hold := make(chan struct{})
		r.admission.set(func(l *memAdmission) { l.hold = hold })
		a := r.join("ann", "")
		a.say("one")
		a.say("two")
		equal(t, "before", kinds(a.take()), []string{"connected"})
		close(hold)
		after(0)
		equal(t, "after", kinds(a.take()), []string{"joined", "room_joined", "message_history", "message", "message"})
	})
}

// A browser that sends without end while it waits is slowed down: neither its
// frames nor their bytes pile up.
func TestReceiveHoldsBack(t *testing.T) {
	for name, c := range map[string]struct {
		frame string
		most  int
	}{
		"small": {`{"type":"typing_stop"}`, session.PendingFrames},
		"large": {`{"type":"send_message","message":"` + strings.Repeat("x", 16_000) + `"}`, 48<<10/16_000 + 1},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, nil, func(r *harness) {
				hold := make(chan struct{})
				r.admission.set(func(l *memAdmission) { l.hold = hold })
				a := r.join("ann", "")
				sent := 0
				go func() {
					for range 10 * session.PendingFrames {
						a.sess.Receive([]byte(c.frame))
						sent++
					}
				}()
				after(0)
				if sent == 0 || sent > c.most {
					t.Fatalf("%d frames were taken in", sent)
				}
				close(hold)
				after(0)
				a.sess.Gone()
				after(0)
			})
		})
	}
}
