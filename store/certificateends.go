package store

import (
	"crypto/tls"
	"sync"
	"time"
)

// CertificateEnds keeps until when the certificates are valid that servers show, the last one
// of each name under which a server is called. The zero value is ready.
type CertificateEnds struct {
	mu sync.Mutex
	by map[string]time.Time
}

// Watch has each connection made with config note the certificate that is shown. nil, for a
// connection without TLS, is left alone.
func (e *CertificateEnds) Watch(config *tls.Config) {
	if config == nil {
		return
	}
	before := config.VerifyConnection
	config.VerifyConnection = func(state tls.ConnectionState) error {
		if len(state.PeerCertificates) > 0 {
			e.mu.Lock()
			if e.by == nil {
				e.by = map[string]time.Time{}
			}
			e.by[state.ServerName] = state.PeerCertificates[0].NotAfter
			e.mu.Unlock()
		}
		if before == nil {
			return nil
		}
		return before(state)
	}
}

// First is when the first of the certificates ends; zero while none was shown.
func (e *CertificateEnds) First() (first time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, at := range e.by {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}
