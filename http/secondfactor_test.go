package http

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base32"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

const factorPath = "/api/profile/second-factor"

// appSecret begins an authenticator app and gives its secret.
func (v *visitor) appSecret() string {
	v.t.Helper()
	return v.post(factorPath+"/app", fields{}).want(v.t, 200).body["secret"].(string)
}

// appCode is what an app with this secret shows now.
func (s *site) appCode(secret string) string {
	s.t.Helper()
	var now time.Time
	s.must(s.owner().QueryRow(context.Background(), `select muster_now()`).Scan(&now))
	code, err := totp.GenerateCode(secret, now)
	s.must(err)
	return code
}

// fails checks the status and the reason of a refusal.
func (a response) fails(t testing.TB, status int, reason string) response {
	t.Helper()
	if a.want(t, status); a.body["code"] != reason {
		t.Fatalf("%v, want %s", a.body["code"], reason)
	}
	return a
}

// An administrator sets up an app and uses it: it counts once a right code was given, no code
// counts twice, recovery codes count once, also when they come at once, and guesses end.
func TestAuthenticatorAppOfAnAdministrator(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, boss := s.signedInAdmin("chief")
	other, _ := s.session(store.MemberSession, boss.ID)
	chief.post(factorPath+"/app/confirm", fields{"code": "123456"}).fails(t, 409, "factor_not_begun")
	chief.appSecret()
	secret := chief.appSecret() // begun anew: the first is worth nothing
	wrong := "000000"
	if s.appCode(secret) == wrong {
		wrong = "000001"
	}
	chief.post(factorPath+"/app/confirm", fields{"code": wrong}).fails(t, 400, "factor_wrong")
	chief.post(factorPath+"/prove", fields{"code": s.appCode(secret)}).fails(t, 400, "factor_wrong") // it counts for nothing yet
	s.with(other).get("/api/admin/nodes").want(t, 200)

	first := s.appCode(secret)
	confirmed := chief.post(factorPath+"/app/confirm", fields{"code": first}).want(t, 200)
	codes := confirmed.body["codes"].([]any)
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes", len(codes))
	}
	raw, err := base32.StdEncoding.DecodeString(secret)
	s.must(err)
	if n := s.count(`select count(*) from second_factors where position($1 in secret) > 0 or position(convert_to($2, 'UTF8') in secret) > 0`, raw, secret); n != 0 {
		t.Error("the secret can be read in the database")
	}
	chief.get("/api/admin/nodes").want(t, 200) // the session that set it up has proven it
	chief.post(factorPath+"/app", fields{}).fails(t, 409, "factor_exists")

	late := s.with(other)
	late.get("/api/admin/nodes").fails(t, 403, "second_factor_due")
	late.get("/api/profile/me").want(t, 200)
	late.send("DELETE", "/api/auth/sessions", nil).fails(t, 403, "second_factor_again")
	for range 12 { // whoever has that code once had the app: it is no guess, and used to count as one
		late.post(factorPath+"/prove", fields{"code": first}).fails(t, 400, "factor_used")
	}
	late.post(factorPath+"/prove", fields{"code": strings.Repeat("A", 24)}).fails(t, 400, "factor_wrong")
	storetest.MoveClock(t, s.url, 30*time.Second)
	late.post(factorPath+"/prove", fields{"code": s.appCode(secret)}).want(t, 200)
	late.get("/api/admin/nodes").want(t, 200)
	storetest.MoveClock(t, s.url, 11*time.Minute)
	late.get("/api/admin/nodes").want(t, 200)
	late.send("DELETE", "/api/auth/sessions", nil).fails(t, 403, "second_factor_again")
	storetest.MoveClock(t, s.url, -time.Hour) // an old proof used to be a new one again
	late.send("DELETE", "/api/auth/sessions", nil).fails(t, 403, "second_factor_again")
	storetest.MoveClock(t, s.url, 11*time.Minute)
	if shown := late.get(factorPath).want(t, 200).body; shown["state"] != "proven" || shown["recoveryCodes"] != 10.0 || len(shown["factors"].([]any)) != 1 {
		t.Errorf("%v", shown)
	}

	// One recovery code, brought by eight sessions at once, counts once.
	statuses := s.atOnce(8, func(int) int {
		token, _, err := s.CreateSession(context.Background(), store.MemberSession, boss.ID, "Test", "192.0.2.1")
		s.must(err)
		return s.with(token).post(factorPath+"/prove", fields{"code": strings.ToLower(codes[0].(string))}).status
	})
	// Three wrong codes came before: with the tenth within an hour, right ones wait too.
	if statuses[200] != 1 || statuses[400] != 7 {
		t.Errorf("%v", statuses)
	}
	storetest.MoveClock(t, s.url, 12*time.Minute)
	limited := late.post(factorPath+"/prove", fields{"code": s.appCode(secret)}).fails(t, 429, "attempt_limit")
	if limited.body["retryAfter"].(float64) <= 0 {
		t.Errorf("%v", limited.body)
	}
	storetest.MoveClock(t, s.url, 2*time.Hour)
	// One code of the app at once counts once, too.
	statuses = s.atOnce(4, func(int) int { return late.post(factorPath+"/prove", fields{"code": s.appCode(secret)}).status })
	if statuses[200] != 1 || statuses[400] != 3 {
		t.Errorf("%v", statuses)
	}
	renewed := late.post(factorPath+"/recovery-codes", fields{}).want(t, 200).body["codes"].([]any)
	late.post(factorPath+"/prove", fields{"code": codes[1]}).fails(t, 400, "factor_wrong")
	late.post(factorPath+"/prove", fields{"code": renewed[1]}).want(t, 200)

	for _, shown := range append([]any{secret, first}, append(codes, renewed...)...) {
		if strings.Contains(s.log.String(), shown.(string)) {
			t.Errorf("the log has %v", shown)
		}
	}
	factor := late.get(factorPath).want(t, 200).body["factors"].([]any)[0].(fields)["id"].(string)
	s.with(other).send("DELETE", factorPath+"/factors/"+factor, nil).want(t, 200)
	if n := s.count(`select count(*) from recovery_codes`) + s.count(`select count(*) from sessions where second_factor_at is not null`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	fresh, _ := s.session(store.MemberSession, boss.ID)
	s.with(fresh).get("/api/admin/nodes").want(t, 200)
	if got := s.text(`select string_agg(action, ' ' order by id) from audit where action like '%factor%' or action like '%codes%'`); got != "second_factor_added recovery_codes_renewed second_factor_removed" {
		t.Errorf("audit: %s", got)
	}
}

