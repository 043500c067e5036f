// The queue itself: made once a node, started after its jobs are registered.

package queue

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
)

// Limits of the workers. Arguments of jobs may hold sealed codes, so finished
// rows are deleted soon.
const (
	workersPerNode    = 20
	jobTimeout        = 20 * time.Second
	dailyCheckTime    = 10 * time.Minute // of a comparison of all there is
	finishedRetention = time.Hour
	failedRetention   = 24 * time.Hour
	fetchCooldown     = 50 * time.Millisecond
	cancelTimeout     = 2 * time.Second
	endingTime        = 5 * time.Second // for which a job may go on once its time is up
)

// Queue is the job queue of all nodes. Any node may add jobs to it; Start makes
// this node work them.
type Queue struct {
	db      *postgres.DB
	roomLog *logs.Log
	chat    *chats.Chat
	people  *members.People
	log     *slog.Logger
	workers *river.Workers
	client  *river.Client[pgx.Tx]
	clock   *databaseClock
	longest map[string]time.Duration // for which an attempt may show no life, by the kinds of jobs that this node works

	ctx     context.Context // of what runs beside the jobs
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// New makes the queue over db. It works nothing before Start.
func New(db *postgres.DB, log *slog.Logger) (*Queue, error) {
	q := &Queue{db: db, roomLog: logs.New(db), chat: chats.New(db), people: members.New(db), log: log, workers: river.NewWorkers(), clock: newDatabaseClock(), longest: map[string]time.Duration{}}
	q.ctx, q.cancel = context.WithCancel(context.Background())
	client, err := river.NewClient(riverpgxv5.New(db.Pool()), &river.Config{
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: workersPerNode}, pushQueue: {MaxWorkers: pushWorkers},
			logs.PreviewQueue: {MaxWorkers: previewWorkers},
		},
		Workers:                     q.workers,
		Logger:                      log,
		ErrorHandler:                failureLog{log},
		RetryPolicy:                 q.clock,
		Test:                        river.TestConfig{Time: q.clock}, // the only way to give River a clock
		Hooks:                       []rivertype.Hook{river.HookInsertBeginFunc(databaseTimes)},
		JobTimeout:                  jobTimeout,
		FetchCooldown:               fetchCooldown,
		CancelledJobRetentionPeriod: finishedRetention,
		CompletedJobRetentionPeriod: finishedRetention,
		DiscardedJobRetentionPeriod: failedRetention,
		ReindexerIndexNames:         []string{}, // only the owner of a table may make its indexes anew
	})
	if err != nil {
		return nil, err
	}
	q.client = client
	return q, nil
}

// addWorker registers what works the jobs of a kind.
func addWorker[T river.JobArgs](q *Queue, worker river.Worker[T]) {
	river.AddWorker(q.workers, worker)
	var args T
	q.longest[args.Kind()] = cmp.Or(worker.Timeout(&river.Job[T]{}), jobTimeout)
}

// addPeriodic registers work that one node does once a period, and soon after
// the start.
func addPeriodic[T river.JobArgs](q *Queue, period time.Duration, args T, work func(context.Context) error) {
	addPeriodicOf(q, period, jobTimeout, args, work)
}

// periodicWorker does periodic work that may take up to limit.
type periodicWorker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	limit time.Duration
	work  func(context.Context) error
}

func (w *periodicWorker[T]) Timeout(*river.Job[T]) time.Duration { return w.limit }

// Work implements river.Worker.
func (w *periodicWorker[T]) Work(ctx context.Context, _ *river.Job[T]) error { return w.work(ctx) }

// addPeriodicOf is addPeriodic for work that may take up to limit.
func addPeriodicOf[T river.JobArgs](q *Queue, period, limit time.Duration, args T, work func(context.Context) error) {
	addWorker(q, &periodicWorker[T]{limit: limit, work: work})
	q.client.PeriodicJobs().Add(river.NewPeriodicJob(river.PeriodicInterval(period),
		func() (river.JobArgs, *river.InsertOpts) {
			// Unique in its period, so that several nodes do the work once.
			return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: period}, MaxAttempts: 3}
		},
		&river.PeriodicJobOpts{RunOnStart: true}))
}

