package store

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"time"
)

// CertificateFault says in plain words what is wrong with the certificate that another
// machine showed, which is why no connection came about; "" when that is not the reason.
func CertificateFault(err error) string {
	var invalid x509.CertificateInvalidError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var plain tls.RecordHeaderError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && invalid.Cert != nil:
		return "its certificate is valid from " + invalid.Cert.NotBefore.UTC().Format(time.RFC3339) + " to " +
			invalid.Cert.NotAfter.UTC().Format(time.RFC3339) + ", and this machine's clock is outside of that"
	case errors.As(err, &invalid):
		return "its certificate is not valid"
	case errors.As(err, &authority):
		return "its certificate is signed by nobody this machine trusts"
	case errors.As(err, &name):
		return "its certificate is for another name"
	case errors.As(err, &plain):
		return "it does not speak TLS there"
	}
	return ""
}
