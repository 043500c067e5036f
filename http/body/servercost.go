package body

import (
	"time"

	"muster/store/money"
)

// ServerCost is the current server cost in dollars, negative when it is covered. AsOf is
// the last line of the ledger that it sums up.
type ServerCost struct {
	CurrentCost float64 `json:"currentCost"`
	AsOf        string  `json:"asOf"`
}

// NewServerCost is the server's cost as members see it.
func NewServerCost(cost money.ServerCost) ServerCost {
	return ServerCost{CurrentCost: cost.Current.Dollars(), AsOf: AsOf(cost.Line)}
}

// ServerCostReply is the reply to GET /server-cost.
type ServerCostReply struct {
	OK
	ServerCost ServerCost `json:"serverCost"`
}

// CreateServerCostPayment asks for a checkout (POST /server-cost/create-checkout-session).
// With a percentage the server computes the amount anew; when the cost has moved since,
// the reply is 409 (code "cost_moved") with serverCost.
type CreateServerCostPayment struct {
	Amount      Dollars  `json:"amount"`
	Percentage  *float64 `json:"percentage"`
	IsAnonymous bool     `json:"isAnonymous,omitempty"`
}

// PaidServerCost is a payment for the server's cost that was paid.
type PaidServerCost struct {
	ID            string  `json:"id"`
	Amount        float64 `json:"amount"`
	Status        string  `json:"status" ts:"ContributionStatus"`
	IsAnonymous   bool    `json:"isAnonymous"`
	NewServerCost float64 `json:"newServerCost"`
}

// ServerCostPaid is the reply to POST /server-cost/payment-success.
type ServerCostPaid struct {
	OK
	Contribution PaidServerCost `json:"contribution"`
}

// ServerCostLine is one line of the ledger. Amount is added to the cost: what members pay
// is negative. Username is null for what nobody paid, for anonymous ones and for private
// profiles; Undoes is
// the id of the line that a refund or a dispute takes back; Month is the first day,
// YYYY-MM-DD, of an accrual's month.
type ServerCostLine struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind" ts:"CostLineKind"`
	Amount   float64   `json:"amount"`
	At       time.Time `json:"at"`
	Username *string   `json:"username"`
	Undoes   *string   `json:"undoes"`
	Month    *string   `json:"month"`
}

// ServerCostLedger is one page of GET /server-cost/ledger?limit&cursor, newest first. Sum
// is that of all lines up to the first page's newest one, on every page: the current cost.
type ServerCostLedger struct {
	OK
	Lines      []ServerCostLine `json:"lines"`
	Sum        float64          `json:"sum"`
	NextCursor *string          `json:"nextCursor"`
}

// AdminServerCost is the server's cost as administrators see it. NextReset is when the
// monthly base is due next.
type AdminServerCost struct {
	CurrentCost float64   `json:"currentCost"`
	MonthlyBase float64   `json:"monthlyBase"`
	ResetDay    int       `json:"resetDay"`
	NextReset   time.Time `json:"nextReset"`
}

// AdminServerCostReply is the reply to GET and PATCH /admin/server-cost.
type AdminServerCostReply struct {
	OK
	ServerCost AdminServerCost `json:"serverCost"`
}

// ChangeServerCost changes what is given.
type ChangeServerCost struct {
	MonthlyBase *Dollars `json:"monthlyBase,omitempty"`
	ResetDay    *int     `json:"resetDay,omitempty"`
}
