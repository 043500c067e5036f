// The job that sends a login code.

package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
)

// loginCodeArgs are sealed: they hold a code and an identifier.
type loginCodeArgs struct {
	Sealed []byte `json:"sealed"`
}

func (loginCodeArgs) Kind() string { return "login_code" }

// InsertOpts allows as many attempts as fit into store.LoginDelivery.
func (loginCodeArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 8} }

// loginCodeSecret is what loginCodeArgs hide.
type loginCodeSecret struct {
	Channel store.Channel
	Address string
	Code    string
	AskedAt time.Time
}

// queueLoginCode queues the sending of a code with its cause.
func (j *Jobs) queueLoginCode(ctx context.Context, tx pgx.Tx, to store.Identifier, code string, now time.Time) error {
	plain, err := json.Marshal(loginCodeSecret{to.Channel, to.Address, code, now})
	if err != nil {
		return err
	}
	args := loginCodeArgs{Sealed: j.config.Sealer.Seal(plain, loginCodeArgs{}.Kind())}
	queued, err := j.client.InsertTx(ctx, tx, args, nil)
	if err != nil {
		return err
	}
	// The queue stamps a job with this node's clock, which may be ahead of the
	// database's, by which jobs are fetched.
	_, err = tx.Exec(ctx, `update river_job set scheduled_at = created_at where id = $1 and scheduled_at > created_at`, queued.Job.ID)
	return err
}

// loginCodeWorker sends codes. It alone asks whether the identifier belongs to
// anybody, so the call that queued the job cannot tell by its timing.
type loginCodeWorker struct {
	river.WorkerDefaults[loginCodeArgs]
	jobs *Jobs
}

// NextRetry spaces the attempts.
func (w *loginCodeWorker) NextRetry(job *river.Job[loginCodeArgs]) time.Time {
	return doubling(job.JobRow)
}

// Work sends the code, unless it is too late, its identifier is nobody's or
// its channel is off.
func (w *loginCodeWorker) Work(ctx context.Context, job *river.Job[loginCodeArgs]) error {
	plain, err := w.jobs.config.Sealer.Open(job.Args.Sealed, job.Kind)
	if err != nil {
		return w.jobs.giveUp(ctx, job.Kind, err)
	}
	var secret loginCodeSecret
	if err := json.Unmarshal(plain, &secret); err != nil {
		return w.jobs.giveUp(ctx, job.Kind, errors.New("arguments of another version"))
	}
	var now time.Time
	if err := w.jobs.db.pool.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
		return err
	}
	if now.Sub(secret.AskedAt) > store.LoginDelivery {
		return w.jobs.giveUp(ctx, job.Kind, errors.New("too late"))
	}
	to := store.Identifier{Channel: secret.Channel, Address: secret.Address}
	if _, person, err := findPerson(ctx, w.jobs.db.pool, to); err != nil || person == "" {
		return err
	}
	return w.jobs.deliver(ctx, to, secret.Code)
}

// deliver hands a code to its channel. A job's error is stored as it is, so
// only the gateway's sentence goes into it, never its cause.
func (j *Jobs) deliver(ctx context.Context, to store.Identifier, code string) error {
	var err error
	switch {
	case to.Channel == store.Email && j.config.Mailer != nil:
		err = j.config.Mailer.SendMail(ctx, store.LoginMail(j.config.Brand, to.Address, code))
	case to.Channel == store.SMS && j.config.SMS != nil:
		err = j.config.SMS.SendSMS(ctx, store.LoginSMS(j.config.Brand, to.Address, code))
	default:
		return j.giveUp(ctx, loginCodeArgs{}.Kind(), errors.New("channel "+string(to.Channel)+" is off"))
	}
	if err == nil {
		return nil
	}
	told := errors.New(store.AsError(err).Message)
	if store.CodeOf(err) == store.Invalid {
		return j.giveUp(ctx, loginCodeArgs{}.Kind(), told)
	}
	return told
}
