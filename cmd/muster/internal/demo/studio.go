package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"muster/cmd/muster/internal/node"
	"muster/store/blob"
)

// studio draws the pictures of the demo and prepares them while its people talk.
type studio struct {
	files  *blob.Storage
	shots  map[string]func() (shot, error) // by name; each waits until it is made
	stop   context.CancelFunc
	closed sync.WaitGroup
}

// shot is a picture that can be stored.
type shot struct {
	received *blob.Spool
	prepared *blob.Prepared
}

// portraitOf, pictureOf and landscapeOf name the shots.
func portraitOf(n int) string          { return fmt.Sprint("portrait ", n) }
func pictureOf(username string) string { return "picture of " + username }
func landscapeOf(n int) string         { return fmt.Sprint("landscape ", n) }

// studio opens it, and begins.
func (f Files) studio(ctx context.Context) (*studio, error) {
	files, err := node.OpenMedia(ctx, f.MediaURL, f.DataDir)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := &studio{files: files, shots: map[string]func() (shot, error){}, stop: stop}
	var all []func() (shot, error)
	add := func(name string, receive func() (*blob.Spool, error), prepare func(context.Context, *blob.Spool) (*blob.Prepared, error)) {
		take := sync.OnceValues(func() (one shot, err error) {
			if err = ctx.Err(); err == nil {
				one.received, err = receive()
			}
			if err == nil {
				one.prepared, err = prepare(ctx, one.received)
			}
			if err != nil {
				err = fmt.Errorf("demo %s: %w", name, err)
			}
			return one, err
		})
		s.shots[name], all = take, append(all, take)
	}
	for who, n := range samplePictures {
		add(pictureOf(who), func() (*blob.Spool, error) { return files.ReceivePicture(bytes.NewReader(drawLandscape(n))) }, files.PreparePicture)
	}
	for n := range sampleAlbumFiles {
		add(landscapeOf(n), func() (*blob.Spool, error) {
			drawn := drawLandscape(float64(n))
			return files.Receive(bytes.NewReader(drawn), int64(len(drawn)))
		}, func(ctx context.Context, received *blob.Spool) (*blob.Prepared, error) {
			return files.Prepare(ctx, received, blob.Hints{})
		})
	}
	for n := range sampleApplications {
		add(portraitOf(n), func() (*blob.Spool, error) { return files.ReceivePhoto(bytes.NewReader(drawPortrait(n))) }, files.PreparePicture)
	}
	s.closed.Go(func() {
		for _, take := range all {
			_, _ = take() // whoever wants it gets the error
		}
	})
	return s, nil
}

// close ends it, and removes what was made.
func (s *studio) close() error {
	s.stop()
	s.closed.Wait()
	for _, take := range s.shots {
		one, _ := take()
		if one.prepared != nil {
			one.prepared.Close()
		}
		if one.received != nil {
			one.received.Close()
		}
	}
	return s.files.Close()
}

// errNoShot says that the demo asks for a picture that it does not draw.
var errNoShot = errors.New("demo: no such picture")

// take waits for a picture.
func (s *studio) take(name string) (*blob.Prepared, error) {
	take, ok := s.shots[name]
	if !ok {
		return nil, fmt.Errorf("%w: %s", errNoShot, name)
	}
	one, err := take()
	return one.prepared, err
}
