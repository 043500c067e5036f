package systemtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/storetest"
	"muster/store/postgres/testfolder"
)

// The nodes end a connection on which nothing was asked for 75 s. A call that was sent on
// one just then failed, once, on a machine so busy that two calls were that far apart.
func init() { http.DefaultTransport.(*http.Transport).IdleConnTimeout = 30 * time.Second }

// binary builds the program once for all tests that run it as a process.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := testfolder.In(os.TempDir())
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "muster")
	return path, build("-o", path)
})

// build builds the program as this test is built, with the race detector or without, so that
// the libraries are compiled once.
func build(flags ...string) error {
	args := append([]string{"build", "-race=" + strconv.FormatBool(raceDetector)}, flags...)
	if out, err := exec.Command("go", append(args, "muster/cmd/muster")...).CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// node is the program as an operator runs it: a process of its own that a
// test can kill.
type node struct {
	t    *testing.T
	env  []string
	args []string // nil: dev
	path string   // of the program; "" is this build
	addr string
	data string // its data directory
	cmd  *exec.Cmd
	done chan struct{}
	log  *os.File
}

// newNode makes a node on a free port with extra settings, on a copy of the demo unless
// they name a database; it is not started.
func newNode(t *testing.T, settings ...string) *node {
	t.Helper()
	n := freshNode(t, append([]string{testSecret}, settings...)...)
	if slices.ContainsFunc(settings, func(kv string) bool { return strings.HasPrefix(kv, "DATABASE_URL=") }) {
		return n
	}
	demo, err := demoFolder()
	if err == nil {
		err = testfolder.Copy(demo, n.data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// freshNode makes a node that nobody has started before: it makes its secret, its database
// and the demo.
func freshNode(t *testing.T, settings ...string) *node {
	t.Helper()
	addr, port, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "node.log"))
	if err != nil {
		t.Fatal(err)
	}
	n := &node{t: t, addr: addr, log: log, data: testfolder.New(t)}
	n.env = nodeEnvironment(port, n.data, settings...)
	for _, kv := range settings {
		if url, given := strings.CutPrefix(kv, "DATABASE_URL="); given { // the demo is made with the owner's help
			n.env = append(n.env, "DATABASE_OWNER_URL="+storetest.OwnerURL(url))
		}
	}
	t.Cleanup(func() {
		n.kill()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("end of the node's log:\n%s", text[max(0, len(text)-6000):])
		}
		log.Close()
	})
	return n
}

// freeAddress is an address of this machine at which nobody listens, and its port.
func freeAddress() (addr, port string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	addr = listener.Addr().String()
	_, port, err = net.SplitHostPort(addr)
	return addr, port, errors.Join(err, listener.Close())
}

// nodeEnvironment is the environment of a node, without settings of the developer's.
func nodeEnvironment(port, data string, settings ...string) (env []string) {
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "MUSTER_") && !strings.HasPrefix(kv, "DATABASE_") && !strings.HasPrefix(kv, "PORT=") {
			env = append(env, kv)
		}
	}
	return append(append(env, "MUSTER_HOST=127.0.0.1", "PORT="+port, "MUSTER_DATA_DIR="+data), settings...)
}

// start runs `muster dev` and returns once it answers that it is ready.
func (n *node) start() {
	n.t.Helper()
	n.launch()
	n.ready()
}

// launch runs `muster dev` without waiting for it.
func (n *node) launch() {
	n.t.Helper()
	path, err := n.path, error(nil)
	if path == "" {
		path, err = binary()
	}
	if err != nil {
		n.t.Fatal(err)
	}
	args := n.args
	if args == nil {
		args = []string{"dev", "--few"}
	}
	n.cmd = exec.Command(path, args...)
	n.cmd.Env = n.env
	n.cmd.Stdout, n.cmd.Stderr = n.log, n.log
	if err := n.cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	n.done = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) {
		cmd.Wait()
		close(done)
	}(n.cmd, n.done)
}

// ready polls until the node answers that it is ready.
func (n *node) ready() {
	n.t.Helper()
	deadline := time.Now().Add(60 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for time.Now().Before(deadline) {
		select {
		case <-n.done:
			n.t.Fatal("the node ended before it was ready")
		case <-tick.C:
		}
		reply, err := http.Get("http://" + n.addr + "/readyz")
		if err != nil {
			continue
		}
		reply.Body.Close()
		if reply.StatusCode == http.StatusOK {
			return
		}
	}
	n.t.Fatal("the node was not ready within a minute")
}

// kill ends the node as a crash does: SIGKILL, nothing said.
func (n *node) kill() {
	if n.cmd == nil {
		return
	}
	n.cmd.Process.Signal(syscall.SIGKILL)
	<-n.done
}

// endsWell waits until a stopped node has gone, with status 0.
func (n *node) endsWell(within time.Duration) {
	n.t.Helper()
	select {
	case <-n.done:
	case <-time.After(within):
		n.t.Fatal("the signal did not end it")
	}
	if code := n.cmd.ProcessState.ExitCode(); code != 0 {
		n.t.Errorf("exit status %d", code)
	}
}

// operator runs one of the operator's commands with the node's settings.
func (n *node) operator(arguments ...string) string {
	n.t.Helper()
	path, err := binary()
	if err != nil {
		n.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, arguments...)
	cmd.Env = n.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		n.t.Fatalf("muster %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// tokens makes members with open sessions, as for a load test.
func (n *node) tokens(members, rooms int) []string {
	n.t.Helper()
	file := filepath.Join(n.t.TempDir(), "tokens")
	n.operator("load", "prepare", "--members", fmt.Sprint(members), "--rooms", fmt.Sprint(rooms), "--tokens", file)
	text, err := os.ReadFile(file)
	if err != nil {
		n.t.Fatal(err)
	}
	tokens := strings.Fields(string(text))
	if len(tokens) != members {
		n.t.Fatalf("%d tokens for %d members", len(tokens), members)
	}
	return tokens
}
