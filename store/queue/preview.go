// The job that looks at the first link of a message.

package queue

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"muster/store"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// previewWorkers is how many pages a node looks at at once. They have workers of
// their own: slow pages delay no sign-in code.
const previewWorkers = 3

// AddLinkPreviews registers the job. It is queued by the transaction that stores the
// message (store/postgres/roomlog.Log.QueuePreviews).
func (q *Queue) AddLinkPreviews(pages roomlog.Previewer) {
	addWorker(q, river.WorkFunc(func(ctx context.Context, job *river.Job[previewArgs]) error {
		return q.preview(ctx, pages, job.Args.Message)
	}))
}

// previewArgs hold the message's id alone, so that no text is stored a second time.
type previewArgs struct {
	Message string `json:"message"`
}

func (previewArgs) Kind() string { return logs.PreviewJob }

// preview adds the preview to a message whose text stands. The rooms' poll finds the
// event within a second. A job's error is stored, so it holds neither text nor link.
func (q *Queue) preview(ctx context.Context, pages roomlog.Previewer, message string) error {
	text, err := q.roomLog.CurrentText(ctx, message)
	if err != nil {
		return err
	}
	link := roomlog.FindLink(text)
	if link == "" {
		return nil
	}
	p, err := pages.Preview(ctx, link)
	if store.CodeOf(err) == store.Invalid {
		return nil
	}
	if err != nil {
		return errors.New(store.AsError(err).Message)
	}
	_, _, err = q.roomLog.AddPreview(ctx, message, text, p)
	return err
}
