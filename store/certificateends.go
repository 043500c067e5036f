package store

import (
	"crypto/tls"
	"maps"
	"sync"
	"time"
)

// CertificateEnds keeps until when the certificates are valid that servers show, the last one
// of each name under which a server is called. A name under which none was called for hours
// while others were is forgotten. The zero value is ready.
type CertificateEnds struct {
	mu sync.Mutex
	by map[string]certificateShown
}

type certificateShown struct {
	at    time.Time
	until time.Time // it is valid
}

// certificateKept is longer than a connection lives, so that a server still in use is called
// again before.
const certificateKept = 3 * time.Hour

// Watch has each connection made with config note the certificate that is shown. nil, for a
// connection without TLS, is left alone.
func (e *CertificateEnds) Watch(config *tls.Config) {
	if config == nil {
		return
	}
	before := config.VerifyConnection
	config.VerifyConnection = func(state tls.ConnectionState) error {
		if len(state.PeerCertificates) > 0 {
			now := time.Now
			if config.Time != nil {
				now = config.Time
			}
			e.note(state.ServerName, certificateShown{at: now(), until: state.PeerCertificates[0].NotAfter})
		}
		if before == nil {
			return nil
		}
		return before(state)
	}
}

func (e *CertificateEnds) note(name string, shown certificateShown) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.by == nil {
		e.by = map[string]certificateShown{}
	}
	e.by[name] = shown
	maps.DeleteFunc(e.by, func(_ string, other certificateShown) bool { return shown.at.Sub(other.at) > certificateKept })
}

// First is when the first of the certificates ends; zero while none was shown.
func (e *CertificateEnds) First() (first time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, shown := range e.by {
		if first.IsZero() || shown.until.Before(first) {
			first = shown.until
		}
	}
	return first
}
