package edge

import (
	"encoding/json"
	"time"
)

// OrNull is null in JSON for "", else the text.
func OrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Moment is null in JSON for the zero time.
func Moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// HasField says whether the JSON body of a call names a field, as one that is null does: what
// a body leaves out stays as it is. It is for bodies that ReadJSON has read.
func HasField(c Call, name string) (bool, error) {
	raw, err := c.RawBody()
	if err != nil {
		return false, err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return false, err
	}
	_, there := given[name]
	return there, nil
}
