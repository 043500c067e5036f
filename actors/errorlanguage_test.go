// The language of error frames.

package actors

import (
	"testing"
	"time"

	"muster/store"
	"muster/store/language"
)

// Errors of the session and of the log speak the language chosen on the device, else the
// member's, else the browser's.
func TestErrorsSpeakTheLanguageOfTheMember(t *testing.T) {
	for _, one := range []struct {
		handshake          language.Tag
		chosen             bool
		kept, blank, taken string
	}{
		{"en", false, "", "Message cannot be empty", "You are currently banned from chat"},
		{"es", false, "", "El mensaje no puede estar vacío", "En este momento tienes el chat bloqueado"},
		{"es", false, "de", "Die Nachricht darf nicht leer sein", "Du bist zurzeit für den Chat gesperrt"},
		{"es", true, "de", "El mensaje no puede estar vacío", "En este momento tienes el chat bloqueado"},
		{"en", true, "de", "Message cannot be empty", "You are currently banned from chat"},
		{"es", false, "xx", "El mensaje no puede estar vacío", "En este momento tienes el chat bloqueado"},
	} {
		bubble(t, nil, func(r *harness) {
			r.member("ann")
			r.change("ann", func(c *store.Caller) { c.Language = one.kept })
			a := &browser{memOutbox: &memOutbox{language: one.handshake, chosen: one.chosen}, node: r}
			a.sess = r.hub.Connect(a.memOutbox)
			a.send(`{"type":"join_chat","token":"token-ann"}`)
			a.take()
			a.say(" ")
			e := refusal(t, a.take())
			equal(t, "of the session", []any{e["code"], e["message"], e["error"]}, []any{"blank", one.blank, one.blank})
			r.log.set(func(l *memLog) {
				l.refuse["id-ann"] = store.NewErrorReason(store.Conflict, "banned", "You are currently banned from chat")
			})
			a.say("hello")
			after(time.Second)
			e = refusal(t, a.take())
			equal(t, "of the log", []any{e["code"], e["message"]}, []any{"banned", one.taken})
		})
	}
}

// Before anybody is known, the browser's language is spoken.
func TestErrorsBeforeSignInSpeakTheLanguageOfTheBrowser(t *testing.T) {
	bubble(t, nil, func(r *harness) {
		a := &browser{memOutbox: &memOutbox{language: "de"}, node: r}
		a.sess = r.hub.Connect(a.memOutbox)
		a.take()
		a.send(`{"type":"join_chat","token":"nobody"}`)
		e := refusal(t, a.take())
		equal(t, "the refusal", []any{e["code"], e["message"]}, []any{"session_ended", "Nicht angemeldet"})
	})
}
