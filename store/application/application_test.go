package application

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
)

var today = time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)

// wantText wants a failure of a code and a text; "" for none.
func wantText(t *testing.T, name string, err error, code store.Code, text string) {
	t.Helper()
	var e *store.Error
	switch {
	case text == "" && err == nil:
	case !errors.As(err, &e) || text == "":
		t.Errorf("%s: got %v, want %q", name, err, text)
	case e.Code != code || e.Message != text:
		t.Errorf("%s: got %v, want %s %q", name, err, code, text)
	}
}

// Words are what white space separates and shows anything.
func TestWords_APP30(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "  ": 0, "one": 1, " one  two\n three\t": 3, "a\u00a0b": 2, "a\u3000b": 2, "a\u2028b": 2,
		"a\u200bb\u200dc\u2060d\u00ade\ufefff": 1, "\u200b \u200d \u2060 \u3164 \u2800": 0, "- & 7": 3, "日本 語": 2, "🙂 🙂": 2, "a \u0301": 1 + 1,
	} {
		if got := Words(text); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
}

// Invisible characters anywhere in a text, or beside it, change no count.
func TestInvisibleCharactersMakeNoWords_APP30(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zà-ü0-9]{1,8}`), 0, 20).Draw(t, "words")
		hidden := rapid.SampledFrom([]string{"\u200b", "\u200c", "\u200d", "\u2060", "\u00ad", "\ufeff", "\u180e", "\u3164", "\u115f"})
		var text strings.Builder
		for _, word := range words {
			for _, r := range word {
				text.WriteRune(r)
				if rapid.Bool().Draw(t, "within") {
					text.WriteString(hidden.Draw(t, "hidden"))
				}
			}
			text.WriteString(" ")
			if rapid.Bool().Draw(t, "alone") {
				text.WriteString(hidden.Draw(t, "hidden") + " ")
			}
		}
		if got := Words(text.String()); got != len(words) {
			t.Fatalf("%q has %d words, want %d", text.String(), got, len(words))
		}
	})
}

// A person is 18 on the calendar day of the birthday, and on 1 March when born on 29
// February.
func TestAge_APP17(t *testing.T) {
	day := func(s string) time.Time {
		at, err := time.Parse(dateForm, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, x := range []struct {
		born, on string
		age      int
	}{
		{"2008-03-14", "2026-03-14", 18}, {"2008-03-15", "2026-03-14", 17}, {"2008-03-13", "2026-03-14", 18},
		{"2008-12-31", "2026-12-30", 17}, {"2008-12-31", "2026-12-31", 18}, {"2008-01-01", "2025-12-31", 17},
		{"2008-02-29", "2026-02-28", 17}, {"2008-02-29", "2026-03-01", 18}, {"2004-02-29", "2024-02-28", 19}, {"2004-02-29", "2024-02-29", 20},
		{"2026-03-15", "2026-03-14", -1},
	} {
		if got := AgeOn(day(x.born), day(x.on)); got != x.age {
			t.Errorf("born %s, on %s: %d, want %d", x.born, x.on, got, x.age)
		}
	}
	// Which day it is depends on the zone.
	late := time.Date(2026, 3, 14, 23, 30, 0, 0, time.UTC)
	if AgeOn(day("2008-03-15"), late) != 17 || AgeOn(day("2008-03-15"), late.In(time.FixedZone("", 3600))) != 18 {
		t.Error("the age does not follow the zone")
	}
}

// Whoever is one day short of a birthday is a year younger than on it.
func TestAgeGrowsOnTheBirthday_APP17(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		born := time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 27000).Draw(t, "days"))
		years := rapid.IntRange(1, 80).Draw(t, "years")
		birthday := born.AddDate(years, 0, 0) // 29 February becomes 1 March
		if on, before := AgeOn(born, birthday), AgeOn(born, birthday.AddDate(0, 0, -1)); on != years || before != years-1 {
			t.Fatalf("born %s: %d on %s, %d the day before", born, on, birthday, before)
		}
	})
}

// whole is a form of stage 1 that breaks no rule.
func whole() PersonForm {
	return PersonForm{
		Person: Person{FullName: "Ann Example", BirthDate: "2000-02-29", Street: "1 Mill Lane", City: "Derby", State: "Kent", Country: "Canada"},
		Email:  "Ann@Example.org", Phone: "(555) 123-4567",
	}
}

func TestPersonForm_APP16_APP17_APP18(t *testing.T) {
	long := strings.Repeat("x", 201)
	for name, x := range map[string]struct {
		change func(*PersonForm)
		text   string
	}{
		"whole":         {func(*PersonForm) {}, ""},
		"no name":       {func(f *PersonForm) { f.FullName = " " }, Required},
		"hidden name":   {func(f *PersonForm) { f.FullName = "\u200b\u3164" }, Required},
		"long name":     {func(f *PersonForm) { f.FullName = strings.Repeat("x", 101) }, "AT MOST 100 CHARACTERS"},
		"no e-mail":     {func(f *PersonForm) { f.Email = "" }, InvalidEmail},
		"bad e-mail":    {func(f *PersonForm) { f.Email = "ann@example" }, InvalidEmail},
		"nine digits":   {func(f *PersonForm) { f.Phone = "555 123 456" }, InvalidPhone},
		"letters":       {func(f *PersonForm) { f.Phone = "55512345O7" }, InvalidPhone},
		"no birth date": {func(f *PersonForm) { f.BirthDate = "" }, Required},
		"not a date":    {func(f *PersonForm) { f.BirthDate = "2001-02-29" }, Required},
		"in the future": {func(f *PersonForm) { f.BirthDate = "2026-03-15" }, Required},
		"18 today":      {func(f *PersonForm) { f.BirthDate = "2008-03-14" }, ""},
		"18 tomorrow":   {func(f *PersonForm) { f.BirthDate = "2008-03-15" }, TooYoung},
		"no street":     {func(f *PersonForm) { f.Street = "" }, ""},
		"long street":   {func(f *PersonForm) { f.Street = long }, "AT MOST 200 CHARACTERS"},
		"no city":       {func(f *PersonForm) { f.City = "" }, Required},
		"no state":      {func(f *PersonForm) { f.State = "\t" }, Required},
		"no country":    {func(f *PersonForm) { f.Country = "" }, Required},
		"other country": {func(f *PersonForm) { f.Country = "Atlantis" }, Required},
	} {
		form := whole()
		x.change(&form)
		_, _, _, err := checkPerson(form, false, today)
		wantText(t, name, err, store.Invalid, x.text)
	}
	young := whole()
	young.BirthDate = "2008-03-15"
	_, _, _, err := checkPerson(young, true, today)
	wantText(t, "moving on", err, store.Invalid, TooYoungToGo)
	p, mail, phone, err := checkPerson(whole(), false, today)
	if err != nil || p.FullName != "ANN EXAMPLE" || mail.Address != "ann@example.org" || phone.Address != "+15551234567" {
		t.Errorf("%+v %v %v %v", p, mail, phone, err)
	}
}

func yes() *bool { b := true; return &b }
func no() *bool  { return new(bool) }

// fanForm breaks no rule.
func fanForm() FanForm {
	return FanForm{
		Platform: "TIKTOK", Since: "2019", Twitter: "ann", InFanClub: no(), InPhotodump: no(), HasFanChat: no(), UsedSite: no(), PlayedGames: no(), Purchased: no(),
	}
}

func TestFanForm_APP27_APP28_APP29(t *testing.T) {
	for name, x := range map[string]struct {
		change func(*FanForm)
		text   string
	}{
		"whole":               {func(*FanForm) {}, ""},
		"no platform":         {func(f *FanForm) { f.Platform = "" }, Required},
		"other platform":      {func(f *FanForm) { f.Platform = "MYSPACE" }, Required},
		"2015":                {func(f *FanForm) { f.Since = "2015" }, ""},
		"2014":                {func(f *FanForm) { f.Since = "2014" }, Required},
		"this year":           {func(f *FanForm) { f.Since = "2026" }, ""},
		"next year":           {func(f *FanForm) { f.Since = "2027" }, Required},
		"a date":              {func(f *FanForm) { f.Since = "2019-05-06" }, ""},
		"a time":              {func(f *FanForm) { f.Since = "2019-05-06T00:00:00.000Z" }, ""},
		"no date":             {func(f *FanForm) { f.Since = "2019-13-01" }, Required},
		"no year":             {func(f *FanForm) { f.Since = "" }, Required},
		"one question open":   {func(f *FanForm) { f.UsedSite = nil }, AnswerAll},
		"photodump":           {func(f *FanForm) { f.InPhotodump = yes() }, EmailRequired},
		"photodump bad":       {func(f *FanForm) { f.InPhotodump, f.PhotodumpEmail = yes(), "x" }, InvalidEmail},
		"photodump said":      {func(f *FanForm) { f.InPhotodump, f.PhotodumpEmail = yes(), "a@b.org" }, ""},
		"fan chat":            {func(f *FanForm) { f.HasFanChat = yes() }, UsernameRequired},
		"fan chat hidden":     {func(f *FanForm) { f.HasFanChat, f.FanChatName = yes(), "\u200b" }, UsernameRequired},
		"games":               {func(f *FanForm) { f.PlayedGames = yes() }, EmailRequired},
		"site without games":  {func(f *FanForm) { f.UsedSite = yes() }, ""},
		"purchased":           {func(f *FanForm) { f.Purchased = yes() }, DetailsRequired},
		"purchased said":      {func(f *FanForm) { f.Purchased, f.Purchases = yes(), "a mug" }, ""},
		"purchased, too long": {func(f *FanForm) { f.Purchased, f.Purchases = yes(), strings.Repeat("m", 2001) }, "AT MOST 2000 CHARACTERS"},
		"long name":           {func(f *FanForm) { f.TikTok = strings.Repeat("x", 201) }, "AT MOST 200 CHARACTERS"},
	} {
		form := fanForm()
		x.change(&form)
		_, err := checkFan(form, today)
		wantText(t, name, err, store.Invalid, x.text)
	}
	form := fanForm()
	form.Purchased, form.Purchases, form.PhotodumpEmail = yes(), "two mugs", "left@over.org"
	fan, err := checkFan(form, today)
	if err != nil || fan.Since != 2019 || fan.Twitter != "ANN" || fan.Purchases != "TWO MUGS" || fan.PhotodumpEmail != "" {
		t.Errorf("%+v %v", fan, err)
	}
}

// answers have n words each.
func answers(n int) Answers {
	a := Answers{Texts: map[string]string{}, TimeSpent: 300, Times: map[string]float64{"why_join": 30}}
	for _, q := range Questions {
		a.Texts[q] = strings.TrimSpace(strings.Repeat("word ", n))
	}
	return a
}

func TestAnswers_APP30_APP44(t *testing.T) {
	_, err := checkAnswers(answers(9))
	wantText(t, "nine words", err, store.Invalid, "MINIMUM 10 WORDS REQUIRED (CURRENTLY 9)")
	for _, q := range Questions {
		one := answers(10)
		one.Texts[q] = ""
		_, err := checkAnswers(one)
		wantText(t, q, err, store.Invalid, Required)
		if store.AsError(err).Reason != q+"_required" {
			t.Errorf("%s: the code is %s", q, store.AsError(err).Reason)
		}
	}
	joined := answers(10)
	joined.Texts["occupation"] = strings.Repeat("word\u200b", 20)
	_, err = checkAnswers(joined)
	wantText(t, "joined", err, store.Invalid, "MINIMUM 10 WORDS REQUIRED (CURRENTLY 1)")
	long := answers(10)
	long.Texts["occupation"] = strings.Repeat("words ", 700)
	_, err = checkAnswers(long)
	wantText(t, "too long", err, store.Invalid, "AT MOST 4000 CHARACTERS")
	odd := answers(10)
	odd.TimeSpent, odd.Times = -5, map[string]float64{"why_join": 1e300, "forged": 7}
	got, err := checkAnswers(odd)
	if err != nil || got.TimeSpent != 0 || got.Times["why_join"] != maxSeconds || len(got.Times) != 1 || !strings.HasPrefix(got.Texts["why_join"], "WORD WORD") {
		t.Errorf("%+v %v", got, err)
	}
}

// step is one whole stage.
func step(stage int) Step {
	return Step{Stage: stage, Moving: true, Person: whole(), Fan: fanForm(), Answers: answers(10), Signature: "ann", Agreed: true, Address: "192.0.2.1"}
}

// proven is a draft whose applicant has proven everything.
func proven() *Application {
	return &Application{ID: NewID(), Status: Pending, Version: 1, PhotoID: NewID(), ProvenMail: "ann@example.org", ProvenSMS: "+15551234567"}
}

// filled has passed all stages before one, the last more than two minutes ago.
func filled(t *testing.T, before int) *Application {
	t.Helper()
	a := proven()
	for stage := Disclaimer; stage < before; stage++ {
		if stage == Assessment {
			a.AnswersAt = today.Add(-MinTime)
		}
		if err := a.Save(step(stage), today); err != nil {
			t.Fatalf("stage %d: %v", stage, err)
		}
	}
	return a
}

func TestStagesInTheirOrder_APP13_APP15_APP34(t *testing.T) {
	const skipped, closed = "PLEASE COMPLETE THE STAGES IN THEIR ORDER", "THIS APPLICATION HAS BEEN SUBMITTED AND CANNOT BE CHANGED"
	for reached := Disclaimer; reached <= Agreement; reached++ {
		for stage := Disclaimer; stage <= Complete; stage++ {
			a := filled(t, reached)
			if reached == Assessment+1 || reached == Assessment {
				a.AnswersAt = today.Add(-MinTime)
			}
			text := ""
			if want := min(stage, Agreement); want > max(reached, Identification) {
				text = skipped
			}
			before := *a
			err := a.Save(step(stage), today)
			wantText(t, fmt.Sprintf("stage %d after %d", stage, reached), err, store.Conflict, text)
			if err != nil && (a.Stage != before.Stage || a.Version != before.Version) {
				t.Errorf("stage %d after %d changed the application", stage, reached)
			}
			if a.Stage < before.Stage {
				t.Errorf("stage %d took back %d", stage, reached)
			}
		}
	}
	a := filled(t, Agreement)
	if err := a.Save(step(Complete), today); err != nil || a.Stage != Complete || a.Status != Pending || !a.SubmittedAt.Equal(today) || a.CanEdit() {
		t.Fatalf("%+v %v", a, err)
	}
	if a.Signature.Name != "ANN" || !a.Signature.At.Equal(today) || a.Signature.Version != AgreementVersion || a.Signature.Address != "192.0.2.1" {
		t.Errorf("%+v", a.Signature)
	}
	for stage := Disclaimer; stage <= Complete; stage++ {
		wantText(t, "closed", a.Save(step(stage), today.Add(time.Hour)), store.Conflict, closed)
	}
	if !a.SubmittedAt.Equal(today) {
		t.Error("a second submit moved the time of the first")
	}
	wantText(t, "no such stage", proven().Save(step(6), today), store.Invalid, "THERE IS NO SUCH STAGE")
}

// What a browser claims decides nothing: addresses, photo and time are the server's.
func TestNothingIsTakenOnTrust_APP14_APP16_APP31_APP33(t *testing.T) {
	for name, x := range map[string]struct {
		stage  int
		change func(*Application, *Step)
		text   string
	}{
		"e-mail":        {1, func(a *Application, _ *Step) { a.ProvenMail = "" }, VerifyEmail},
		"another one":   {1, func(_ *Application, s *Step) { s.Person.Email = "bob@example.org" }, VerifyEmail},
		"phone":         {1, func(_ *Application, s *Step) { s.Person.Phone = "5551234568" }, VerifyPhone},
		"photo":         {1, func(a *Application, _ *Step) { a.PhotoID = "" }, PhotoRequired},
		"119 s":         {3, func(a *Application, _ *Step) { a.AnswersAt = today.Add(-MinTime + time.Second) }, TakeMoreTime},
		"120 s":         {3, func(a *Application, _ *Step) { a.AnswersAt = today.Add(-MinTime) }, ""},
		"signature":     {4, func(_ *Application, s *Step) { s.Signature = "\u200b " }, SignRequired},
		"not agreed":    {4, func(_ *Application, s *Step) { s.Agreed = false }, SignRequired},
		"phone changed": {4, func(a *Application, _ *Step) { a.Phone = "+15551234568" }, VerifyPhone},
		"photo gone":    {4, func(a *Application, _ *Step) { a.PhotoID = "" }, PhotoRequired},
		"no answers":    {4, func(a *Application, _ *Step) { a.Answers = nil }, "PLEASE COMPLETE THE STAGES IN THEIR ORDER"},
	} {
		a := filled(t, x.stage)
		if x.stage == Agreement {
			a.AnswersAt = today.Add(-MinTime)
		}
		s := step(x.stage)
		x.change(a, &s)
		code := store.Invalid
		if name == "no answers" {
			code = store.Conflict
		}
		wantText(t, name, a.Save(s, today), code, x.text)
	}
	// Saving without moving on asks for no proof, and opens nothing.
	a := &Application{Status: Pending, Version: 1, Stage: 1}
	s := step(1)
	s.Moving = false
	if err := a.Save(s, today); err != nil || a.Stage != 1 || a.Person.City != "DERBY" {
		t.Errorf("%+v %v", a, err)
	}
}

// Random steps never leave an application that was submitted without all it takes.
func TestNoWayAroundTheStages_APP13(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := &Application{ID: NewID(), Status: Pending, Version: 1}
		now := today
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(rt, "seconds")) * time.Second)
			switch rapid.IntRange(0, 5).Draw(rt, "does") {
			case 0:
				a.ProvenMail = "ann@example.org"
			case 1:
				a.ProvenSMS = "+15551234567"
			case 2:
				a.PhotoID = NewID()
			default:
				s := step(rapid.IntRange(-1, 6).Draw(rt, "stage"))
				s.Moving = rapid.Bool().Draw(rt, "moving")
				before := *a
				if err := a.Save(s, now); err == nil && a.Stage > before.Stage+1 && !(before.Stage == 0 && a.Stage == 2) {
					rt.Fatalf("from stage %d to %d", before.Stage, a.Stage)
				}
			}
		}
		if a.Submitted() && (!a.EmailVerified() || !a.PhoneVerified() || a.PhotoID == "" || a.Fan == nil || a.Answers == nil ||
			a.Signature.Name == "" || a.SubmittedAt.Sub(a.AnswersAt) < MinTime || a.Person.FullName == "") {
			rt.Fatalf("submitted: %+v", a)
		}
	})
}

func TestDecisions_AREV7_AREV9_AREV10_AREV12_AREV13_AREV15(t *testing.T) {
	submitted := func(s Status) *Application {
		a := filled(t, Agreement)
		if err := a.Save(step(Agreement), today); err != nil {
			t.Fatal(err)
		}
		a.Status = s
		return a
	}
	all := []Status{Pending, Accepted, Rejected, OnHold, Reapply}
	for _, from := range all {
		for _, to := range all[1:] {
			a := submitted(from)
			version := a.Version
			changed, err := a.Decide(Decision{Status: to, Reason: " too short ", Confirm: true}, "chief", today)
			if err != nil || a.Status != to || changed == (from == to && to == Accepted) || changed != (a.Version == version+1) {
				t.Errorf("%s to %s: %v %v %+v", from, to, changed, err, a)
			}
			if to == Accepted && a.Reason != "" || changed && to != Accepted && a.Reason != "too short" {
				t.Errorf("%s to %s: the reason is %q", from, to, a.Reason)
			}
			if again, err := a.Decide(Decision{Status: to, Reason: "too short"}, "other", today); again || err != nil || changed && a.ReviewedBy != "chief" {
				t.Errorf("%s twice: %v %v", to, again, err)
			}
			if a.CanEdit() != (to == Reapply) {
				t.Errorf("%s can be edited: %v", to, a.CanEdit())
			}
		}
	}
	for name, x := range map[string]struct {
		of       *Application
		decision Decision
		code     store.Code
		text     string
	}{
		"pending":       {submitted(Accepted), Decision{Status: Pending, Confirm: true}, store.Invalid, "The status must be accepted, rejected, on_hold or reapply"},
		"unknown":       {submitted(Pending), Decision{Status: "maybe"}, store.Invalid, "The status must be accepted, rejected, on_hold or reapply"},
		"long reason":   {submitted(Pending), Decision{Status: Rejected, Reason: strings.Repeat("x", 2001)}, store.Invalid, "A reason has at most 2000 characters"},
		"not submitted": {filled(t, Agreement), Decision{Status: Accepted}, store.Conflict, "This application has not been submitted"},
		"stale":         {submitted(Pending), Decision{Status: Rejected, Version: 1}, store.Conflict, "This application has changed meanwhile. Please look at it again."},
		"unconfirmed":   {submitted(Accepted), Decision{Status: Rejected}, store.Conflict, "This takes the membership away. Please confirm."},
	} {
		before := *x.of
		_, err := x.of.Decide(x.decision, "chief", today)
		wantText(t, name, err, x.code, x.text)
		if x.of.Status != before.Status || x.of.Version != before.Version {
			t.Errorf("%s changed the application", name)
		}
	}
}

// An application that was sent back goes through all stages again and is pending then.
func TestReapply_APP34_AREV13(t *testing.T) {
	a := filled(t, Agreement)
	if err := a.Save(step(Agreement), today); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Decide(Decision{Status: Reapply, Reason: "say more"}, "chief", today); err != nil || a.Stage != Identification {
		t.Fatal(err, a.Stage)
	}
	wantText(t, "skipped", a.Save(step(Agreement), today), store.Conflict, "PLEASE COMPLETE THE STAGES IN THEIR ORDER")
	later := today.Add(time.Hour)
	for stage := Identification; stage <= Agreement; stage++ {
		if err := a.Save(step(stage), later); err != nil {
			t.Fatalf("stage %d: %v", stage, err)
		}
	}
	if a.Status != Pending || !a.SubmittedAt.Equal(later) || a.CanEdit() {
		t.Errorf("%+v", a)
	}
}

// Numbers are readable, and no two of many are the same or neighbours.
func TestNumbers_APP41(t *testing.T) {
	form := regexp.MustCompile(`^APP-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$`)
	seen := map[string]bool{}
	for range 20_000 {
		n := NewNumber()
		if !form.MatchString(n) || seen[n] {
			t.Fatalf("%s is malformed or there twice", n)
		}
		seen[n] = true
	}
	if id := NewID(); !store.ValidID(id) || id == NewID() {
		t.Errorf("%s", id)
	}
}

// What one application's key sealed, neither another key nor another place opens.
func TestKeys_SEC(t *testing.T) {
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	keys, id, other := NewKeys(secret), NewID(), NewID()
	key, wrapped := keys.NewDataKey(id)
	sealed := key.Seal("signature", "ANN")
	again, err := keys.Unwrap(id, wrapped)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := again.Open("signature", sealed); text != "ANN" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if _, err := again.Open("birth", sealed); err == nil {
		t.Error("opened as another part")
	}
	if _, err := keys.Unwrap(other, wrapped); err == nil {
		t.Error("unwrapped for another application")
	}
	foreign, _ := keys.NewDataKey(id)
	if _, err := foreign.Open("signature", sealed); err == nil {
		t.Error("opened with another key")
	}
	if string(again.FileKey("p", store.MediaFile)) == string(again.FileKey("p", store.MediaThumbnail)) {
		t.Error("two files have one key")
	}
}
