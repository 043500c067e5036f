package main

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Health succeeds while the node is ready, and says why it is not.
func TestHealthAsksTheNode(t *testing.T) {
	status := http.StatusOK
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Error(r.URL.Path)
		}
		w.WriteHeader(status)
		w.Write([]byte(`{"draining":true}`))
	}))
	defer node.Close()
	_, port, _ := net.SplitHostPort(node.Listener.Addr().String())
	for _, host := range []string{"", "0.0.0.0", "::", "127.0.0.1"} {
		var out, said bytes.Buffer
		ask := program{args: []string{"health"}, environ: []string{"PORT=" + port, "MUSTER_HOST=" + host}, out: &out, err: &said}
		status = http.StatusOK
		if got := ask.run(); got != 0 || said.Len() > 0 {
			t.Errorf("%q, ready: %d, %s", host, got, &said)
		}
		status = http.StatusServiceUnavailable
		if got := ask.run(); got != 1 || !strings.Contains(said.String(), `says 503: {"draining":true}`) {
			t.Errorf("%q, draining: %d, %s", host, got, &said)
		}
	}
	// Where the vault was away, or only the node might read its secrets, a ready node was called ill.
	for _, secret := range []string{"MUSTER_SECRET_COMMAND=exit 1", "DATABASE_URL_FILE=/nowhere/url", "SMTP_URL=x"} {
		var said bytes.Buffer
		status = http.StatusOK
		if got := (program{args: []string{"health"}, environ: []string{"PORT=" + port, secret}, err: &said}).run(); got != 0 {
			t.Errorf("ready, with %s: %d, %s", secret, got, &said)
		}
	}
	node.Close()
	var said bytes.Buffer
	if got := (program{args: []string{"health"}, environ: []string{"PORT=" + port}, err: &said}).run(); got != 1 {
		t.Errorf("no node: %d, %s", got, &said)
	}
}
