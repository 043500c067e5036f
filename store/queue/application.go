// The jobs of the membership application: sending its codes, and the mails about
// submissions and decisions.

package queue

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/application"
	"muster/store/language"
	"muster/store/people"
	applications "muster/store/postgres/application"
)

// ApplicationMail queues and sends what applicants are sent (applications.Queue).
type ApplicationMail struct {
	queue    *Queue
	delivery Delivery
	site     string // address of the product, without a slash at its end
	of       *applications.Applications
}

// AddApplications registers the jobs and gives their queue. The jobs work once Serve has
// said whose they are, which must be before Start.
func (q *Queue) AddApplications(d Delivery, site string) *ApplicationMail {
	m := &ApplicationMail{queue: q, delivery: d, site: site}
	addWorker(q, &applicationCodeWorker{of: m})
	addWorker(q, &submissionWorker{of: m})
	addWorker(q, &decisionWorker{of: m})
	return m
}

// Serve says whose jobs they are.
func (m *ApplicationMail) Serve(of *applications.Applications) { m.of = of }

// applicationCodeArgs are sealed: they hold a code and an address.
type applicationCodeArgs struct {
	Sealed []byte `json:"sealed"`
}

func (applicationCodeArgs) Kind() string { return "application_code" }

// InsertOpts allows as many attempts as fit into people.LoginDelivery.
func (applicationCodeArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 8} }

// applicationCode is the content of applicationCodeArgs.
type applicationCode struct {
	Purpose people.CodePurpose
	To      store.Identifier
	Code    string
	AskedAt time.Time
	// Earlier versions wrote none.
	Language language.Tag
}

// QueueApplicationCode implements applications.Queue.
func (m *ApplicationMail) QueueApplicationCode(ctx context.Context, tx pgx.Tx, purpose people.CodePurpose, to store.Identifier, tag language.Tag, code string, now time.Time) error {
	plain, err := json.Marshal(applicationCode{purpose, to, code, now, tag})
	if err != nil {
		return err
	}
	return m.queue.insertNow(ctx, tx, applicationCodeArgs{Sealed: m.delivery.Sealer.Seal(plain, applicationCodeArgs{}.Kind())})
}

// applicationCodeWorker sends codes. Whether a status code has an application is looked
// up here and not by the call, whose timing would tell.
type applicationCodeWorker struct {
	river.WorkerDefaults[applicationCodeArgs]
	of *ApplicationMail
}

// NextRetry spaces the attempts.
func (w *applicationCodeWorker) NextRetry(job *river.Job[applicationCodeArgs]) time.Time {
	return w.of.queue.clock.backoff(job.JobRow, shortBackoff)
}

// Work sends the code, unless it is too late or nobody is to have it.
func (w *applicationCodeWorker) Work(ctx context.Context, job *river.Job[applicationCodeArgs]) error {
	m, q := w.of, w.of.queue
	plain, err := m.delivery.Sealer.Open(job.Args.Sealed, job.Kind)
	if err != nil {
		return q.giveUp(ctx, job.Kind, err)
	}
	var code applicationCode
	if err := json.Unmarshal(plain, &code); err != nil {
		return q.giveUp(ctx, job.Kind, errors.New("arguments of another version"))
	}
	now, err := q.db.Now(ctx)
	if err != nil {
		return err
	}
	if now.Sub(code.AskedAt) > people.LoginDelivery {
		return q.giveUp(ctx, job.Kind, errors.New("too late"))
	}
	if code.Purpose == application.StatusCode {
		known, err := m.of.Exists(ctx, code.To.Address)
		if err != nil || !known {
			return err
		}
	}
	switch {
	case code.To.Channel == store.Email && m.delivery.Mailer != nil:
		err = m.delivery.Mailer.SendMail(ctx, application.CodeMail(m.delivery.Brand.CurrentBrand(ctx), code.Language, code.To.Address, code.Code))
	case code.To.Channel == store.SMS && m.delivery.SMS != nil:
		err = m.delivery.SMS.SendSMS(ctx, application.CodeSMS(m.delivery.Brand.CurrentBrand(ctx), code.Language, code.To.Address, code.Code))
	default:
		return q.giveUp(ctx, job.Kind, errors.New("channel "+string(code.To.Channel)+" is off"))
	}
	return m.outcome(ctx, job.Kind, err)
}

