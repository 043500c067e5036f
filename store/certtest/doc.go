// Package certtest makes certificates for tests of TLS; only _test.go files import it.
package certtest
