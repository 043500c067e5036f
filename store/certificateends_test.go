package store_test

import (
	"crypto/tls"
	"net"
	"testing"
	"time"

	"muster/store"
	"muster/store/certtest"
)

// A certificate that ends soon was seen by nobody before it had ended. The last one that each
// server showed counts, so a renewed one replaces that before.
func TestCertificateEndsFirst(t *testing.T) {
	var ends store.CertificateEnds
	if at := ends.First(); !at.IsZero() {
		t.Errorf("%v before any was shown", at)
	}
	soon, later := time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(2040, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		name        string
		until, want time.Time
	}{
		{"one.example", later, later},
		{"two.example", soon, soon},
		{"two.example", later.AddDate(1, 0, 0), later},
	} {
		config := &tls.Config{ServerName: step.name, InsecureSkipVerify: true}
		ends.Watch(config)
		shake(t, config, certtest.Until(t, "127.0.0.1", step.until))
		if at := ends.First(); !at.Equal(step.want) {
			t.Errorf("after %s until %v: %v", step.name, step.until, at)
		}
	}
	ends.Watch(nil)
}

// A machine that was replaced under another name is not called any more. Its certificate kept
// the alarm on until the node was started again.
func TestCertificateOfAMachineNoLongerCalledIsForgotten(t *testing.T) {
	var ends store.CertificateEnds
	soon, later := time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(2040, 1, 2, 0, 0, 0, 0, time.UTC)
	now := time.Date(2029, 1, 2, 0, 0, 0, 0, time.UTC)
	call := func(name string, until time.Time) {
		config := &tls.Config{ServerName: name, InsecureSkipVerify: true, Time: func() time.Time { return now }}
		ends.Watch(config)
		shake(t, config, certtest.Until(t, "127.0.0.1", until))
	}
	call("one.example", soon)
	for hour, want := range []time.Time{soon, soon, soon, soon, later} {
		call("two.example", later)
		if at := ends.First(); !at.Equal(want) {
			t.Errorf("hour %d: %v", hour, at)
		}
		now = now.Add(time.Hour)
	}
}

// shake makes one connection to a server that shows a certificate.
func shake(t *testing.T, config *tls.Config, shown tls.Certificate) {
	t.Helper()
	ours, theirs := net.Pipe()
	defer ours.Close()
	defer theirs.Close()
	go func() { _ = tls.Server(theirs, &tls.Config{Certificates: []tls.Certificate{shown}}).Handshake() }()
	if err := tls.Client(ours, config).Handshake(); err != nil {
		t.Fatal(err)
	}
}
