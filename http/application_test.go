// The calls of the membership application, from an applicant's first one to the member's
// sign-in.

package http

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"muster/store"
	"muster/store/application"
	"muster/store/blob/blobtest"
	"muster/store/postgres/storetest"
)

// applicant is a visitor with an application.
type applicant struct {
	*visitor
	id, email, phone string
}

// applies begins an application in a new browser.
func (s *site) applies(email, phone string) *applicant {
	s.t.Helper()
	a := &applicant{visitor: s.visitor(), email: email, phone: phone}
	a.id = a.post("/api/applications/start", fields{"email": email}).want(s.t, 200).body["application"].(fields)["id"].(string)
	return a
}

// proves has an address verified.
func (a *applicant) proves(kind, address string) response {
	a.t.Helper()
	a.exec(`delete from outbox where recipient = $1`, address) // earlier codes
	a.post("/api/applications/send-otp", fields{"applicationId": a.id, "identifier": address, "type": kind}).want(a.t, 200)
	r := a.post("/api/applications/verify-otp", fields{"applicationId": a.id, "identifier": address, "type": kind, "code": a.code(address)}).want(a.t, 200)
	a.id = r.body["application"].(fields)["id"].(string)
	return r
}

// uploads uploads a photo.
func (a *applicant) uploads(photo []byte) response {
	a.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("photo", "me.jpg")
	a.must(err)
	_, err = part.Write(photo)
	a.must(err)
	a.must(form.WriteField("applicationId", a.id))
	a.must(form.Close())
	return a.send("POST", "/api/applications/upload-photo", &b, "Content-Type", form.FormDataContentType())
}

// stage is the data of one whole stage.
func (a *applicant) stage(n int) fields {
	const ten = "one two three four five six seven eight nine ten"
	return []fields{
		{},
		{"fullName": "Ann Example", "email": a.email, "phone": a.phone, "dateOfBirth": "1990-05-06", "city": "Derby", "stateProvince": "Kent", "country": "Canada",
			"ageVerified": true, "emailVerified": true, "phoneVerified": true, "photoUrl": "https://evil.test/x.jpg"},
		{"discoveryPlatform": "TIKTOK", "followingSince": 2019, "isAfcMember": false, "isPhotodumpMember": true, "photodumpEmail": "a@b.org", "hasFanfixChat": false,
			"hasUsedDonotenter": false, "hasPlayedDonotenterGames": false, "hasPurchased": false},
		{"whyJoin": ten, "whatAboutContent": ten, "commitmentLevel": ten, "personalityDescription": ten, "favoriteRestaurant": ten, "carDetails": ten, "occupation": ten,
			"specialSkills": ten, "messageToTheCreator": ten, "communityExperience": ten, "romanticDescription": ten, "timeSpent": 500, "questionTimes": fields{"whyJoin": 30}},
		{"ndaAgreed": true, "ndaSignature": "Ann Example", "ndaSignedAt": "1999-01-01T00:00:00Z"},
	}[n]
}

func (a *applicant) saves(n int, data fields) response {
	a.t.Helper()
	return a.post("/api/applications/update-stage", fields{"applicationId": a.id, "stage": n, "data": data, "moveToNext": true})
}

// submitted is an applicant who has gone through everything.
func (s *site) submitted(email, phone string) *applicant {
	s.t.Helper()
	a := s.applies(email, phone)
	a.submits()
	return a
}

// submits goes through everything.
func (a *applicant) submits() {
	a.t.Helper()
	a.proves("email", a.email)
	a.proves("phone", a.phone)
	a.uploads(blobtest.JPEG(400, 300, 1)).want(a.t, 200)
	for n := range 5 {
		if n == 3 {
			storetest.MoveClock(a.t, a.url, application.MinTime)
		}
		a.saves(n, a.stage(n)).want(a.t, 200)
	}
}

