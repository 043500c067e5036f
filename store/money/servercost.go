package money

import (
	"muster/store"
	"time"
)

// ServerCost is what the server costs, as its ledger sums up.
type ServerCost struct {
	Current     Cents // negative when more than the cost is covered
	MonthlyBase Cents
	ResetDay    int       // day of the month on which the base is due
	NextReset   time.Time // when it is due next
	Line        int64     // the ledger's last line; the cost with the higher line is the newer one
}

// CostLine is one line of the ledger of the server's cost.
type CostLine struct {
	Kind           CostLineKind
	Amount         Cents  // added to the cost
	MemberID       string // who contributed, "" for nobody
	Anonymous      bool
	ContributionID string // "" for none
	Undoes         int64  // the line that it takes back; 0 for none
}

// CostLedgerLine is a line of the ledger as members see it.
type CostLedgerLine struct {
	ID       int64
	Kind     CostLineKind
	Amount   Cents
	At       time.Time
	Username string // "" for nobody, for an anonymous one and for a private profile
	Undoes   int64  // 0 for none
	Month    string // first day of an accrual's month, YYYY-MM-DD; else ""
}

// Preset is percent of the cost, rounded half up to whole cents.
func (c ServerCost) Preset(percent int) Cents {
	return (max(c.Current, 0)*Cents(percent) + 50) / 100
}

// CheckPreset accepts a percentage that is offered, 25, 50, 75 or 100. It fails with
// Invalid.
func CheckPreset(percent float64) error {
	switch percent {
	case 25, 50, 75, 100:
		return nil
	}
	return store.NewErrorReason(store.Invalid, "percentage_unknown", "The percentage must be 25, 50, 75 or 100")
}

// CostMoved is the cause of ErrCostMoved.
type CostMoved struct{ Cost ServerCost }

func (CostMoved) Error() string { return "the server cost has moved" }

// ErrCostMoved answers a preset that was computed from another cost.
func ErrCostMoved(now ServerCost) *store.Error {
	return &store.Error{Code: store.Conflict, Reason: "cost_moved", Message: "The server cost has changed. Please choose again.", Err: CostMoved{now}}
}

// CostLineKind is what a line of the ledger is for.
type CostLineKind string

// The kinds of lines.
const (
	CostAccrual      CostLineKind = "accrual"       // a month begins
	CostAdjustment   CostLineKind = "adjustment"    // the base of the running month was changed
	CostContribution CostLineKind = "contribution"  // a member paid
	CostRefund       CostLineKind = "refund"        // a contribution was paid back
	CostRefundFailed CostLineKind = "refund_failed" // and that failed afterwards
	CostDispute      CostLineKind = "dispute"       // a payment is disputed with the bank
	CostDisputeWon   CostLineKind = "dispute_won"   // and the dispute ended in favour
)

// Limits of the settings of the server's cost.
const (
	MaxMonthlyBase = Cents(1_000_000_00)
	MaxResetDay    = 28 // every month has it
)

// CheckServerCost accepts a monthly base of 0 to $1,000,000 and a reset day of 1 to
// 28. It fails with Invalid.
func CheckServerCost(base Cents, resetDay int) error {
	switch {
	case base < 0 || base > MaxMonthlyBase:
		return store.NewErrorReason(store.Invalid, "monthly_base", "The monthly cost must be between $0 and $1,000,000")
	case resetDay < 1 || resetDay > MaxResetDay:
		return store.NewErrorReason(store.Invalid, "reset_day", "The reset day must be between 1 and 28")
	}
	return nil
}

// CostMonth gives the month of cost that a day lies in: its first day and that of the
// next one.
func CostMonth(today store.Day, resetDay int) (first, next store.Day) {
	on := func(month time.Month) store.Day {
		y, m, d := time.Date(today.Year, month, resetDay, 12, 0, 0, 0, time.UTC).Date()
		return store.Day{Year: y, Month: m, Date: d}
	}
	if today.Date < resetDay {
		return on(today.Month - 1), on(today.Month)
	}
	return on(today.Month), on(today.Month + 1)
}

// ServerCostKind is the kind of the broadcasts of NewServerCostUpdate.
const ServerCostKind = "server_cost_update"

// ServerCostUpdate is the value of such a broadcast. Clients read CurrentCost; nodes
// know by Line which of two updates is newer.
type ServerCostUpdate struct {
	CurrentCost float64 `json:"currentCost"`
	Line        int64   `json:"line"`
}

// NewServerCostUpdate is the broadcast of the current cost.
func NewServerCostUpdate(c ServerCost) (store.Broadcast, error) {
	return store.NewBroadcast("server_cost", ServerCostKind, ServerCostUpdate{c.Current.Dollars(), c.Line})
}
