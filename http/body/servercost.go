package body

// ServerCost is the current server cost in dollars, negative when it is covered.
type ServerCost struct {
	CurrentCost float64 `json:"currentCost"`
}

// ServerCostReply is the reply to GET /server-cost.
type ServerCostReply struct {
	OK
	ServerCost ServerCost `json:"serverCost"`
}
