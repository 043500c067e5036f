// The language of messages: what an answer says to a person, beside its code.

package http

import (
	"fmt"
	"strings"
	"testing"

	"muster/store/application"
)

// accepting makes a call of a browser that prefers languages.
func (v *visitor) accepting(languages, method, path, body string) response {
	v.t.Helper()
	return v.send(method, path, strings.NewReader(body), "Content-Type", jsonType, "Accept-Language", languages)
}

func TestRefusalsSpeakTheLanguageOfTheMember(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, one := range []struct{ chosen, kept, accepts, want, says string }{
		{"", "", "", "en", "Administrators only"},
		{"", "", "ja, en;q=0.5", "en", "Administrators only"},
		{"", "", "es-419,de;q=0.5", "es", "Solo para administradores"},
		{"", "de", "es", "de", "Nur für Administratoren"},
		{"", "en", "es", "en", "Administrators only"},
		{"es", "de", "en", "es", "Solo para administradores"},
		{"en", "de", "es", "en", "Administrators only"},
		{"xx", "xx", "de", "de", "Nur für Administratoren"},
	} {
		ann, member, _ := s.signedInMember(fmt.Sprint("ann", i))
		s.exec(`update members set language = $2 where id = $1`, member.ID, one.kept)
		ann.speaks(one.chosen)
		a := ann.accepting(one.accepts, "GET", "/api/admin/users", "").want(t, 403)
		a.says(t, one.says)
		if a.body["code"] != "admins_only" || a.header.Get("Content-Language") != one.want {
			t.Errorf("%+v: code %v, Content-Language %q", one, a.body["code"], a.header.Get("Content-Language"))
		}
	}
}

// A path that is no call's, a method that it has not and a query that cannot be read were
// refused in the language of the browser, whatever the member had chosen.
func TestRefusalsOfNoCallSpeakTheLanguageOfTheMember(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, member, _ := s.signedInMember("ann")
	s.exec(`update members set language = 'de' where id = $1`, member.ID)
	for _, one := range []struct {
		method, path string
		status       int
		says         string
	}{
		{"GET", "/api/nothing", 404, "Nicht gefunden"},
		{"POST", "/api/nothing", 404, "Nicht gefunden"},
		{"PUT", "/api/chat/rooms", 405, "Methode nicht erlaubt"},
		{"GET", "/api/config?x=%zz", 400, "Die Anfrage in der Adresse ist fehlerhaft"},
		{"GET", "/api/config?x=1&x=2", 400, "Ein Parameter der Adresse kommt mehrfach vor"},
	} {
		ann.accepting("es", one.method, one.path, "").want(t, one.status).says(t, one.says)
	}
	ann.post("/api/auth/logout", nil).want(t, 200)
	ann.accepting("es", "GET", "/api/nothing", "").want(t, 404).says(t, "No encontrado")
}

// What is refused before anybody asks who calls speaks the language of the browser.
func TestRefusalsOfNobodySpeakTheLanguageOfTheBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	const login = "/api/auth/send-verification"
	v.post(login, fields{"email": "ann@example.org"}).want(t, 200)
	for _, one := range []struct {
		method, path, body string
		status             int
		code               string
		en, de, es         string
	}{
		{"GET", "/api/nothing", "", 404, "not_found", "Not found", "Nicht gefunden", "No encontrado"},
		{"GET", login, "", 405, "method_not_allowed", "Method not allowed", "Methode nicht erlaubt", "Método no permitido"},
		{"POST", login, `{"email":"` + strings.Repeat("a", maxBody) + `"}`, 413, "body_too_large", "The body is too large", "Der Inhalt der Anfrage ist zu groß", "El contenido de la petición es demasiado grande"},
		{"POST", login, `{"email":"ann@example.org"}`, 429, "code_limit", "Please wait before requesting another code.", "Bitte warte, bevor du einen neuen Code anforderst.", "Espera antes de pedir otro código."},
		{"POST", login, `{"email":1}`, 400, "json_malformed", "email must be text", "email muss ein Text sein", "email debe ser un texto"},
		{"GET", "/api/profile/me", "", 401, "session_ended", "Not authenticated", "Nicht angemeldet", "No has iniciado sesión"},
		{"GET", "/api/config?a=1&a=2", "", 400, "query_repeated", "A query key is repeated", "Ein Parameter der Adresse kommt mehrfach vor", "Un parámetro de la dirección está repetido"},
		{"POST", "/api/applications/start", `{"email":"x"}`, 400, "email_invalid", "INVALID EMAIL", "UNGÜLTIGE E-MAIL-ADRESSE", "CORREO NO VÁLIDO"},
	} {
		for accepts, says := range map[string]string{"": one.en, "de-AT": one.de, "es": one.es} {
			a := v.accepting(accepts, one.method, one.path, one.body).want(t, one.status)
			a.says(t, says)
			if a.body["code"] != one.code || one.status == 429 && (a.body["retryAfter"] == nil || a.header.Get("Retry-After") == "") {
				t.Errorf("%s %s: %s", one.method, one.path, a.raw)
			}
		}
	}
}

