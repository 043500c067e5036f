package backup

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// Postgres's programs check a server's certificate by the same file as this program: where the
// address named none they asked for one in their user's home, and one that was named from the
// folder of the operator they did not find.
func TestProgramsOfPostgresTrustWhatThisOneTrusts(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PGSSLROOTCERT", "")
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(here, "own.crt")
	if err := os.WriteFile(own, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	roots := func(query string) string {
		t.Helper()
		plain, _, err := toolURL("postgres://u:p@h/d?" + query)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(plain)
		if err != nil {
			t.Fatal(err)
		}
		return u.Query().Get("sslrootcert")
	}
	t.Setenv("SSL_CERT_FILE", "own.crt")
	for query, want := range map[string]string{
		"sslmode=verify-full": own, "sslmode=verify-ca": own, "sslmode=require": "", "": "",
		"sslmode=verify-full&sslrootcert=system": "system", "sslmode=verify-full&sslrootcert=ca/root.crt": filepath.Join(here, "ca", "root.crt"),
	} {
		if got := roots(query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	t.Setenv("SSL_CERT_FILE", "")
	found := rootFiles
	t.Cleanup(func() { rootFiles = found })
	if rootFiles = []string{"/nowhere/ca.crt", own}; roots("sslmode=verify-full") != own {
		t.Errorf("of the system: %q", roots("sslmode=verify-full"))
	}
	if err := os.MkdirAll(filepath.Join(home, ".postgresql"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".postgresql", "root.crt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := roots("sslmode=verify-full"); got != "" {
		t.Errorf("over the user's own: %q", got)
	}
}
