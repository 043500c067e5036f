package backup

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// serverSilence is how long a server may leave everything unanswered. One that is busy answers a
// ping within it, however long its statements take.
var serverSilence = 2 * time.Minute

// errSilent says that a server was given up.
var errSilent = errors.New("the database has stopped answering, and was given up")

// whileAnswering gives a context that ends with errSilent once the server of a database has left a
// ping unanswered for serverSilence. A server that freezes in the middle of a statement keeps its
// connections open, and whoever waits for it would wait for ever. stop ends the watch.
func whileAnswering(ctx context.Context, url string) (watched context.Context, stop func()) {
	watched, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w := watch{url: url}
		defer w.close(watched)
		for !w.silent(watched) {
			select {
			case <-watched.Done():
				return
			case <-time.After(serverSilence / 10):
			}
		}
		cancel(errSilent)
	}()
	return watched, func() {
		cancel(nil)
		<-ended
	}
}

// reason is errSilent in place of what a server that was given up made fail.
func reason(watched context.Context, err error) error {
	if err != nil && !errors.Is(err, errSilent) && errors.Is(context.Cause(watched), errSilent) {
		return errSilent
	}
	return err
}

// watch pings a server on a connection of its own.
type watch struct {
	url  string
	conn *pgx.Conn // nil: none yet, or it was lost
}

// silent says whether a ping stays unanswered. A server that refuses, or is gone, does answer:
// whoever works with it fails by that.
func (w *watch) silent(ctx context.Context) bool {
	within, cancel := context.WithTimeout(ctx, serverSilence)
	defer cancel()
	if w.conn != nil {
		if w.conn.Ping(within) == nil {
			return false
		}
		w.close(ctx)
		return errors.Is(within.Err(), context.DeadlineExceeded)
	}
	for within.Err() == nil {
		conn, err := connect(within, w.url)
		if err == nil {
			w.conn = conn
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return false
		}
	}
	return errors.Is(within.Err(), context.DeadlineExceeded)
}

func (w *watch) close(ctx context.Context) {
	if w.conn != nil {
		_ = w.conn.Close(context.WithoutCancel(ctx))
		w.conn = nil
	}
}