// insertNow queues jobs in a transaction, to be worked at once.
func (q *Queue) insertNow(ctx context.Context, tx pgx.Tx, all ...river.JobArgs) error {
	jobs := make([]river.InsertManyParams, len(all))
	for i, args := range all {
		jobs[i].Args = args
	}
	_, err := q.client.InsertManyTx(ctx, tx, jobs)
	return err
}

// databaseTimes has the database stamp new jobs. River would do so with the node's
// clock, and a job of a node that is ahead would wait as long.
func databaseTimes(_ context.Context, job *rivertype.JobInsertParams) error {
	for _, at := range []**time.Time{&job.CreatedAt, &job.ScheduledAt} {
		if *at == nil {
			*at = &time.Time{} // River's statement takes now() for it
		}
	}
	return nil
}

// Start works jobs until Stop.
func (q *Queue) Start(ctx context.Context) error {
	q.followClock(ctx)
	q.eachSecond("jobs of ended nodes", q.returnJobs)
	return q.client.Start(context.WithoutCancel(ctx))
}

// returnJobs has the jobs worked again in whose midst a node was killed. River would wait for
// an hour, and compare with the clock of one node. Jobs of other kinds are left to it: only a
// node of another version knows how long one of theirs may take.
func (q *Queue) returnJobs(ctx context.Context) (more bool, err error) {
	patience := make(map[string]time.Duration, len(q.longest))
	for kind, longest := range q.longest {
		patience[kind] = longest + endingTime
	}
	n, err := q.db.ReturnJobs(ctx, patience)
	if n > 0 {
		q.log.LogAttrs(ctx, slog.LevelWarn, "jobs of a node that ended are worked again", slog.Int64("jobs", n))
	}
	return false, err
}

// eachSecond searches until there is no more, once a second until the queue stops. A
// failure is logged when it begins.
func (q *Queue) eachSecond(name string, search func(ctx context.Context) (more bool, err error)) {
	q.background(func(ctx context.Context) {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		failed := false
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			more, err := true, error(nil)
			for more && err == nil && ctx.Err() == nil {
				more, err = search(ctx)
			}
			if err != nil && !failed && ctx.Err() == nil {
				q.log.Warn(name+": the search failed, trying again every second", "error", err)
			}
			failed = err != nil
		}
	})
}

// background runs work beside the jobs until Stop.
func (q *Queue) background(work func(context.Context)) {
	q.running.Go(func() { work(q.ctx) })
}

// Stop takes no more jobs and waits for the running ones until ctx ends. Then
// it cancels them; another node or the next start works them again.
func (q *Queue) Stop(ctx context.Context) error {
	q.cancel()
	q.running.Wait()
	err := q.client.Stop(ctx)
	if err == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	cancelling, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer cancel()
	return q.client.StopAndCancel(cancelling)
}

// Depth counts the unfinished jobs of all nodes by state: available, scheduled,
// retryable, running. It fails with Unavailable while the database is away.
func (q *Queue) Depth(ctx context.Context) (map[string]int, error) {
	depth := map[string]int{"available": 0, "scheduled": 0, "retryable": 0, "running": 0}
	found, err := q.db.UnfinishedJobs(ctx)
	for state, n := range found {
		depth[state] = n
	}
	return depth, err
}

// failureLog logs failed jobs: River itself logs them below the level that an
// operator reads.
type failureLog struct{ log *slog.Logger }

// HandleError logs a failure that is retried while attempts are left.
func (f failureLog) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.LogAttrs(ctx, slog.LevelWarn, "job failed", slog.String("job", job.Kind),
		slog.Int("attempt", job.Attempt), slog.Int("attempts", job.MaxAttempts), slog.String("cause", err.Error()))
	return nil
}

// HandlePanic logs where a job panicked, without the panic's value: it may
// quote the job's arguments.
func (f failureLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, _ any, trace string) *river.ErrorHandlerResult {
	f.log.LogAttrs(ctx, slog.LevelError, "job panicked", slog.String("job", job.Kind), slog.String("stack", trace))
	return nil
}

// giveUp ends a job that no further attempt can help.
func (q *Queue) giveUp(ctx context.Context, kind string, cause error) error {
	q.log.LogAttrs(ctx, slog.LevelWarn, "job given up", slog.String("job", kind), slog.String("cause", cause.Error()))
	return river.JobCancel(cause)
}