// From the first call to the sign-in of the member that comes of it.
func TestApplicationFromStartToMember_APP_AREV(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.submitted("ann@example.org", "+15551234567")
	a.saves(4, a.stage(4)).want(t, 409).says(t, "THIS APPLICATION HAS BEEN SUBMITTED AND CANNOT BE CHANGED")
	status := a.post("/api/applications/check-status", fields{"email": "Ann@Example.org"}).want(t, 200).body["application"].(fields)
	for name, want := range map[string]any{
		"status": "pending", "current_stage": 5.0, "email": "ann@example.org", "full_name": "ANN EXAMPLE", "date_of_birth": "1990-05-06", "following_since": "2019-01-01",
		"email_verified": true, "phone_verified": true, "nda_signature": "ANN EXAMPLE", "can_edit": false, "photodump_email": "a@b.org",
		"message_to_creator": "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN", "message_to_the_creator": "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN",
	} {
		if status[name] != want {
			t.Errorf("%s is %v, want %v", name, status[name], want)
		}
	}
	if at := status["nda_signed_at"].(string); strings.HasPrefix(at, "1999") {
		t.Error("the browser's time of signing was taken")
	}
	if number := status["application_number"].(string); !regexp.MustCompile(`^APP-\w{4}-\w{4}$`).MatchString(number) {
		t.Error(number)
	}
	// The page says that a confirmation is sent: it was not.
	s.eventually("the submission is confirmed", func() bool {
		return s.count(`select count(*) from outbox where recipient = 'ann@example.org' and subject like 'Your application to % has arrived' and body like $1`,
			"%"+status["application_number"].(string)+"%3-7 business days%/apply/status%") == 1 && s.count(`select count(*) from applications where confirmed_at >= submitted_at`) == 1
	})
	own := status["photo_url"].(string)
	if r := a.get(own); r.status != 200 || r.header.Get("Content-Type") != "image/jpeg" || !strings.Contains(r.header.Get("Cache-Control"), "private") {
		t.Errorf("%d %v", r.status, r.header)
	}
	s.visitor().get(own).want(t, 404)

	chief, boss := s.signedInAdmin("chief")
	list := chief.get("/api/applications/admin/list?status=pending").want(t, 200)
	row := list.body["applications"].([]any)[0].(fields)
	if row["id"] != a.id || row["time_spent"] != 500.0 || row["message_to_the_creator"] == nil || row["version"] == nil || list.body["pagination"].(fields)["total"] != 1.0 ||
		list.body["counts"].(fields)["pending"] != 1.0 {
		t.Errorf("%s", list.raw)
	}
	// The administrator's links open for the session of that administrator alone, as an
	// <img> sends it.
	for _, name := range []string{"photo_url", "photo_thumbnail_url"} {
		link := row[name].(string)
		s.visitor().get(link).want(t, 404)
		s.with(chief.token).get(strings.Replace(link, "sig=", "sig=x", 1)).want(t, 404)
		other, _ := s.signedInAdmin("other-" + strings.ReplaceAll(name, "_", "-"))
		other.get(link).want(t, 404)
		if r := s.with(chief.token).get(link); r.status != 200 {
			t.Errorf("%s: %d %s", name, r.status, r.raw)
		}
	}
	chief.post("/api/applications/admin/update-status", fields{"applicationId": a.id, "status": "pending"}).want(t, 400)
	for _, stale := range []int{1, 0} { // 0 counted as if no version was said
		chief.post("/api/applications/admin/update-status", fields{"applicationId": a.id, "status": "accepted", "version": stale}).want(t, 409)
	}
	decided := chief.post("/api/applications/admin/update-status", fields{"applicationId": a.id, "status": "accepted", "version": row["version"], "reviewed_by": "me"}).want(t, 200).body["application"].(fields)
	if decided["status"] != "accepted" || decided["reviewed_by"] != boss.ID || decided["member_id"] == nil || len(decided["decisions"].([]any)) != 1 {
		t.Errorf("%v", decided)
	}
	s.eventually("the decision is mailed", func() bool {
		return s.count(`select count(*) from outbox where recipient = 'ann@example.org' and subject like 'Your application%' and body like '%accepted%'`) == 1
	})
	s.exec(`delete from outbox`)
	member := s.visitor()
	in := member.signIn("ann@example.org")
	if in.body["userType"] != "member" || in.body["userId"] != decided["member_id"] {
		t.Errorf("%s", in.raw)
	}
	member.get("/api/chat/user-status").want(t, 200)
	// Nothing of all this stands in the log.
	for _, secret := range []string{"ann@example.org", "ANN EXAMPLE", "1990-05-06", a.cookie("muster_applicant")} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// Start and status say the same of known and unknown addresses, byte for byte but for
// random ids, and another browser reaches nothing by an id or a number.
func TestKnownAndUnknownAddressesAreAlike_APP4_APP5_STAT3_P17(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.submitted("ann@example.org", "+15551234567")
	number := a.post("/api/applications/check-status", fields{"email": a.email}).want(t, 200).body["application"].(fields)["application_number"].(string)
	random := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|APP-\w{4}-\w{4}|"created_at":"[^"]+"|ann@example.org|bob@example.org`)
	same := func(name string, call func(email string) response) {
		t.Helper()
		known, unknown := call("ann@example.org"), call("bob@example.org")
		if known.status != unknown.status || random.ReplaceAllString(string(known.raw), "") != random.ReplaceAllString(string(unknown.raw), "") ||
			len(known.header.Values("Set-Cookie")) != len(unknown.header.Values("Set-Cookie")) {
			t.Errorf("%s differs:\n%d %s\n%d %s", name, known.status, known.raw, unknown.status, unknown.raw)
		}
	}
	same("start", func(email string) response {
		return s.visitor().post("/api/applications/start", fields{"email": email}).want(t, 200)
	})
	same("status", func(email string) response {
		return s.visitor().post("/api/applications/check-status", fields{"email": email}).want(t, 200)
	})
	same("status with a wrong code", func(email string) response {
		r := s.visitor().post("/api/applications/check-status", fields{"email": email, "code": "123456"}).want(t, 404)
		r.says(t, "NO APPLICATION FOUND")
		return r
	})
	eve := s.applies("ann@example.org", "+15550001111")
	same("send-otp", func(email string) response {
		return eve.post("/api/applications/send-otp", fields{"applicationId": eve.id, "identifier": email, "type": "email"}).want(t, 200)
	})
	same("verify-otp", func(email string) response {
		return eve.post("/api/applications/verify-otp", fields{"applicationId": eve.id, "identifier": email, "type": "email", "code": "123456"}).want(t, 400)
	})
	stored := a.id
	for _, id := range []string{stored, number, application.NewID(), ""} {
		for _, thief := range []*visitor{eve.visitor, s.visitor()} {
			for path, data := range map[string]fields{
				"update-stage": {"stage": 1, "data": a.stage(1)}, "send-otp": {"identifier": "x@example.org", "type": "email"},
				"verify-otp": {"identifier": "x@example.org", "type": "email", "code": "123456"},
			} {
				data["applicationId"] = id
				thief.post("/api/applications/"+path, data).want(t, 404).says(t, "NO APPLICATION FOUND")
			}
			thief.call("DELETE", "/api/applications/remove-photo", fields{"applicationId": id}).want(t, 404)
			thief.get("/api/applications/photo/"+url.PathEscape(id+"x")).want(t, 404)
			if id != "" {
				thief.get("/api/applications/thumbnail/"+id).want(t, 404)
			}
		}
	}
	// A member's session opens no application either.
	ann, _, _ := s.signedInMember("max")
	ann.post("/api/applications/update-stage", fields{"applicationId": stored, "stage": 1, "data": fields{}}).want(t, 404)
	ann.get("/api/applications/admin/list").want(t, 403)
}

