// The jobs that remove the files of uploads and of profile pictures.

package queue

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/postgres"
)

// mediaSweepPeriod is how often uploads that nobody sent are looked for.
const mediaSweepPeriod = 10 * time.Minute

// AddMedia registers the job that removes the files of a deleted message, which
// the deletion itself has queued, and the one that ends uploads that nobody sent.
func (q *Queue) AddMedia(files store.MediaFiles) {
	addWorker(q, &mediaRemovalWorker{queue: q, files: files})
	addPeriodic(q, mediaSweepPeriod, mediaSweep{}, func(ctx context.Context) error {
		return errors.Join(q.roomLog.SweepUploads(ctx, files), q.people.SweepPictures(ctx, files))
	})
}

// mediaSweep are the arguments of the sweep.
type mediaSweep struct{}

func (mediaSweep) Kind() string { return "media_sweep" }

// mediaRemoval are the arguments of a removal.
type mediaRemoval struct {
	Upload string `json:"upload"` // or a profile picture's id
}

func (mediaRemoval) Kind() string { return postgres.MediaRemovalJob }

// mediaRemovalWorker removes the files of one upload or profile picture. What it cannot remove for
// days, the sweep still does.
type mediaRemovalWorker struct {
	river.WorkerDefaults[mediaRemoval]
	queue *Queue
	files store.MediaFiles
}

// Work implements river.Worker.
func (w *mediaRemovalWorker) Work(ctx context.Context, job *river.Job[mediaRemoval]) error {
	if err := w.queue.roomLog.RemoveUpload(ctx, w.files, job.Args.Upload); err != nil {
		return err
	}
	return w.queue.people.RemovePicture(ctx, w.files, job.Args.Upload)
}
