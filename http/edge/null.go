package edge

import "time"

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
