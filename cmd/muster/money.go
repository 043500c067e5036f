package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/application"
	"muster/store/money"
	"muster/store/people"
	applications "muster/store/postgres/application"
	payments "muster/store/postgres/money"
)

// moneyCheckDays is how many days money check compares without --from.
const moneyCheckDays = 31

// money compares the ledger with the payment provider and prints each difference; it
// fails when there is one.
func (p program) money(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "check" {
		return fmt.Errorf("money: only check is known; %w", errUsage)
	}
	var from, to string
	if err := p.flags("money check", args[1:], func(f *flag.FlagSet) {
		f.StringVar(&from, "from", "", "")
		f.StringVar(&to, "to", "", "")
	}); err != nil {
		return err
	}
	s, err := p.databaseSettings()
	if err != nil {
		return err
	}
	// Before the database is opened, which migrates it.
	if _, _, err := dayRange(s.zone(), time.Now(), from, to); err != nil {
		return fmt.Errorf("money check: %w; %w", sentence(err), errUsage)
	}
	provider, err := s.checkedProvider()
	if err != nil {
		return sentence(err)
	}
	return p.onDatabaseOf(ctx, s, func(db *node.Database) error {
		now, err := db.Now(ctx)
		if err != nil {
			return sentence(err)
		}
		first, last, err := dayRange(s.zone(), now, from, to)
		if err != nil {
			return sentence(err)
		}
		pay := payments.NewPayments(db.DB, provider, nil, money.PaymentRules{}, nil)
		applications.New(db.DB, nil, application.Keys{}, people.LoginKeys{}, nil).UsePayments(pay) // the comparison opens no application
		report, err := pay.Check(ctx, first, last)
		if err != nil && s.StripeKey == "" {
			return fmt.Errorf("without STRIPE_SECRET_KEY the test checkout of muster dev is asked, at PORT %d with the secret of MUSTER_DATA_DIR: %w", s.Port, sentence(err))
		}
		if err != nil {
			return sentence(err)
		}
		for _, d := range report.Differences {
			name := d.SessionID
			if name == "" {
				name = "(no session)"
			}
			fmt.Fprintf(p.out, "%s: %s\n", name, d.What)
		}
		fmt.Fprintf(p.out, "%d paid sessions: %s at the provider, %s in the ledger, %d differences\n",
			report.Payments, report.Provider, report.Ledger, len(report.Differences))
		if len(report.Differences) > 0 {
			return fmt.Errorf("money check: %d differences", len(report.Differences))
		}
		return nil
	})
}

// checkedProvider is the provider of the settings: Stripe where there is a key, else the
// test checkout of the dev node that runs on this machine.
func (s settings) checkedProvider() (money.PaymentProvider, error) {
	dev := s.StripeKey == ""
	var secret store.Secret
	var err error
	if dev {
		if secret, err = s.savedSecret(); err != nil {
			return nil, err
		}
	}
	p, err := s.payments(dev, secret, "http://localhost", s.ownAddress())
	if err == nil && p.Provider == nil {
		err = store.NewError(store.Invalid, "payments are off: STRIPE_SECRET_KEY is not set")
	}
	return p.Provider, err
}

// dayRange reads the days of --from and --to, both included. Without from it is some days
// up to to, without to up to now.
func dayRange(zone *time.Location, now time.Time, from, to string) (first, last time.Time, err error) {
	if zone == nil {
		zone = time.UTC
	}
	last = now
	if to != "" {
		day, err := store.ParseDay(to)
		if err != nil {
			return first, last, store.NewError(store.Invalid, "--to must be a day, YYYY-MM-DD")
		}
		last = day.Add(1).Start(zone)
	}
	first = last.AddDate(0, 0, -moneyCheckDays)
	if from != "" {
		day, err := store.ParseDay(from)
		if err != nil {
			return first, last, store.NewError(store.Invalid, "--from must be a day, YYYY-MM-DD")
		}
		first = day.Start(zone)
	}
	if !first.Before(last) {
		return first, last, store.NewError(store.Invalid, "--from must be before --to")
	}
	return first, last, nil
}
