package faceprocess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"muster/store"
	"muster/store/face"
)

// TestMain is the process of the engine as well.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "scripted") {
		if err := Serve(scripted{os.Args[1]}, os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// scripted is the engine in the process: the words of a picture say what it does.
type scripted struct{ how string }

func (s scripted) ID() string { return s.how }

func (s scripted) Ready(context.Context) error {
	if folder, once := strings.CutPrefix(s.how, "scripted/once in "); once {
		if os.Mkdir(filepath.Join(folder, "first"), 0o700) != nil {
			if err := os.WriteFile(filepath.Join(folder, "begun"), nil, 0o600); err != nil {
				return err
			}
			select {} // the weights take long
		}
	}
	if mark, broken := strings.CutPrefix(s.how, "scripted/broken until "); broken {
		if _, err := os.Stat(mark); err != nil {
			return fmt.Errorf("%w: a wrong weight", face.ErrUnavailable)
		}
	}
	return nil
}

func (s scripted) Read(_ context.Context, sent []byte) (face.Picture, error) {
	if len(sent) == 0 {
		return face.Picture{}, store.NewErrorReason(store.Invalid, "picture_missing", "No picture was sent.")
	}
	return face.Picture{JPEG: bytes.ToUpper(sent)}, nil
}

func (s scripted) Enrol(_ context.Context, picture face.Picture) (face.Enrolment, error) {
	switch string(picture.JPEG) {
	case "NOBODY":
		return face.Enrolment{}, face.ErrNoFace
	case "PANIC":
		panic("out of range")
	case "HANG":
		select {}
	case "EXIT":
		os.Exit(3)
	case "ENVIRONMENT":
		return face.Enrolment{Template: []byte(strings.Join(os.Environ(), " "))}, nil
	case "PROCESS":
		return face.Enrolment{Template: []byte(strconv.Itoa(os.Getpid()))}, nil
	}
	return face.Enrolment{Template: picture.JPEG, Quality: face.Quality{Detection: 0.75, EyeDistance: 41.5, Fingerprint: 7}}, nil
}

func (s scripted) Compare(ctx context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	template := enrolled.Template
	if template == nil {
		before, err := enrolled.Picture(ctx)
		if err != nil {
			return face.Comparison{}, err
		}
		template = before.JPEG
	}
	if !bytes.Equal(template, picture.JPEG) {
		return face.Comparison{Confidence: 12.5, Distance: 0.9}, nil
	}
	return face.Comparison{Confidence: 99.25, Distance: 0.3}, nil
}

// started is a running engine.
func started(t *testing.T, how string, log io.Writer) *Engine {
	t.Helper()
	e := Start(os.Args[0], []string{how}, slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(e.Close)
	return e
}

// The process answers as the engine in it does, refusals and panics too, and knows nothing
// of this process's settings.
func TestTheProcessAnswersAsItsEngine(t *testing.T) {
	t.Setenv("MUSTER_SECRET", "not its business")
	e, ctx := started(t, "scripted/1", io.Discard), t.Context()
	if e.ID() != "scripted/1" || e.Ready(ctx) != nil {
		t.Errorf("%s, %v", e.ID(), e.Ready(ctx))
	}
	picture, err := e.Read(ctx, []byte("ann"))
	if err != nil || string(picture.JPEG) != "ANN" {
		t.Errorf("%s, %v", picture.JPEG, err)
	}
	if _, err := e.Read(ctx, nil); store.CodeOf(err) != store.Invalid || store.AsError(err).Reason != "picture_missing" || store.AsError(err).Message != "No picture was sent." {
		t.Errorf("%v", err)
	}
	made, err := e.Enrol(ctx, picture)
	if err != nil || string(made.Template) != "ANN" || made.Quality != (face.Quality{Detection: 0.75, EyeDistance: 41.5, Fingerprint: 7}) {
		t.Errorf("%+v, %v", made, err)
	}
	stored := func(context.Context) (face.Picture, error) { return picture, nil }
	for _, reference := range []face.Reference{{Template: made.Template}, {Picture: stored}} {
		if c, err := e.Compare(ctx, reference, picture); err != nil || !c.Passes() || c.Distance != 0.3 {
			t.Errorf("%+v, %v", c, err)
		}
		if c, err := e.Compare(ctx, reference, face.Picture{JPEG: []byte("BOB")}); err != nil || c.Passes() {
			t.Errorf("%+v, %v", c, err)
		}
	}
	away := errors.New("the file is away")
	if _, err := e.Compare(ctx, face.Reference{Picture: func(context.Context) (face.Picture, error) { return face.Picture{}, away }}, picture); !errors.Is(err, away) {
		t.Errorf("%v", err)
	}
	if _, err := e.Enrol(ctx, face.Picture{JPEG: []byte("NOBODY")}); !errors.Is(err, face.ErrNoFace) || errors.Is(err, face.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	if _, err := e.Enrol(ctx, face.Picture{JPEG: []byte("PANIC")}); err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("%v", err)
	}
	if made, err := e.Enrol(ctx, face.Picture{JPEG: []byte("ENVIRONMENT")}); err != nil || len(made.Template) != 0 {
		t.Errorf("it knows %s, %v", made.Template, err)
	}
}

// A process that ends costs the picture that it looked at. It is started anew, and the log
// says so.
func TestAProcessThatEndsIsStartedAnew(t *testing.T) {
	log := &lines{}
	e, ctx := started(t, "scripted/1", log), t.Context()
	first := processOf(t, e)
	if _, err := e.Enrol(ctx, face.Picture{JPEG: []byte("EXIT")}); !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	log.wait(t, "runs again")
	if second := processOf(t, e); second == first {
		t.Errorf("process %s answers still", second)
	}
	if said := log.text(); !strings.Contains(said, "exit status 3") {
		t.Errorf("the log says %s", said)
	}
}

// What the process does not answer in time ends with the process.
func TestAProcessThatHangsIsKilled(t *testing.T) {
	log := &lines{}
	e := started(t, "scripted/1", log)
	running, err := e.running()
	if err != nil {
		t.Fatal(err)
	}
	hang := EnrolRequest{face.Picture{JPEG: []byte("HANG")}}
	if err := running.call("Enrol", hang, &EnrolReply{}, time.Millisecond); err == nil || !strings.Contains(err.Error(), "in time") {
		t.Errorf("%v", err)
	}
	log.wait(t, "runs again")
	if err := e.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

// An engine that is not ready when the node starts is away until it is. It stayed away before.
func TestAnEngineThatIsNotReadyIsStartedAgain(t *testing.T) {
	log := &lines{}
	mark := filepath.Join(t.TempDir(), "whole")
	e := started(t, "scripted/broken until "+mark, log)
	// It said three times that it was not available.
	if err := e.Ready(t.Context()); !errors.Is(err, face.ErrUnavailable) || err.Error() != face.ErrUnavailable.Error()+": a wrong weight" || e.ID() != "away" {
		t.Errorf("%s: %v", e.ID(), err)
	}
	if _, err := e.Enrol(t.Context(), face.Picture{}); !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("a picture: %v", err)
	}
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	log.wait(t, "runs again")
	if err := e.Ready(t.Context()); err != nil || e.ID() == "away" {
		t.Errorf("%s: %v", e.ID(), err)
	}
}

// Whoever closes the engine does not wait for one that is being started again, nor is that a
// failure. Close waited until the start was given up.
func TestCloseEndsAStart(t *testing.T) {
	folder := t.TempDir()
	begun := filepath.Join(folder, "begun")
	if err := syscall.Mkfifo(begun, 0o600); err != nil {
		t.Fatal(err)
	}
	log := &lines{}
	e := started(t, "scripted/once in "+folder, log)
	e.startIn = time.Hour // nothing but Close ends it
	if _, err := e.Enrol(t.Context(), face.Picture{JPEG: []byte("EXIT")}); !errors.Is(err, face.ErrUnavailable) {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(begun); err != nil { // until the second has begun
		t.Fatal(err)
	}
	e.Close()
	if said := log.text(); strings.Contains(said, "did not start") {
		t.Errorf("the log says %s", said)
	}
}

// Without the program pictures are refused, and Close does not wait.
func TestAProgramThatIsAway(t *testing.T) {
	e := Start("/no/such/program", nil, slog.New(slog.DiscardHandler))
	if err := e.Ready(t.Context()); !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	e.Close()
}

// After Close no process is left, and pictures are refused.
func TestCloseEndsTheProcess(t *testing.T) {
	e := started(t, "scripted/1", io.Discard)
	running, err := e.running()
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	<-running.Done()
	if how := running.How(); how != "exit status 0" {
		t.Errorf("it ended with %s", how)
	}
	if _, err := e.Enrol(t.Context(), face.Picture{}); !errors.Is(err, face.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

func processOf(t *testing.T, e *Engine) string {
	t.Helper()
	made, err := e.Enrol(t.Context(), face.Picture{JPEG: []byte("PROCESS")})
	if err != nil {
		t.Fatal(err)
	}
	return string(made.Template)
}
