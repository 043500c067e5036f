package application

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
)

// Texts of the forms.
const (
	Required      = "REQUIRED"
	InvalidEmail  = "INVALID EMAIL"
	InvalidPhone  = "INVALID PHONE"
	TooYoung      = "MUST BE 18+"
	TooYoungToGo  = "MUST BE 18+ TO PROCEED"
	VerifyEmail   = "VERIFY EMAIL TO PROCEED"
	VerifyPhone   = "VERIFY PHONE TO PROCEED"
	PhotoRequired = "PHOTO VERIFICATION REQUIRED"
)

// countries are those of the form.
var countries = []string{
	"United States", "Canada", "United Kingdom", "Australia", "Germany", "France", "Japan",
	"South Korea", "Brazil", "Mexico", "India", "China", "Other",
}

// Longest texts of the forms, in characters.
const (
	maxLine    = 200
	maxDetails = 2000
	maxAnswer  = 4000
)

// Person is who applies.
type Person struct {
	FullName  string
	BirthDate string // 2006-01-02
	Street    string
	City      string
	State     string
	Country   string
}

// PersonForm is stage 1 as a browser sends it.
type PersonForm struct {
	Person
	Email string
	Phone string
}

// broken is a rule of one field that a form breaks. Its code names the field.
func broken(field, rule, text string) *store.Error {
	return store.NewErrorReason(store.Invalid, field+"_"+rule, text)
}

// line reads a text of one line. It fails when it is required and missing, or too long.
func line(field, raw string, required bool) (string, error) {
	text := oneLine(raw)
	switch {
	case store.Blank(text) && required:
		return "", broken(field, "required", Required)
	case store.Blank(text):
		return "", nil
	case utf8.RuneCountInString(text) > maxLine:
		return "", broken(field, "too_long", "AT MOST 200 CHARACTERS")
	}
	return text, nil
}

// checkPerson gives stage 1 as it is stored. Moving on says that the stage is finished.
func checkPerson(f PersonForm, moving bool, now time.Time) (Person, store.Identifier, store.Identifier, error) {
	var mail, phone store.Identifier
	var p Person
	var err error
	if p.FullName, err = line("full_name", f.FullName, true); err != nil {
		return p, mail, phone, err
	}
	if utf8.RuneCountInString(p.FullName) > store.MaxName {
		return p, mail, phone, broken("full_name", "too_long", "AT MOST 100 CHARACTERS")
	}
	if mail, err = ParseEmail(f.Email); err != nil {
		return p, mail, phone, err
	}
	if phone, err = ParsePhone(f.Phone); err != nil {
		return p, mail, phone, err
	}
	if p.BirthDate, err = checkBirth(f.BirthDate, moving, now); err != nil {
		return p, mail, phone, err
	}
	for _, one := range []struct {
		field, raw string
		required   bool
		to         *string
	}{
		{"street_address", f.Street, false, &p.Street}, {"city", f.City, true, &p.City}, {"state_province", f.State, true, &p.State},
	} {
		if *one.to, err = line(one.field, one.raw, one.required); err != nil {
			return p, mail, phone, err
		}
	}
	if p.Country = strings.TrimSpace(f.Country); !slices.Contains(countries, p.Country) {
		return p, mail, phone, broken("country", "required", Required)
	}
	return p, mail, phone, nil
}

func checkBirth(raw string, moving bool, now time.Time) (string, error) {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return "", broken("date_of_birth", "required", Required)
	}
	born, ok := parseBirthDate(raw, now)
	if !ok {
		return "", broken("date_of_birth", "invalid", Required)
	}
	if ageOn(born, now) < MinAge {
		text := TooYoung
		if moving {
			text = TooYoungToGo
		}
		return "", broken("date_of_birth", "under_age", text)
	}
	return raw, nil
}

// ParseEmail is store.ParseEmail with the text of the form.
func ParseEmail(raw string) (store.Identifier, error) {
	id, err := store.ParseEmail(raw)
	if err != nil {
		return id, broken("email", "invalid", InvalidEmail)
	}
	return id, nil
}

// ParsePhone is store.ParsePhone with the text of the form.
func ParsePhone(raw string) (store.Identifier, error) {
	id, err := store.ParsePhone(raw)
	if err != nil {
		return id, broken("phone", "invalid", InvalidPhone)
	}
	return id, nil
}

// checkProven fails for stage 1 as long as an address is not verified or the photo is
// missing.
func (a *Application) checkProven() error {
	switch {
	case !a.EmailVerified():
		return broken("email", "unverified", VerifyEmail)
	case !a.PhoneVerified():
		return broken("phone", "unverified", VerifyPhone)
	case a.PhotoID == "":
		return broken("photo", "required", PhotoRequired)
	}
	return nil
}
