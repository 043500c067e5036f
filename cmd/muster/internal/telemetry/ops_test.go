package telemetry

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Profiles stand on the operators' address and nowhere else.
func TestOperatorsAddress(t *testing.T) {
	health := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	o, err := OpenOps(addr, health, health)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenOps(addr, health, health); err == nil || !strings.HasPrefix(err.Error(), "MUSTER_OPS_ADDR: ") || !strings.Contains(err.Error(), "another program listens there") {
		t.Errorf("a second node: %v", err)
	}
	for path, want := range map[string]int{"/healthz": 418, "/readyz": 418, "/metrics": 418, "/debug/pprof/goroutine": 200, "/api/config": 404} {
		reply, err := http.Get("http://" + addr + path)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if reply.StatusCode != want {
			t.Errorf("%s: %d", path, reply.StatusCode)
		}
	}
	if err := o.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + addr + "/healthz"); err == nil {
		t.Error("it still answers")
	}
}