// atOnce makes n calls at once and counts their statuses.
func (s *site) atOnce(n int, call func(i int) int) map[int]int {
	var group sync.WaitGroup
	got := make([]int, n)
	for i := range n {
		group.Go(func() { got[i] = call(i) })
	}
	group.Wait()
	statuses := map[int]int{}
	for _, status := range got {
		statuses[status]++
	}
	return statuses
}

// Every route asks for the second factor as the policy says: administrators' routes of an
// administrator who lacks one or has not proven it, the dangerous ones of whoever has not
// proven it just now, and no other.
func TestEveryRouteAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	s := newSite(t, withFaces(&fakeEngine{}), func(c *Config) {
		db, err := postgres.Open(context.Background(), postgres.Config{URL: c.Store.Pool().Config().ConnString(), MaxConns: 4, AdminSecondFactor: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		c.People = members.New(db)
	})
	without, with, plain := s.member("without", true), s.member("with", true), s.member("plain", false)
	s.exec(`insert into second_factors (member_id, kind, secret, confirmed_at) select unnest($1::uuid[]), 'totp', 'x', muster_now()`, []string{with.ID, plain.ID})
	s.exec(`insert into second_factors (member_id, kind, secret) values ($1, 'totp', 'x')`, without.ID) // begun only
	known := map[string]bool{}
	office := regexp.MustCompile(`^/api/(admin|notifications|decrypt/admin|applications/admin)/`)
	params := strings.NewReplacer(":roomId", "general", ":id", "00000000-0000-7000-8000-000000000000", ":username", "zulu")
	for _, r := range s.edge.routes() {
		name := r.method + " " + r.path
		known[name] = true
		if office.MatchString(r.path) != (r.who.name == admin.name) {
			t.Errorf("%s: the caller is %s", name, r.who.name)
		}
		administers, bears := r.who.name == admin.name, r.who.scheme == bearerScheme && r.who.name != mediaViewer.name
		for _, x := range []struct {
			state, member, proven string
			want                  string
		}{
			{"missing", without.ID, "null", pick(administers, "second_factor_missing", "")},
			{"due", with.ID, "null", pick(administers, "second_factor_due", pick(asksAgain[name], "second_factor_again", ""))},
			{"proven", with.ID, "muster_now() - interval '11 minutes'", pick(asksAgain[name], "second_factor_again", "")},
			{"fresh", with.ID, "muster_now() - interval '9 minutes'", ""},
			{"of a member", plain.ID, "null", pick(asksAgain[name] && !administers, "second_factor_again", "")},
		} {
			if !bears {
				x.want = ""
			}
			token, id := s.session(store.MemberSession, x.member)
			s.exec(`update sessions set second_factor_at = `+x.proven+` where id = $1`, id)
			kind := "application/json"
			if r.body.kind == uploadBodyKind {
				kind = r.body.types[0] + "; boundary=x"
			}
			var a response
			if r.method == "GET" || r.method == "DELETE" {
				a = s.with(token).send(r.method, params.Replace(r.path), nil)
			} else {
				a = s.with(token).send(r.method, params.Replace(r.path), strings.NewReader("{}"), "Content-Type", kind)
			}
			code, _ := a.body["code"].(string)
			if asked := pick(strings.HasPrefix(code, "second_factor_missing") || strings.HasPrefix(code, "second_factor_due") || strings.HasPrefix(code, "second_factor_again"), code, ""); asked != x.want || asked != "" && a.status != 403 {
				t.Errorf("%s, %s: %d %q, want %q", name, x.state, a.status, code, x.want)
			}
		}
	}
	for name := range asksAgain {
		if !known[name] {
			t.Errorf("%s is no route", name)
		}
	}
}

func pick(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// Whoever found a session open has its member neither copied nor erased.
func TestErasureAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, m, session := s.signedInMember("ann")
	ann.post(factorPath+"/app/confirm", fields{"code": s.appCode(ann.appSecret())}).want(t, 200)
	s.exec(`update sessions set second_factor_at = muster_now() - interval '11 minutes' where id = $1`, session)
	for _, path := range []string{"/api/profile/export", "/api/profile/erase"} {
		ann.post(path, fields{"confirm": "ann"}).fails(t, 403, "second_factor_again")
	}
	if n := s.count(`select count(*) from members where id = $1 and erase_at is not null`, m.ID); n != 0 {
		t.Error("the member is to be erased")
	}
	ann.call("DELETE", "/api/profile/erase", nil).want(t, 200)
}

// The factors are in the copy of a member's data without a secret, and gone with the member.
func TestSecondFactorsAreTheMembersData(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, m, _ := s.signedInMember("ann")
	secret := ann.appSecret()
	codes := ann.post(factorPath+"/app/confirm", fields{"code": s.appCode(secret)}).want(t, 200).body["codes"].([]any)
	asked := ann.post("/api/profile/export", nil).want(t, 200)
	var ready response
	s.eventually("a copy", func() bool {
		ready = ann.get("/api/profile/export").want(t, 200)
		return ready.body["state"] == "ready"
	})
	file := ann.get(ready.body["url"].(string))
	z, err := zip.NewReader(bytes.NewReader(file.raw), int64(len(file.raw)))
	s.must(err)
	found := map[string]string{}
	for _, one := range z.File {
		r, err := one.Open()
		s.must(err)
		text, err := io.ReadAll(r)
		s.must(err)
		found[one.Name] = string(text)
		if strings.Contains(string(text), secret) || strings.Contains(string(text), codes[0].(string)) {
			t.Errorf("%s has a secret", one.Name)
		}
	}
	if !strings.Contains(found["second-factors.json"], "totp") || strings.Count(found["recovery-codes.json"], "created_at") != 10 {
		t.Errorf("%s %s %s", asked.raw, found["second-factors.json"], found["recovery-codes.json"])
	}
	s.exec(`update members set erase_at = muster_now() where id = $1`, m.ID)
	if n, err := s.EraseDue(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d erased, %v", n, err)
	}
	if n := s.count(`select (select count(*) from second_factors) + (select count(*) from recovery_codes) + (select count(*) from second_factor_guesses)`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}