// outcome is a job's error. River stores it as it is, so it holds only the gateway's
// sentence and never its cause.
func (m *ApplicationMail) outcome(ctx context.Context, kind string, err error) error {
	if err == nil {
		return nil
	}
	sentence := errors.New(store.AsError(err).Message)
	if store.CodeOf(err) == store.Invalid {
		return m.queue.giveUp(ctx, kind, sentence)
	}
	return sentence
}

// submissionArgs name an application that was submitted.
type submissionArgs struct {
	Application string `json:"application"`
}

func (submissionArgs) Kind() string { return "application_submission" }

// InsertOpts goes on trying for days.
func (submissionArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 25} }

// QueueApplicationSubmission implements applications.Queue.
func (m *ApplicationMail) QueueApplicationSubmission(ctx context.Context, tx pgx.Tx, id string) error {
	return m.queue.insertNow(ctx, tx, submissionArgs{id})
}

// submissionWorker mails that an application arrived.
type submissionWorker struct {
	river.WorkerDefaults[submissionArgs]
	of *ApplicationMail
}

// Work sends one mail and notes that it was handed over.
func (w *submissionWorker) Work(ctx context.Context, job *river.Job[submissionArgs]) error {
	m := w.of
	n, err := m.of.Submission(ctx, job.Args.Application)
	if send, err := m.sends(ctx, job.Kind, n.Mailed, err); !send {
		return err
	}
	if err := m.delivery.Mailer.SendMail(ctx, application.SubmissionMail(m.delivery.Brand.CurrentBrand(ctx), n.Language, m.site, n.Email, n.Number, n.Expedited)); err != nil {
		return m.outcome(ctx, job.Kind, err)
	}
	return m.of.SubmissionMailed(ctx, job.Args.Application)
}

// sends says whether a mail that was read with err is to be sent, or what the job ends with.
func (m *ApplicationMail) sends(ctx context.Context, kind string, mailed bool, err error) (bool, error) {
	switch {
	case store.CodeOf(err) == store.NotFound:
		return false, m.queue.giveUp(ctx, kind, errors.New("the application is gone"))
	case err != nil || mailed:
		return false, err
	case m.delivery.Mailer == nil:
		return false, m.queue.giveUp(ctx, kind, errors.New("channel email is off"))
	}
	return true, nil
}

// decisionArgs name a decision.
type decisionArgs struct {
	Decision int64 `json:"decision"`
}

func (decisionArgs) Kind() string { return "application_decision" }

// InsertOpts goes on trying for days.
func (decisionArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 25} }

// QueueApplicationDecision implements applications.Queue.
func (m *ApplicationMail) QueueApplicationDecision(ctx context.Context, tx pgx.Tx, decision int64) error {
	return m.queue.insertNow(ctx, tx, decisionArgs{decision})
}

// decisionWorker mails a decision.
type decisionWorker struct {
	river.WorkerDefaults[decisionArgs]
	of *ApplicationMail
}

// Work sends one mail and notes that it was handed over.
func (w *decisionWorker) Work(ctx context.Context, job *river.Job[decisionArgs]) error {
	m := w.of
	d, err := m.of.Decision(ctx, job.Args.Decision)
	if send, err := m.sends(ctx, job.Kind, d.Mailed, err); !send {
		return err
	}
	if err := m.delivery.Mailer.SendMail(ctx, application.DecisionMail(m.delivery.Brand.CurrentBrand(ctx), d.Language, m.site, d.Email, d.Number, d.Status, d.Reason)); err != nil {
		return m.outcome(ctx, job.Kind, err)
	}
	return m.of.DecisionMailed(ctx, job.Args.Decision)
}

// retentionPeriod is how often applications that were kept long enough are looked for.
const retentionPeriod = time.Hour

// applicationRetention are the arguments of the job.
type applicationRetention struct{}

func (applicationRetention) Kind() string { return "application_retention" }

// dueApplications deletes applications that were kept long enough and adds up what counts
// them (store/postgres/application).
type dueApplications interface {
	DeleteDue(ctx context.Context, keep application.Keep) (int, error)
	AddUpCounts(ctx context.Context) error
}

// AddApplicationRetention registers the job that deletes applications which were kept long
// enough and adds up the counts of those that stay.
func (q *Queue) AddApplicationRetention(of dueApplications, keep application.Keep) {
	addPeriodic(q, retentionPeriod, applicationRetention{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, trimTime)
		defer cancel()
		_, err := of.DeleteDue(limited, keep)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err() // the next run goes on
		}
		return errors.Join(err, of.AddUpCounts(ctx))
	})
}