// Another browser goes on where the application stands, once it has proven the address;
// an applicant who is signed in sees the status and opens nothing else.
func TestApplicantComesBack_APP6_STAT3_ROLE2(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.applies("ann@example.org", "+15551234567")
	a.proves("email", a.email)
	a.saves(0, fields{}).want(t, 200)
	resumed := a.post("/api/applications/start", fields{"email": a.email}).want(t, 200).body
	if resumed["canEdit"] != true || resumed["application"].(fields)["id"] != a.id || resumed["application"].(fields)["current_stage"] != 1.0 {
		t.Errorf("%v", resumed)
	}
	storetest.MoveClock(t, s.url, application.MinTime) // between two codes
	phone := s.applies("ann@example.org", "+15551234567")
	if draft := phone.id; draft == a.id {
		t.Fatal("a stranger resumed")
	}
	if r := phone.proves("email", a.email); phone.id != a.id || r.body["application"].(fields)["current_stage"] != 1.0 {
		t.Errorf("%s", r.raw)
	}
	s.exec(`delete from outbox`)
	v := s.visitor()
	v.post("/api/applications/check-status", fields{"email": a.email}).want(t, 200).says(t, "IF THIS E-MAIL HAS AN APPLICATION, A CODE IS ON ITS WAY TO IT")
	found := v.post("/api/applications/check-status", fields{"email": a.email, "code": v.code(a.email)}).want(t, 200)
	if found.body["application"].(fields)["id"] != a.id {
		t.Errorf("%s", found.raw)
	}
	v.post("/api/applications/check-status", fields{"email": a.email}).want(t, 200) // the cookie is the proof now
	v.post("/api/applications/update-stage", fields{"applicationId": a.id, "stage": 0, "data": fields{}, "moveToNext": true}).want(t, 200)

	var person string
	s.must(s.owner().QueryRow(t.Context(), `select applicant_id::text from applications where id = $1`, a.id).Scan(&person))
	token, _ := s.session(store.ApplicantSession, person)
	in := s.with(token)
	if r := in.post("/api/applications/check-status", fields{"email": a.email}).want(t, 200); r.body["application"].(fields)["id"] != a.id {
		t.Errorf("%s", r.raw)
	}
	in.get("/api/chat/rooms").want(t, 403)
	in.get("/api/applications/admin/list").want(t, 403)
}

