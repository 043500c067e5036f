package body

import "errors"

// Dollars is a sum of dollars as a caller wrote it: a JSON number, kept as text so that
// no digit is lost before it is checked. store.ParseDollars reads it.
type Dollars string

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dollars) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return errors.New("an amount is a number")
	}
	*d = Dollars(raw)
	return nil
}
