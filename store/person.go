package store

// PersonRole is what somebody is in a room, as others see it.
type PersonRole string

const (
	PersonMember    PersonRole = "member"
	PersonModerator PersonRole = "moderator"
	PersonAdmin     PersonRole = "admin"
	PersonCreator   PersonRole = "creator"
)

// PersonMarks is what others see of somebody in a room.
type PersonMarks struct {
	Role        PersonRole
	Contributor bool // contributed recently, and shows it
}
