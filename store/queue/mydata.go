// The jobs of members' own data: making exports, and erasing.

package queue

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store/people"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
)

// erasePeriod is how often members who are to be erased are looked for, and exports
// that have expired.
const erasePeriod = time.Minute

// eraseTime limits one run of the erasures, in which two searches of one member may take all of
// their time. What a run leaves, the next one does.
const eraseTime = 2*logs.EraseSearchTime + 10*time.Second

// exportTime limits making one export.
const exportTime = 10 * time.Minute

// exportJobs queues exports (members.ExportQueue) and makes them.
type exportJobs struct {
	queue *Queue
	files people.ExportFiles
	data  *members.MyData
}

// AddMyData registers the jobs and returns what queues them.
func (q *Queue) AddMyData(files people.ExportFiles) *members.MyData {
	jobs := &exportJobs{queue: q, files: files}
	jobs.data = members.NewMyData(q.db, jobs)
	addWorker(q, &exportWorker{of: jobs})
	q.longest[exportArgs{}.Kind()] = jobTimeout // it is held meanwhile
	addPeriodicOf(q, erasePeriod, eraseTime+endingTime, erasure{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, eraseTime)
		defer cancel()
		_, err := q.people.EraseDue(limited)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err() // the next run goes on
		}
		return err
	})
	addPeriodic(q, erasePeriod, exportSweep{}, func(ctx context.Context) error { return jobs.data.SweepExports(ctx, files) })
	return jobs.data
}

// erasure and exportSweep are the arguments of the jobs that run once a period.
type (
	erasure     struct{}
	exportSweep struct{}
)

func (erasure) Kind() string     { return "erasure" }
func (exportSweep) Kind() string { return "export_sweep" }

// exportArgs name an export.
type exportArgs struct {
	Export string `json:"export"`
}

func (exportArgs) Kind() string { return "export" }

// InsertOpts gives up before the next export may be asked for.
func (exportArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 6} }

// QueueExport implements members.ExportQueue.
func (e *exportJobs) QueueExport(ctx context.Context, tx pgx.Tx, export string) error {
	return e.queue.insertNow(ctx, tx, exportArgs{export})
}

// exportWorker makes one export.
type exportWorker struct {
	river.WorkerDefaults[exportArgs]
	of *exportJobs
}

// Timeout is longer than that of other jobs: an export copies files.
func (w *exportWorker) Timeout(*river.Job[exportArgs]) time.Duration { return exportTime }

// NextRetry spaces the attempts.
func (w *exportWorker) NextRetry(job *river.Job[exportArgs]) time.Time {
	return w.of.queue.clock.backoff(job.JobRow, shortBackoff)
}

// Work implements river.Worker.
func (w *exportWorker) Work(ctx context.Context, job *river.Job[exportArgs]) error {
	return w.of.queue.hold(ctx, job.JobRow, func(ctx context.Context) error {
		return w.of.data.MakeExport(ctx, job.Args.Export, w.of.files)
	})
}
