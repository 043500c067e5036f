package application

import (
	"errors"
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
		if got := ageOn(day(x.born), day(x.on)); got != x.age {
			t.Errorf("born %s, on %s: %d, want %d", x.born, x.on, got, x.age)
		}
	}
	// Which day it is depends on the zone.
	late := time.Date(2026, 3, 14, 23, 30, 0, 0, time.UTC)
	if ageOn(day("2008-03-15"), late) != 17 || ageOn(day("2008-03-15"), late.In(time.FixedZone("", 3600))) != 18 {
		t.Error("the age does not follow the zone")
	}
}

// Whoever is one day short of a birthday is a year younger than on it.
func TestAgeGrowsOnTheBirthday_APP17(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		born := time.Date(1950, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 27000).Draw(t, "days"))
		years := rapid.IntRange(1, 80).Draw(t, "years")
		birthday := born.AddDate(years, 0, 0) // 29 February becomes 1 March
		if on, before := ageOn(born, birthday), ageOn(born, birthday.AddDate(0, 0, -1)); on != years || before != years-1 {
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
	again, err := keys.Unwrap(id, 1, wrapped)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := again.Open("signature", sealed); text != "ANN" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if _, err := again.Open("birth", sealed); err == nil {
		t.Error("opened as another part")
	}
	if _, err := keys.Unwrap(other, 1, wrapped); err == nil {
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
