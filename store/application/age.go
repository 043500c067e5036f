package application

import (
	"time"
)

// MinAge is the least age of an applicant in years.
const MinAge = 18

// dateForm is how a birth date is written.
const dateForm = "2006-01-02"

// parseBirthDate reads a birth date that is on or before today.
func parseBirthDate(raw string, today time.Time) (time.Time, bool) {
	born, err := time.Parse(dateForm, raw)
	if err != nil || born.Year() < 1900 || ageOn(born, today) < 0 {
		return time.Time{}, false
	}
	return born, true
}

// ageOn is the age in whole years on the calendar day of today, in its own zone. A person
// born on 29 February is a year older on 1 March of other years.
func ageOn(born, today time.Time) int {
	year, month, day := today.Date()
	age := year - born.Year()
	if month < born.Month() || month == born.Month() && day < born.Day() {
		age--
	}
	return age
}
