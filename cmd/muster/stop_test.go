package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"
)

// P20: a stop is a good one also when somebody never finishes a request. Such
// a caller, or a connection that a browser opened ahead and did not use yet,
// once made the process end with status 1, which a supervisor reads as a crash.
func TestStopWithCallsThatNeverEnd(t *testing.T) {
	n := newNode(t)
	n.start()
	silent, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	slow, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /api/auth/verify HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{", n.addr)
	n.ready() // a later call was answered, so both connections were taken

	n.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-n.done:
	case <-time.After(30 * time.Second):
		t.Fatal("SIGTERM did not end the node")
	}
	if code := n.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// A supervisor that signals the process and its group sends SIGTERM twice at
// once; that once cut the drain short with status 1.
func TestStopToldTwiceAtOnce(t *testing.T) {
	n := newNode(t)
	n.start()
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-n.done:
	case <-time.After(30 * time.Second):
		t.Fatal("SIGTERM did not end the node")
	}
	if code := n.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// P20: a second SIGTERM, given after a while, means now. The node does not wait
// for a socket that ignores its close, nor for a call that never ends; what was
// acknowledged is there when it starts again.
func TestStopToldAgainLater(t *testing.T) {
	n := newNode(t)
	n.start()
	ann := n.person()
	ann.signIn("ann@muster.test")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn := ann.enter(ctx) // reads no close frame, so answers none
	const words = "acknowledged before the end"
	write(ctx, conn, map[string]any{"type": "send_message", "message": words})
	await(ctx, t, conn, "message")
	slow, err := net.Dial("tcp", n.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /api/auth/verify HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{", n.addr)
	n.ready()

	n.cmd.Process.Signal(syscall.SIGTERM)
	pause := time.After(secondThoughts + secondThoughts/5) // it is what is tested
	until(t, "readiness goes first", func() bool {
		reply, err := http.Get("http://" + n.addr + "/readyz")
		if err != nil {
			return false
		}
		defer reply.Body.Close()
		var said struct{ Ready, Draining bool }
		err = json.NewDecoder(reply.Body).Decode(&said)
		return err == nil && reply.StatusCode == http.StatusServiceUnavailable && said.Draining && !said.Ready
	})
	<-pause
	n.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-n.done:
	case <-time.After(30 * time.Second):
		t.Fatal("the second SIGTERM did not end the node")
	}
	n.said("stopped at once", 1)
	if code := n.cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	n.start()
	if texts := ann.history("general"); len(texts) == 0 || texts[len(texts)-1] != words {
		t.Errorf("after the restart: %q", texts)
	}
}

// A browser that was told to go and does not answer, because its machine sleeps
// or its line is dead, once made the stop a failed one when its turn came in the
// last second of the drain.
func TestStopWithBrowsersThatDoNotAnswer(t *testing.T) {
	t.Parallel()
	n := newNode(t, stormSettings()...)
	n.start()
	for _, token := range n.tokens(60, 1) {
		mustJoin(t, n.addr, "", token, "load-1") // and reads no more
	}
	n.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-n.done:
	case <-time.After(40 * time.Second):
		t.Fatal("SIGTERM did not end the node")
	}
	if code := n.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}
