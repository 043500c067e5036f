package body

// Applications is one page of the desk's list.
type Applications struct {
	OK
	Applications []AdminApplication `json:"applications"`
	Pagination   Pagination         `json:"pagination"`
	Counts       ApplicationCounts  `json:"counts"`
	Promise      ApplicationPromise `json:"promise"`
}

// ApplicationShown is one application.
type ApplicationShown struct {
	OK
	Application AdminApplication `json:"application"`
}

// ApplicationPromise is how the promised times of the review were kept: the first
// decisions of the last thirty days.
type ApplicationPromise struct {
	Decided     int      `json:"decided"`
	Late        int      `json:"late"`
	MedianHours *float64 `json:"median_hours"` // from submission to decision; null without one
}

// ApplicationCounts is how many applications each filter of the desk shows.
type ApplicationCounts struct {
	All        int `json:"all"`
	Pending    int `json:"pending"`
	Accepted   int `json:"accepted"`
	Rejected   int `json:"rejected"`
	OnHold     int `json:"on_hold"`
	Reapply    int `json:"reapply"`
	Incomplete int `json:"incomplete"`
}

// DecideApplication is a decision.
type DecideApplication struct {
	ApplicationID string `json:"applicationId"`
	Status        string `json:"status"`
	Reason        string `json:"reason,omitempty"`
	Version       *int   `json:"version,omitempty"` // that was looked at
	Confirm       bool   `json:"confirm,omitempty"` // an acceptance may be withdrawn
}

// ClaimApplication says that an administrator has an application open, or no longer.
// It holds for two minutes and is repeated meanwhile.
type ClaimApplication struct {
	ApplicationID string `json:"applicationId"`
	Release       bool   `json:"release,omitempty"`
}

// ApplicationClaimed is the reply: who had it open before, null for nobody else.
type ApplicationClaimed struct {
	OK
	ClaimedBy *ApplicationClaim `json:"claimed_by"`
}

// ApplicationDecided is the reply, with the application as it is now.
type ApplicationDecided struct {
	OK
	Application AdminApplication `json:"application"`
}
