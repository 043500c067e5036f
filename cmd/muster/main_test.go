package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestMain lets a node of these tests start this binary as the process of its face engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == faceEngineCommand {
		main()
	}
	os.Exit(m.Run())
}

// A command that is stopped before it is done fails and says so; a node that is stopped does
// not. A stopped backup once ended with status 0, and the shell went on as if there were one.
func TestStoppedCommandFails(t *testing.T) {
	for _, c := range []struct {
		status int
		name   string
		args   []string
	}{
		{1, "backup", []string{"backup", "--to", filepath.Join(t.TempDir(), "b.tar")}},
		{1, "migrate", []string{"migrate"}},
		{1, "member add", []string{"member", "add", "--email", "a@example.org", "--name", "A"}},
		{1, "keys rotate", []string{"keys", "rotate"}},
		{0, "serve", []string{"serve"}},
	} {
		silent, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			if conn, err := silent.Accept(); err == nil {
				stop()
				<-t.Context().Done()
				conn.Close()
			}
		}()
		environ := append([]string{"DATABASE_URL=postgres://u:p@" + silent.Addr().String() + "/muster?sslmode=disable",
			"PORT=0", "MUSTER_LOG_LEVEL=error", "MUSTER_DATA_DIR=" + t.TempDir()}, safe[1:]...)
		var out, said bytes.Buffer
		status := program{args: c.args, environ: environ, out: &out, err: &said}.runUntil(ctx)
		if status != c.status {
			t.Errorf("%s: status %d, said %q", c.args, status, &said)
		}
		if want := "muster: " + c.name + " was stopped before it was done\n"; status == 1 && said.String() != want {
			t.Errorf("%s said %q", c.args, &said)
		}
	}
}

// A node that is stopped while it waits for its database says so. It ended without a word, as
// one does that was never started.
func TestNodeStoppedBeforeItIsReadySaysSo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	go func() {
		if conn, err := silent.Accept(); err == nil {
			stop()
			<-t.Context().Done()
			conn.Close()
		}
	}()
	environ := append([]string{"DATABASE_URL=postgres://u:p@" + silent.Addr().String() + "/muster?sslmode=disable",
		"PORT=0", "MUSTER_DATA_DIR=" + t.TempDir()}, safe[1:]...)
	var said bytes.Buffer
	if status := (program{args: []string{"serve"}, environ: environ, out: &said, err: &said}).runUntil(ctx); status != 0 || !bytes.Contains(said.Bytes(), []byte(`"stopped before it was ready"`)) {
		t.Errorf("status %d, said %q", status, &said)
	}
}

// closedTerminal names, in the environment of a process of its own, how it takes a terminal that
// closes: the process of the tests may be run by nohup, and handles what it is sent for all of them.
const closedTerminal = "CLOSED_TERMINAL"

// A terminal that closes, as with a line to another machine that is lost, stops a command in
// order, and not at all one that was started by nohup. The process was gone at once: a node
// closed no socket, and a backup left its half file.
func TestClosedTerminalStopsInOrder(t *testing.T) {
	switch os.Getenv(closedTerminal) {
	case "stops":
		ctx, stop := program{err: io.Discard}.signals()
		defer stop()
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(syscall.SIGHUP)
		}
		if err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		return
	case "nohup":
		_, stop := program{err: io.Discard}.signals()
		defer stop()
		if !signal.Ignored(syscall.SIGHUP) {
			t.Error("it ends with its terminal, although nohup started it")
		}
		return
	}
	child := func(how string) {
		t.Helper()
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), closedTerminal+"="+how)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", how, err, out)
		}
	}
	ignored := signal.Ignored(syscall.SIGHUP)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // what is handled here, a child does not ignore
	child("stops")
	signal.Ignore(syscall.SIGHUP)
	child("nohup")
	if !ignored {
		signal.Reset(syscall.SIGHUP)
	}
}

// A program whose standard error is a pipe that nobody reads ends all the same: its last line was
// waited for without end, and so was each line of a node's log.
func TestPipeThatNobodyReadsHoldsNobodyUp(t *testing.T) {
	reader, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer pipe.Close()
	for room := 1 << 12; room > 0; { // until not a byte fits
		if err := pipe.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, err := pipe.Write(make([]byte, room)); err != nil {
			room /= 2
		}
	}
	child := exec.Command(os.Args[0], faceEngineCommand, "--help")
	child.Stderr = pipe
	err = child.Run()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 2 {
		t.Error(err)
	}
}

// full is a file on a full disk.
type full struct{}

// Write implements io.Writer.
func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// What a command could not print it has not done: it ended with status 0, and the file was empty.
func TestCommandThatCannotPrintFails(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "backup"}, {"version"}, {"alarms"}, {"load", "plan"}} {
		var said bytes.Buffer
		if status := (program{args: args, out: full{}, err: &said}).run(); status != 1 || said.String() != "muster: no space left on device\n" {
			t.Errorf("%s: status %d, said %q", args, status, &said)
		}
	}
}
