// Durable jobs: what must happen after a commit, written in the same
// transaction as its cause (SEC-9).

package postgres

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"muster/store"
)

// How jobs are worked. Their arguments may hold sealed codes, so finished rows
// do not stay long.
const (
	jobWorkers  = 20 // at once on one node
	jobTimeout  = 20 * time.Second
	jobKept     = time.Hour
	jobFetch    = 50 * time.Millisecond
	sweepPeriod = time.Hour
)

// JobsConfig says what jobs reach the outside world with.
type JobsConfig struct {
	Sealer store.Sealer
	Mailer store.Mailer    // nil: no mail is sent
	SMS    store.SMSSender // nil: no text is sent
	Brand  store.Brand
	Logger *slog.Logger
}

// Jobs is the queue: everybody may add to it; Start makes this node work it.
type Jobs struct {
	db     *DB
	config JobsConfig
	client *river.Client[pgx.Tx]
}

// NewJobs makes the queue over db. Nothing is worked before Start.
func NewJobs(db *DB, config JobsConfig) (*Jobs, error) {
	j := &Jobs{db: db, config: config}
	workers := river.NewWorkers()
	river.AddWorker(workers, &loginCodeWorker{jobs: j})
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, _ *river.Job[loginSweep]) error {
		return db.SweepLogins(ctx)
	}))
	client, err := river.NewClient(riverpgxv5.New(db.pool), &river.Config{
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: jobWorkers}},
		Workers:                     workers,
		Logger:                      config.Logger,
		ErrorHandler:                jobFailures{config.Logger},
		JobTimeout:                  jobTimeout,
		FetchCooldown:               jobFetch,
		CancelledJobRetentionPeriod: jobKept,
		CompletedJobRetentionPeriod: jobKept,
		DiscardedJobRetentionPeriod: 24 * time.Hour,
		PeriodicJobs: []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(sweepPeriod),
			func() (river.JobArgs, *river.InsertOpts) { return loginSweep{}, nil },
			&river.PeriodicJobOpts{RunOnStart: true})},
	})
	if err != nil {
		return nil, err
	}
	j.client = client
	return j, nil
}

// jobFailures says in the log that a job failed: the queue itself tells it only
// below the levels that an operator reads.
type jobFailures struct{ log *slog.Logger }

// HandleError logs a failure that is tried again while attempts are left.
func (f jobFailures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.LogAttrs(ctx, slog.LevelWarn, "job failed", slog.String("job", job.Kind),
		slog.Int("attempt", job.Attempt), slog.Int("attempts", job.MaxAttempts), slog.String("cause", err.Error()))
	return nil
}

// HandlePanic logs where a job broke; the panic's value may quote its arguments.
func (f jobFailures) HandlePanic(ctx context.Context, job *rivertype.JobRow, _ any, trace string) *river.ErrorHandlerResult {
	f.log.LogAttrs(ctx, slog.LevelError, "job panicked", slog.String("job", job.Kind), slog.String("stack", trace))
	return nil
}

// giveUp ends a job that no further attempt can help.
func (j *Jobs) giveUp(ctx context.Context, kind string, why error) error {
	j.config.Logger.LogAttrs(ctx, slog.LevelWarn, "job given up", slog.String("job", kind), slog.String("cause", why.Error()))
	return river.JobCancel(why)
}

// Start works jobs until Stop.
func (j *Jobs) Start(ctx context.Context) error { return j.client.Start(context.WithoutCancel(ctx)) }

// Stop takes no more jobs and waits for those under way until ctx ends; then
// they are cancelled, and another node or the next start works them again.
func (j *Jobs) Stop(ctx context.Context) error {
	err := j.client.Stop(ctx)
	if err == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	return j.client.StopAndCancel(hard)
}

// Depth counts the unfinished jobs of all nodes by state: available, scheduled,
// retryable, running. Unavailable while the database is away.
func (j *Jobs) Depth(ctx context.Context) (map[string]int, error) {
	depth := map[string]int{"available": 0, "scheduled": 0, "retryable": 0, "running": 0}
	err := j.db.read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select state::text, count(*)::int from river_job
			where state in ('available', 'scheduled', 'retryable', 'running') group by state`)
		if err != nil {
			return err
		}
		var state string
		var n int
		_, err = pgx.ForEachRow(rows, []any{&state, &n}, func() error {
			depth[state] = n
			return nil
		})
		return err
	})
	return depth, err
}

// loginSweep forgets expired rows of the sign-in.
type loginSweep struct{}

func (loginSweep) Kind() string { return "login_sweep" }

// InsertOpts keeps one sweep in the queue, not one a node.
func (loginSweep) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: sweepPeriod}, MaxAttempts: 3}
}

// doubling waits 1 s, 2 s, 4 s … up to 30 s between attempts of a job.
func doubling(job *rivertype.JobRow) time.Time {
	return time.Now().Add(min(30*time.Second, time.Second<<min(job.Attempt-1, 5)))
}
