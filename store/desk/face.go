package desk

import "time"

// UserFace is what administrators see of a member's face checks: never a picture or a
// template.
type UserFace struct {
	Required   bool      // sign-in asks for a face, once face checks are turned on
	EnrolledAt time.Time // zero: not enrolled
	Scans      int       // pictures that were looked at
	LastScan   time.Time // zero: never
	Skips      int       // checks that were left out
	Failed     int       // failed attempts that still count
}
