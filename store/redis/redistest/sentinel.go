// A master, a replica and a Sentinel that makes the replica the master when the first is
// gone.

package redistest

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	watchedName     = "muster"
	watchedPassword = "of-the-master"
)

// Watched are two servers with a password, which hold the same, and their Sentinel.
type Watched struct {
	t        testing.TB
	servers  []*Server // the master of the beginning first
	sentinel *Server
}

// StartWatched runs them; they end with the test. A master that does not answer for half a
// second is given up.
func StartWatched(t testing.TB) *Watched {
	t.Helper()
	secured := []string{"--requirepass", watchedPassword, "--masterauth", watchedPassword, "--repl-diskless-sync-delay", "0"}
	master := start(t, secured...)
	host, port, _ := net.SplitHostPort(master.addr)
	replica := start(t, append(secured, "--replicaof", host+" "+port)...)
	w := &Watched{t: t, servers: []*Server{master, replica}}
	w.await("the replica follows", master.addr, "AUTH "+watchedPassword+"\r\nINFO replication", "state=online")
	config := filepath.Join(t.TempDir(), "sentinel.conf") // Sentinel writes it anew
	text := fmt.Sprintf("sentinel monitor %[1]s %[2]s %[3]s 1\nsentinel auth-pass %[1]s %[4]s\n"+
		"sentinel down-after-milliseconds %[1]s 500\nsentinel failover-timeout %[1]s 5000\n", watchedName, host, port, watchedPassword)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatalf("redistest: %v", err)
	}
	w.sentinel = start(t, config, "--sentinel")
	w.await("the Sentinel knows the replica", w.sentinel.addr, "SENTINEL replicas "+watchedName, "\nrunid\r\n$40\r\n")
	return w
}

// URL names the Sentinel, as a node is given it.
func (w *Watched) URL() string {
	return "redis://" + w.sentinel.addr + "?master_name=" + watchedName + "&password=" + url.QueryEscape(watchedPassword)
}

// KillMaster ends the master of the beginning with SIGKILL.
func (w *Watched) KillMaster() { w.servers[0].Kill() }

// RestartMaster starts it again; the Sentinel makes a replica of it.
func (w *Watched) RestartMaster() { w.servers[0].Run() }

// await sends a server commands again and again until its answer has what is wanted.
func (w *Watched) await(what, addr, commands, wanted string) {
	w.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(startLimit); !strings.Contains(answer(addr, commands), wanted); <-tick.C {
		if time.Now().After(deadline) {
			w.t.Fatalf("redistest: never: %s", what)
		}
	}
}

// answer is what a server says to commands; "" while it says nothing.
func answer(addr, commands string) string {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return ""
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := fmt.Fprintf(conn, "%s\r\nQUIT\r\n", commands); err != nil {
		return ""
	}
	said, _ := io.ReadAll(conn)
	return string(said)
}
