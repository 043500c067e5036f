package money

import (
	"fmt"
	"math"
	"muster/store"
	"muster/store/language"
	"strconv"
	"strings"
	"time"
)

// Cents is a sum of money in hundredths of a dollar.
type Cents int64

// Dollars is the sum as JSON shows it, with at most two decimals.
func (c Cents) Dollars() float64 { return float64(c) / 100 }

// String is the sum for a person, like "$12.50".
func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, c/100, c%100)
}

// maxDollarDigits is how many digits of dollars ParseDollars reads.
const maxDollarDigits = 9

// ParseDollars reads a sum of dollars from the text of a JSON number: digits, with
// at most two after the dot. An exponent and parts of a cent are Invalid. Sums of more
// digits than anything here costs are all read as the same one, more than any limit.
func ParseDollars(text string) (Cents, error) {
	invalid := store.NewErrorReason(store.Invalid, "amount_invalid", "The amount must be in dollars and whole cents")
	unsigned, negative := strings.CutPrefix(text, "-")
	whole, part, dotted := strings.Cut(unsigned, ".")
	digits := whole + (part + "00")[:2]
	if len(whole) == 0 || len(part) > 2 || dotted && part == "" || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, invalid
	}
	cents := Cents(math.MaxInt64 / 2)
	if len(whole) <= maxDollarDigits {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return 0, invalid
		}
		cents = Cents(n)
	}
	if negative {
		cents = -cents
	}
	return cents, nil
}

// ContributionPurpose is what a contribution is for.
type ContributionPurpose string

// The purposes of contributions.
const (
	ForCommunity  ContributionPurpose = "contribution"
	ForServerCost ContributionPurpose = "server_cost"
)

// Limits of one payment.
const (
	MinContribution = Cents(5_00)
	MinServerCost   = Cents(3_00)
	MaxPayment      = Cents(10_000_00)
)

// CheckAmount accepts what a member may pay for the purpose. It fails with Invalid.
func (p ContributionPurpose) CheckAmount(amount Cents) error {
	least, fewest, most := MinContribution, "Minimum contribution is $5", "Maximum contribution is $10,000"
	if p == ForServerCost {
		least, fewest, most = MinServerCost, "Minimum payment is $3.00", "Maximum payment is $10,000"
	}
	switch {
	case amount < least:
		return store.NewErrorReason(store.Invalid, "amount_too_small", fewest)
	case amount > MaxPayment:
		return store.NewErrorReason(store.Invalid, "amount_too_large", most)
	}
	return nil
}

// ContributionStatus is where a contribution stands.
type ContributionStatus string

// The statuses of contributions.
const (
	ContributionPending           ContributionStatus = "pending"
	ContributionCompleted         ContributionStatus = "completed"
	ContributionFailed            ContributionStatus = "failed" // declined or expired
	ContributionRefunded          ContributionStatus = "refunded"
	ContributionPartiallyRefunded ContributionStatus = "partially_refunded"
	ContributionDisputed          ContributionStatus = "disputed"
)

// Paid says whether money came in, whatever became of it.
func (s ContributionStatus) Paid() bool {
	return s != ContributionPending && s != ContributionFailed
}

// Known says whether the status is one of those.
func (s ContributionStatus) Known() bool {
	switch s {
	case ContributionPending, ContributionCompleted, ContributionFailed, ContributionRefunded, ContributionPartiallyRefunded, ContributionDisputed:
		return true
	}
	return false
}

// Contribution is money that a member pays or has paid.
type Contribution struct {
	ID        string
	MemberID  string
	Username  string // "" for a member without one; so Name
	Name      string
	Purpose   ContributionPurpose
	Amount    Cents
	Anonymous bool // nobody is shown who paid, and it makes no recent contributor
	Status    ContributionStatus
	Refunded  Cents // of Amount
	Disputed  Cents // of Amount, open or lost
	At        time.Time
	SessionID string // the provider's checkout; "" for none
	// ReducedCost says that the server's cost became less by it.
	ReducedCost bool
}

// ContributionFilter chooses contributions. Zero fields choose all.
type ContributionFilter struct {
	Status   ContributionStatus
	From, To time.Time // From is among them, To is not
}

// ContributionDay is what was paid on a day, less what was paid back of it.
type ContributionDay struct {
	Day    string // YYYY-MM-DD
	Amount Cents
	Count  int
}

// ReceiptChannel is how the receipt of a contribution goes to the member.
type ReceiptChannel string

// The ways of a receipt.
const (
	ReceiptByEmail ReceiptChannel = "email"
	ReceiptBySMS   ReceiptChannel = "sms"
	NoReceipt      ReceiptChannel = "none" // the member has no address that can be reached
)

// ReceiptMail thanks for a contribution that was paid, in a language.
func ReceiptMail(b store.Brand, tag language.Tag, to string, c Contribution) store.Mail {
	thanks := "receipt.contribution"
	if c.Purpose == ForServerCost {
		thanks = "receipt.serverCost"
	}
	text := tag.Say(thanks, b.Community) + "\n\n" +
		tag.Say("receipt.facts", c.Amount.String(), c.At.UTC().Format(tag.Say("date.full")), c.ID) + "\n"
	if c.Anonymous {
		text += "\n" + tag.Say("receipt.anonymous") + "\n"
	}
	return store.Mail{To: to, From: b.Community, Subject: tag.Say("receipt.subject", c.Amount.String(), b.Community), Text: text}
}

// ReceiptSMS is the receipt of a member without an e-mail address, in a language.
func ReceiptSMS(b store.Brand, tag language.Tag, to string, c Contribution) store.SMSMessage {
	day := c.At.UTC().Format(tag.Say("date.day"))
	return store.SMSMessage{To: to, Body: tag.Say("receipt.text", b.Community, c.Amount.String(), day, c.ID)}
}

// Contributor is a member who contributed recently, and until when that counts.
type Contributor struct {
	MemberID, Username string
	Until              time.Time
}
