package body

// Dollars is a sum of dollars as a caller wrote it: a JSON number, kept as text so that
// no digit is lost before it is checked. store.ParseDollars reads it, and refuses what is
// no number.
type Dollars string

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dollars) UnmarshalJSON(raw []byte) error {
	*d = Dollars(raw)
	return nil
}
