package edge

// fewUsers is how many members the audit log names who were shown in a list.
const fewUsers = 10

// shownUsers is a list of members as the audit log keeps it: never what was searched
// for, which may be an address.
type shownUsers struct {
	Filter   string   `json:"filter,omitempty"`
	Searched bool     `json:"searched,omitempty"`
	Shown    int      `json:"shown"`
	Users    []string `json:"users,omitempty"`
}

// ShowUsers says to the audit log that a view shows members, by their ids.
func ShowUsers(c Call, filter string, searched bool, ids []string) {
	shown := shownUsers{Filter: filter, Searched: searched, Shown: len(ids)}
	if len(ids) <= fewUsers {
		shown.Users = ids
	}
	c.Shown(shown)
}