// Photos of other types and sizes are refused with the documented texts; exactly 5 MB
// passes.
func TestApplicationPhoto_APP23_APP24(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.applies("ann@example.org", "+15551234567")
	const wrongType, tooLarge = "Invalid file type. Please select a JPEG, PNG, or WebP image.", "File too large. Maximum size is 5MB."
	photo := blobtest.JPEG(64, 64, 1)
	a.uploads([]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)).want(t, 415).says(t, wrongType)
	a.uploads(blobtest.GIF(20, 10, 2)).want(t, 415).says(t, wrongType)
	a.uploads(photo[:len(photo)/2]).want(t, 422).says(t, wrongType)
	a.uploads(append(bytes.Clone(photo), make([]byte, store.MaxPhotoBytes+1-len(photo))...)).want(t, 413).says(t, tooLarge)
	a.uploads(make([]byte, 10<<20)).want(t, 413).says(t, tooLarge)
	a.uploads(nil).want(t, 400).says(t, "No photo to upload. Please capture or select a photo first.")
	first := a.uploads(append(bytes.Clone(photo), make([]byte, store.MaxPhotoBytes-len(photo))...)).want(t, 200)
	first.says(t, "Photo uploaded successfully")
	if r := a.get(first.body["thumbnailUrl"].(string)); r.status != 200 || !bytes.HasPrefix(r.raw, []byte{0xff, 0xd8}) {
		t.Errorf("%d", r.status)
	}
	second := a.uploads(photo).want(t, 200)
	if first.body["photoUrl"] == second.body["photoUrl"] {
		t.Error("another photo has the same address: a browser would show the old one")
	}
	s.eventually("the first photo's files are gone", func() bool {
		return s.count(`select count(*) from river_job where kind = 'media_removal' and state = 'completed'`) == 1
	})
	a.call("DELETE", "/api/applications/remove-photo", fields{"applicationId": a.id}).want(t, 200)
	a.get(second.body["photoUrl"].(string)).want(t, 404)
	if n := s.count(`select count(*) from application_photos`); n != 0 {
		t.Errorf("%d photos", n)
	}
}

