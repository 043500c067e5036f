package body

// PersonInRoom is one person in a room now, on any node.
type PersonInRoom struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	Role        string `json:"role" ts:"PersonRole"`
	Contributor bool   `json:"contributor"`
}

// RoomPeople is one page of the people in a room, by name.
type RoomPeople struct {
	OK
	People     []PersonInRoom `json:"people"`
	Total      int            `json:"total"`
	NextCursor *string        `json:"nextCursor"`
}
