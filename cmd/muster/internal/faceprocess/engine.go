package faceprocess

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/rpc"
	"os"
	"os/exec"
	"sync"
	"time"

	"muster/cmd/muster/internal/cluster/process"
	"muster/store/face"
)

const (
	// startDeadline is how long the process may take to read its weights.
	startDeadline = 30 * time.Second
	// callDeadline is how long it may take for one picture. Then it is killed: nothing else
	// stops what hangs.
	callDeadline = 10 * time.Second
	// patience is how long it may take to end once its input has.
	patience = 2 * time.Second

	firstPause, longestPause = time.Second, time.Minute // before it is started anew
)

// Engine is the engine of a process that it starts, and starts anew when it ends.
type Engine struct {
	program string
	args    []string
	log     *slog.Logger
	ending  context.Context
	end     context.CancelFunc
	ended   chan struct{}
	startIn time.Duration // startDeadline, but in a test

	mu    sync.Mutex
	id    string // of the engine that was ready last
	child *child // nil while none runs
	why   error  // then
}

// child is one run of the process.
type child struct {
	*process.Process
	client *rpc.Client
}

// Start starts program with args, which calls Serve, and waits until its engine is ready.
// When the process does not start or its engine is not ready, pictures are refused, and it
// is started again until it is. End it with Close.
func Start(program string, args []string, log *slog.Logger) *Engine {
	e := &Engine{program: program, args: args, log: log, id: "away", startIn: startDeadline, ended: make(chan struct{})}
	e.ending, e.end = context.WithCancel(context.Background())
	first, err := e.start()
	if err != nil {
		e.set(nil, face.Unavailable(err))
	}
	go e.keep(first)
	return e
}

// start starts the process once and waits until it is ready.
func (e *Engine) start() (*child, error) {
	cmd := exec.Command(e.program, e.args...)
	cmd.Env = []string{} // settings and secrets are not its business
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = ownSession()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	running, err := process.Start(cmd)
	if err != nil {
		return nil, fmt.Errorf("start the face engine: %w", err)
	}
	// Who closes the engine does not wait for its weights.
	defer context.AfterFunc(e.ending, running.Kill)()
	c := &child{running, rpc.NewClient(pipes{out, in})}
	var ready ReadyReply
	if err = c.call("Ready", struct{}{}, &ready, e.startIn); err == nil {
		err = ready.Failure.err()
	}
	if err != nil {
		c.stop()
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.id, e.child, e.why = ready.ID, c, nil
	return c, nil
}

// stop ends the process.
func (c *child) stop() {
	_ = c.client.Close()
	select {
	case <-c.Done():
	case <-time.After(patience):
		_ = c.Stop(patience)
	}
}

// keep starts the process anew whenever it ends, until the engine is closed; running is nil
// when none runs yet.
func (e *Engine) keep(running *child) {
	defer close(e.ended)
	pause := firstPause
	for {
		if running == nil {
			if running = e.startAgain(&pause); running == nil {
				return
			}
			e.log.Info("the process of the face engine runs again")
		}
		began := time.Now()
		select {
		case <-running.Done():
		case <-e.ending.Done():
			running.stop()
			return
		}
		if time.Since(began) > longestPause {
			pause = firstPause
		}
		e.set(nil, fmt.Errorf("%w: its process ended: %s", face.ErrUnavailable, running.How()))
		_ = running.client.Close()
		e.log.Error("the process of the face engine ended", slog.String("how", running.How()))
		running = nil
	}
}

// startAgain tries until the process runs, with longer pauses each time; nil when the engine
// was closed.
func (e *Engine) startAgain(pause *time.Duration) *child {
	for {
		select {
		case <-time.After(*pause):
		case <-e.ending.Done():
			return nil
		}
		*pause = min(2**pause, longestPause)
		next, err := e.start()
		if err == nil {
			return next
		}
		if e.ending.Err() != nil {
			return nil // it was ended while it started
		}
		e.set(nil, face.Unavailable(err))
		e.log.Error("the process of the face engine did not start", slog.Any("error", err))
	}
}

func (e *Engine) set(c *child, why error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.child, e.why = c, why
}

func (e *Engine) running() (*child, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.child, e.why
}

// Close ends the process. Pictures that it still looks at fail.
func (e *Engine) Close() {
	e.end()
	<-e.ended
	e.set(nil, fmt.Errorf("%w: the engine is closed", face.ErrUnavailable))
}

// call makes one call of the process that runs now.
func (e *Engine) call(method string, request, reply any) error {
	c, err := e.running()
	if err != nil {
		return err
	}
	if err := c.call(method, request, reply, callDeadline); err != nil {
		return face.Unavailable(err)
	}
	return nil
}

// call waits for the answer, and kills the process when there is none in time.
func (c *child) call(method string, request, reply any, deadline time.Duration) error {
	late := time.NewTimer(deadline)
	defer late.Stop()
	made := c.client.Go(service+"."+method, request, reply, make(chan *rpc.Call, 1))
	select {
	case <-made.Done:
		return made.Error
	case <-late.C:
		c.Kill()
		<-made.Done // reply is written to until then
		return errors.New("the process of the face engine did not answer in time")
	}
}

// ID is that of the engine in the process, "away" before one was ready.
func (e *Engine) ID() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.id
}

// Ready fails while no process runs.
func (e *Engine) Ready(context.Context) error {
	_, err := e.running()
	return err
}

// Read implements face.Engine.
func (e *Engine) Read(_ context.Context, sent []byte) (face.Picture, error) {
	var reply ReadReply
	if err := e.call("Read", ReadRequest{sent}, &reply); err != nil {
		return face.Picture{}, err
	}
	return reply.Picture, reply.Failure.err()
}

// Enrol implements face.Engine.
func (e *Engine) Enrol(_ context.Context, picture face.Picture) (face.Enrolment, error) {
	var reply EnrolReply
	if err := e.call("Enrol", EnrolRequest{picture}, &reply); err != nil {
		return face.Enrolment{}, err
	}
	return reply.Enrolment, reply.Failure.err()
}

// Compare implements face.Engine.
func (e *Engine) Compare(ctx context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	request := CompareRequest{Template: enrolled.Template, Picture: picture}
	if enrolled.Template == nil && enrolled.Picture != nil {
		var err error
		if request.Enrolled, err = enrolled.Picture(ctx); err != nil {
			return face.Comparison{}, err
		}
	}
	var reply CompareReply
	if err := e.call("Compare", request, &reply); err != nil {
		return face.Comparison{}, err
	}
	return reply.Comparison, reply.Failure.err()
}