// A sentence keeps its values in each language.
func TestRefusalsKeepTheirValues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, member, _ := s.signedInMember("ann")
	s.exec(`update members set language = 'de' where id = $1`, member.ID)
	locked := ann.post("/api/chat/set-username", fields{"username": "other"}).want(t, 409)
	if says, _ := locked.body["message"].(string); !strings.HasPrefix(says, "Der Benutzername kann noch nicht geändert werden (nächste Änderung: ") {
		t.Errorf("%s", locked.raw)
	}
	ann.patch("/api/profile/bio", fields{"bio": []int{1}}).want(t, 400).says(t, "bio muss ein Text sein")
	check := ann.get("/api/chat/check-username/a").want(t, 200)
	if check.body["reason"] != "Der Benutzername muss mindestens 3 Zeichen haben" || check.header.Get("Content-Language") != "de" {
		t.Errorf("%s", check.raw)
	}
}

// What a community wrote itself is said as it is.
func TestWordsOfTheCommunityAreNotTranslated(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	refused := func() response {
		t.Helper()
		return v.accepting("de", "POST", "/api/applications/start", `{"email":"x@example.org"}`).want(t, 403)
	}
	s.edge.config.Applications.SetIntake(application.IntakeRules{Intake: application.IntakeClosed})
	closed := refused()
	closed.says(t, "BEWERBUNGEN SIND ZURZEIT GESCHLOSSEN")
	if closed.header.Get("Content-Language") != "de" {
		t.Errorf("%v", closed.header)
	}
	s.edge.config.Applications.SetIntake(application.IntakeRules{Intake: application.IntakeClosed, Text: "Come back in spring"})
	a := refused()
	a.says(t, "Come back in spring")
	if a.body["code"] != "intake_closed" || a.header.Get("Content-Language") != "" {
		t.Errorf("%s, %v", a.raw, a.header)
	}
}

func TestMessagesOfSuccessesSpeakTheLanguageOfTheMember(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, member := s.signedInAdmin("chief")
	s.exec(`update members set language = 'de' where id = $1`, member.ID)
	room := chief.post("/api/admin/rooms", fields{"name": "den", "display_name": "Den"}).want(t, 200)
	room.says(t, "Raum erstellt")
	if room.header.Get("Content-Language") != "de" {
		t.Errorf("Content-Language is %q", room.header.Get("Content-Language"))
	}
	chief.post("/api/emergency/send", fields{"message": "There is somebody at the gate", "priority": "normal"}).want(t, 200).
		says(t, "Die Notfallnachricht ist gesendet. Der Creator wurde benachrichtigt.")
	ann, _, _ := s.signedInMember("ann")
	ann.accepting("es", "POST", "/api/emergency/send", `{"message":"They are gone again"}`).want(t, 200).
		says(t, "El mensaje de emergencia se ha enviado. Se ha avisado al creador.")
	v := s.visitor()
	v.accepting("es", "POST", "/api/auth/send-verification", `{"email":"ann@example.org"}`).want(t, 200).
		says(t, "Si este correo o teléfono pertenece a un miembro, se ha enviado un código.")
	v.accepting("de", "POST", "/api/applications/start", `{"email":"x@example.org"}`).want(t, 200).says(t, "BEWERBUNG BEGONNEN")
	a := s.applies("apply@example.org", "+15551234567")
	a.post("/api/applications/send-otp", fields{"applicationId": a.id, "identifier": a.email, "type": "email"}).want(t, 200).says(t, "CODE SENT")
	chief.speaks("en")
	chief.post("/api/decrypt/admin/create", fields{"type": "text", "code": "ABCD-2345", "content": "hello"}).want(t, 200).
		says(t, "Message created with code: ABCD-2345")
}

func TestErrorFramesSpeakTheLanguageOfTheMember(t *testing.T) {
	t.Parallel()
	live := newLiveSite(t, 1)
	ann, member, _ := live.signedInMember("ann")
	live.exec(`update members set language = 'de' where id = $1`, member.ID)
	for _, one := range []struct{ header, value, says string }{
		{"Accept-Language", "es", "Die Nachricht darf nicht leer sein"},
		{"Cookie", languageCookie + "=es", "El mensaje no puede estar vacío"},
	} {
		b := live.open(0, one.header, one.value)
		b.send(fields{"type": "join_chat", "token": ann.token, "roomId": "general"})
		b.waitJoined("general")
		b.sendText("general", " ")
		b.waitFrame("error", func(f frame) bool { return f.Code == "blank" && f.Text == one.says })
	}
	nobody := live.open(0, "Accept-Language", "es")
	nobody.send(fields{"type": "join_chat", "token": "nobody", "roomId": "general"})
	nobody.waitFrame("error", func(f frame) bool { return f.Code == "session_ended" && f.Text == "No has iniciado sesión" })
}
