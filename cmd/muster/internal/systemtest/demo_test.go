package systemtest

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/storetest"
	"muster/store/postgres/testfolder"
)

// testSecret is the secret of all nodes that start with the demo made.
var testSecret = "MUSTER_SECRET=" + strings.Repeat("s", 40)

// demoFolder is the data directory of a dev node that was started once and stopped. Most
// tests copy it: a node that makes its database and the demo anew takes seven seconds of a
// processor to start, one that finds them half of one.
var demoFolder = sync.OnceValues(func() (string, error) {
	place, err := testfolder.In(os.TempDir())
	if err != nil {
		return "", err
	}
	dir := filepath.Join(place, "demo")
	if err := errors.Join(os.Mkdir(dir, 0o711), os.Chmod(dir, 0o711)); err != nil {
		return "", err
	}
	path, err := binary()
	if err != nil {
		return "", err
	}
	addr, port, err := freeAddress()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(path, "dev", "--few")
	cmd.Env = nodeEnvironment(port, dir, testSecret)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ready, deadline := false, time.Now().Add(time.Minute)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ; !ready && time.Now().Before(deadline); <-tick.C {
		if reply, err := http.Get("http://" + addr + "/readyz"); err == nil {
			reply.Body.Close()
			ready = reply.StatusCode == http.StatusOK
		}
	}
	if !ready {
		return "", errors.Join(errors.New("the node that makes the demo was not ready within a minute"), cmd.Process.Kill(), cmd.Wait())
	}
	if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
		return "", fmt.Errorf("the node that makes the demo: %w", err)
	}
	return dir, nil
})

// demoDatabase is a Postgres of the test's own that holds the demo.
func demoDatabase(t *testing.T) *storetest.Cluster {
	t.Helper()
	dir, err := demoFolder()
	if err != nil {
		t.Fatal(err)
	}
	return storetest.PrivateCopy(t, dir)
}