// What a browser sends of another type is named and changes nothing.
func TestApplicationBodies_APP12_APP40(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.applies("ann@example.org", "+15551234567")
	s.visitor().post("/api/applications/start", fields{"email": "ann"}).want(t, 400).says(t, "INVALID EMAIL")
	bad := a.stage(1)
	bad["fullName"] = 7
	a.saves(1, bad).want(t, 400).says(t, "fullName must be text")
	a.saves(2, a.stage(2)).want(t, 409).says(t, "PLEASE COMPLETE THE STAGES IN THEIR ORDER")
	a.saves(1, a.stage(1)).want(t, 400).says(t, "VERIFY EMAIL TO PROCEED")
	a.saves(9, fields{}).want(t, 400)
	for _, none := range []fields{{"stage": nil}, {}} { // once the disclaimer
		none["applicationId"], none["data"], none["moveToNext"] = a.id, fields{}, true
		a.post("/api/applications/update-stage", none).want(t, 400).says(t, "THERE IS NO SUCH STAGE")
	}
	a.post("/api/applications/send-otp", fields{"applicationId": a.id, "identifier": "5551234567", "type": "fax"}).want(t, 400)
	a.post("/api/applications/send-otp", fields{"applicationId": a.id, "identifier": "555", "type": "phone"}).want(t, 400).says(t, "INVALID PHONE")
	// The longest answers in a script of three bytes a character.
	raw, err := json.Marshal(fields{"applicationId": a.id, "stage": 3, "data": fields{"whyJoin": strings.Repeat("語", 60_000)}})
	s.must(err)
	a.send("POST", "/api/applications/update-stage", bytes.NewReader(raw), "Content-Type", jsonType).want(t, 409)
}

// The desk counts what waits, and two administrators who open one application see each
// other; nobody else opens anything there.
func TestDeskClaims_AREV2_AREV10(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.submitted("ann@example.org", "+15551234567")
	chief, who := s.signedInAdmin("chief")
	boss, _ := s.signedInAdmin("boss")
	if w := chief.get("/api/admin/waiting").want(t, 200).body; w["applications"] != 1.0 || w["dueSoon"] != 0.0 {
		t.Errorf("%v", w)
	}
	claim := fields{"applicationId": a.id}
	if r := chief.post("/api/applications/admin/claim", claim).want(t, 200); r.body["claimed_by"] != nil {
		t.Errorf("%s", r.raw)
	}
	if by, _ := boss.post("/api/applications/admin/claim", claim).want(t, 200).body["claimed_by"].(fields); by["id"] != who.ID {
		t.Errorf("%v", by)
	}
	listed := chief.get("/api/applications/admin/list?status=pending").want(t, 200).body["applications"].([]any)[0].(fields)
	if listed["claimed_by"] == nil || listed["due_at"] == nil {
		t.Errorf("%v", listed)
	}
	// The audit log names what was looked at as people do: it stood there by its id.
	if n := s.count(`select count(*) from audit where action = 'applications_viewed' and detail->'after'->'applications'->>0 = $1`, listed["application_number"]); n != 1 {
		t.Errorf("%d looks at %v in the audit log", n, listed["application_number"])
	}
	if one := boss.get("/api/applications/admin/"+a.id).want(t, 200).body["application"].(fields); one["id"] != a.id || one["claimed_by"] == nil {
		t.Errorf("%v", one)
	}
	boss.get("/api/applications/admin/none").want(t, 404)
	if n := len(boss.get("/api/applications/admin/list?status=submitted").want(t, 200).body["applications"].([]any)); n != 1 {
		t.Errorf("%d submitted", n)
	}
	boss.post("/api/applications/admin/claim", fields{"applicationId": a.id, "release": true}).want(t, 200)
	chief.post("/api/applications/admin/claim", fields{"applicationId": "none"}).want(t, 404)
	a.post("/api/applications/admin/claim", claim).want(t, 401)
}
