// The jobs of payments: receipts, the sweep and the nightly comparison.

package queue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/money"
	payments "muster/store/postgres/money"
)

// PaymentConfig says how payments are taken.
type PaymentConfig struct {
	Provider money.PaymentProvider // nil: there is none
	Rules    money.PaymentRules
	Sweep    time.Duration // between two sweeps
}

// The nightly comparison looks back so far.
const (
	paymentCheckPeriod = 24 * time.Hour
	paymentCheckRange  = 31 * 24 * time.Hour
)

// receipts queues and sends receipts (payments.ReceiptQueue).
type receipts struct {
	queue    *Queue
	delivery Delivery
	payments *payments.Payments
}

// AddPayments registers the jobs of payments and returns the payments.
func (q *Queue) AddPayments(c PaymentConfig, d Delivery) *payments.Payments {
	r := &receipts{queue: q, delivery: d}
	r.payments = payments.NewPayments(q.db, c.Provider, r, c.Rules, q.log)
	r.payments.UseBrand(d.Brand)
	addWorker(q, &receiptWorker{of: r})
	if c.Provider == nil {
		return r.payments
	}
	addPeriodic(q, c.Sweep, paymentSweep{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, trimTime)
		defer cancel()
		err := r.payments.Sweep(limited)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err() // the next run goes on
		}
		return err
	})
	addPeriodicOf(q, paymentCheckPeriod, dailyCheckTime, paymentCheck{}, func(ctx context.Context) error { return q.checkPayments(ctx, r.payments) })
	return r.payments
}

// checkPayments compares with the provider and logs an error for every difference.
func (q *Queue) checkPayments(ctx context.Context, payments *payments.Payments) error {
	now, err := q.db.Now(ctx)
	if err != nil {
		return err
	}
	report, err := payments.Check(ctx, now.Add(-paymentCheckRange), now)
	if err != nil {
		return errors.New(store.AsError(err).Message)
	}
	payments.NoteDifferences(len(report.Differences))
	for _, d := range report.Differences {
		q.log.LogAttrs(ctx, slog.LevelError, "payments differ from the provider's", slog.String("session", d.SessionID), slog.String("difference", d.What))
	}
	return nil
}

// receiptArgs name a contribution; they hold no address.
type receiptArgs struct {
	ContributionID string `json:"contributionId"`
}

func (receiptArgs) Kind() string { return "receipt" }

// InsertOpts goes on trying for a day.
func (receiptArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 150} }

// QueueReceipt implements payments.ReceiptQueue.
func (r *receipts) QueueReceipt(ctx context.Context, tx pgx.Tx, contributionID string) error {
	return r.queue.insertNow(ctx, tx, receiptArgs{contributionID})
}

// receiptWorker sends receipts.
type receiptWorker struct {
	river.WorkerDefaults[receiptArgs]
	of *receipts
}

// NextRetry spaces the attempts: 1 s, 2 s, 4 s … up to 10 minutes.
func (w *receiptWorker) NextRetry(job *river.Job[receiptArgs]) time.Time {
	return w.of.queue.clock.backoff(job.JobRow, emergencyBackoff)
}

// Work sends one receipt: by mail, or to a member without an e-mail address by text.
func (w *receiptWorker) Work(ctx context.Context, job *river.Job[receiptArgs]) error {
	r := w.of
	c, to, err := r.payments.ReceiptOf(ctx, job.Args.ContributionID)
	if store.CodeOf(err) == store.NotFound {
		return r.queue.giveUp(ctx, job.Kind, errors.New("the contribution is gone"))
	}
	if err != nil {
		return err
	}
	switch {
	case to.Email != "" && r.delivery.Mailer != nil:
		err = r.delivery.Mailer.SendMail(ctx, money.ReceiptMail(r.delivery.Brand.CurrentBrand(ctx), to.Language, to.Email, c))
	case to.Phone != "" && r.delivery.SMS != nil:
		err = r.delivery.SMS.SendSMS(ctx, money.ReceiptSMS(r.delivery.Brand.CurrentBrand(ctx), to.Language, to.Phone, c))
	}
	if err != nil {
		sentence := errors.New(store.AsError(err).Message)
		if store.CodeOf(err) == store.Invalid {
			return r.queue.giveUp(ctx, job.Kind, sentence)
		}
		return sentence
	}
	return nil
}

// paymentSweep and paymentCheck are the arguments of the jobs.
type (
	paymentSweep struct{}
	paymentCheck struct{}
)

func (paymentSweep) Kind() string { return "payment_sweep" }
func (paymentCheck) Kind() string { return "payment_check" }
