// The jobs of the sign-in: sending a code, and deleting what has expired.

package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/language"
	"muster/store/people"
)

// Delivery is how codes reach people.
type Delivery struct {
	Sealer store.Sealer    // hides the arguments of jobs
	Mailer store.Mailer    // nil: no mail is sent
	SMS    store.SMSSender // nil: no text message is sent
	Brand  store.BrandSource
}

// LoginCodes queues login codes for delivery (members.CodeQueue).
type LoginCodes struct {
	queue    *Queue
	delivery Delivery
}

// AddLoginCodes registers the job that sends login codes.
func (q *Queue) AddLoginCodes(d Delivery) *LoginCodes {
	codes := &LoginCodes{queue: q, delivery: d}
	addWorker(q, &loginCodeWorker{codes: codes})
	return codes
}

// loginCodeArgs are sealed: they hold a code and an identifier.
type loginCodeArgs struct {
	Sealed []byte `json:"sealed"`
}

func (loginCodeArgs) Kind() string { return "login_code" }

// InsertOpts allows as many attempts as fit into people.LoginDelivery.
func (loginCodeArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 8} }

// loginCodeSecret is the content of loginCodeArgs.
type loginCodeSecret struct {
	Channel store.Channel
	Address string
	Code    string
	AskedAt time.Time
	// Language is the browser's. Earlier versions wrote none.
	Language language.Tag
}

// QueueLoginCode queues the delivery of a code in the transaction that made it.
func (l *LoginCodes) QueueLoginCode(ctx context.Context, tx pgx.Tx, to store.Identifier, tag language.Tag, code string, now time.Time) error {
	plain, err := json.Marshal(loginCodeSecret{to.Channel, to.Address, code, now, tag})
	if err != nil {
		return err
	}
	args := loginCodeArgs{Sealed: l.delivery.Sealer.Seal(plain, loginCodeArgs{}.Kind())}
	return l.queue.insertNow(ctx, tx, args)
}

// loginCodeWorker sends codes. The worker and not the call that queued the job
// looks the identifier up, so the call's timing does not reveal whether it
// belongs to anybody.
type loginCodeWorker struct {
	river.WorkerDefaults[loginCodeArgs]
	codes *LoginCodes
}

// NextRetry spaces the attempts.
func (w *loginCodeWorker) NextRetry(job *river.Job[loginCodeArgs]) time.Time {
	return w.codes.queue.clock.backoff(job.JobRow, shortBackoff)
}

// shortBackoff is the longest wait between two attempts of a job that somebody
// waits for.
const shortBackoff = 30 * time.Second

// Work sends the code, unless it is too late, the identifier is nobody's or the
// channel is off.
func (w *loginCodeWorker) Work(ctx context.Context, job *river.Job[loginCodeArgs]) error {
	q := w.codes.queue
	plain, err := w.codes.delivery.Sealer.Open(job.Args.Sealed, job.Kind)
	if err != nil {
		return q.giveUp(ctx, job.Kind, err)
	}
	var secret loginCodeSecret
	if err := json.Unmarshal(plain, &secret); err != nil {
		return q.giveUp(ctx, job.Kind, errors.New("arguments of another version"))
	}
	now, err := q.db.Now(ctx)
	if err != nil {
		return err
	}
	if now.Sub(secret.AskedAt) > people.LoginDelivery {
		return q.giveUp(ctx, job.Kind, errors.New("too late"))
	}
	to := store.Identifier{Channel: secret.Channel, Address: secret.Address}
	known, err := q.people.MaySignIn(ctx, to)
	if err != nil || !known {
		return err
	}
	tag, err := q.people.LanguageOf(ctx, to)
	if err != nil {
		return err
	}
	return w.codes.deliver(ctx, to, cmp.Or(tag, secret.Language), secret.Code)
}

// deliver hands a code to its channel. River stores a job's error as it is, so
// the error holds only the gateway's sentence and never its cause.
func (l *LoginCodes) deliver(ctx context.Context, to store.Identifier, tag language.Tag, code string) error {
	var err error
	switch {
	case to.Channel == store.Email && l.delivery.Mailer != nil:
		err = l.delivery.Mailer.SendMail(ctx, people.LoginMail(l.delivery.Brand.CurrentBrand(ctx), tag, to.Address, code))
	case to.Channel == store.SMS && l.delivery.SMS != nil:
		err = l.delivery.SMS.SendSMS(ctx, people.LoginSMS(l.delivery.Brand.CurrentBrand(ctx), tag, to.Address, code))
	default:
		return l.queue.giveUp(ctx, loginCodeArgs{}.Kind(), errors.New("channel "+string(to.Channel)+" is off"))
	}
	if err == nil {
		return nil
	}
	sentence := errors.New(store.AsError(err).Message)
	if store.CodeOf(err) == store.Invalid {
		return l.queue.giveUp(ctx, loginCodeArgs{}.Kind(), sentence)
	}
	return sentence
}

// AddLoginSweep registers the job that deletes expired rows of the sign-in and of other
// limits; sweeps are those of other subjects.
func (q *Queue) AddLoginSweep(sweeps ...func(context.Context) error) {
	addPeriodic(q, time.Hour, loginSweep{}, func(ctx context.Context) error {
		failed := []error{q.people.SweepLogins(ctx), q.db.SweepQuotas(ctx)}
		for _, sweep := range sweeps {
			failed = append(failed, sweep(ctx))
		}
		return errors.Join(failed...)
	})
}

// loginSweep are the arguments of the sweep.
type loginSweep struct{}

func (loginSweep) Kind() string { return "login_sweep" }
