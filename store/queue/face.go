package queue

import (
	"context"
	"errors"

	faces "muster/store/postgres/face"
)

// faceRetention are the arguments of the job.
type faceRetention struct{}

func (faceRetention) Kind() string { return "face_retention" }

// AddFaceRetention registers the job that deletes faces which were kept long enough.
func (q *Queue) AddFaceRetention(of *faces.Faces, keep faces.Keep) {
	addPeriodic(q, retentionPeriod, faceRetention{}, func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, trimTime)
		defer cancel()
		_, err := of.DeleteDue(limited, keep)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			return ctx.Err() // the next run goes on
		}
		return err
	})
}
