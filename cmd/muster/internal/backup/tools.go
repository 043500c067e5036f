package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/cmd/muster/internal/cluster/process"
)

// places are where Postgres's programs stand in versions side by side.
var places = []string{
	"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*", "/opt/homebrew/opt/postgresql@*/bin", "/opt/homebrew/opt/libpq/bin",
	"/usr/local/opt/postgresql@*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin",
}

var toolVersion = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// tool finds one of Postgres's client programs that can speak with a server of a major
// version: of the same one, else the next newer. MUSTER_POSTGRES_BIN is looked at first.
func tool(ctx context.Context, name string, server int) (string, error) {
	var found []string
	if bin := os.Getenv("MUSTER_POSTGRES_BIN"); bin != "" {
		found = append(found, filepath.Join(bin, name))
	}
	for _, place := range places {
		bins, err := filepath.Glob(filepath.Join(place, name))
		if err == nil {
			found = append(found, bins...)
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		found = append(found, path)
	}
	best, bestMajor := "", 0
	var seen []string
	for _, path := range found {
		out, err := exec.CommandContext(ctx, path, "--version").Output()
		match := toolVersion.FindSubmatch(out)
		if err != nil || match == nil {
			continue
		}
		major, err := strconv.Atoi(string(match[1]))
		if err != nil {
			continue
		}
		seen = append(seen, string(match[1]))
		if major >= server && (best == "" || major < bestMajor) {
			best, bestMajor = path, major
		}
	}
	if best != "" {
		return best, nil
	}
	if len(seen) == 0 {
		return "", fmt.Errorf("%s was not found: install the client programs of PostgreSQL %d (postgresql-client, or name their folder in MUSTER_POSTGRES_BIN)", name, server)
	}
	return "", fmt.Errorf("%s of PostgreSQL %d is needed for this server, installed here: %s", name, server, strings.Join(seen, ", "))
}

// ofLibpq are the parameters of a database's URL that Postgres's own programs know.
var ofLibpq = []string{"host", "hostaddr", "port", "user", "dbname", "connect_timeout", "options", "sslmode", "sslrootcert", "sslcert", "sslkey",
	"sslcrl", "sslpassword", "sslsni", "channel_binding", "target_session_attrs", "gssencmode", "krbsrvname",
	"keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"}

// toolURL gives a database's URL for a program's arguments, without the password, which
// goes into its environment.
func toolURL(address string) (plain string, environment []string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return "", nil, errors.New("DATABASE_URL must be a URL, postgres://user:password@host:5432/database, for this command")
	}
	environment = os.Environ()
	query := u.Query()
	password, given := u.User.Password()
	if inQuery := query.Get("password"); inQuery != "" {
		password, given = inQuery, true
	}
	if given {
		environment = append(environment, "PGPASSWORD="+password)
		if u.User != nil {
			u.User = url.User(u.User.Username())
		}
	}
	for name := range query {
		if !slices.Contains(ofLibpq, name) {
			query.Del(name)
		}
	}
	// The programs run in another folder.
	for _, name := range []string{"sslrootcert", "sslcert", "sslkey", "sslcrl"} {
		if file := query.Get(name); file != "" && file != "system" {
			if file, err = filepath.Abs(file); err != nil {
				return "", nil, err
			}
			query.Set(name, file)
		}
	}
	if roots := systemRoots(); strings.HasPrefix(query.Get("sslmode"), "verify-") && query.Get("sslrootcert") == "" && roots != "" {
		query.Set("sslrootcert", roots)
	}
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // libpq reads + as itself
	return u.String(), environment, nil
}

// rootFiles are where systems keep the certificates of the authorities that they trust.
var rootFiles = []string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
	"/etc/ssl/cert.pem", "/opt/homebrew/etc/openssl@3/cert.pem",
}

// systemRoots is the file of the authorities that this program goes by where an address names
// none. Postgres's programs look in their user's home alone, and know "system" from version 16
// on. It is "" where they have been given a file, or there is none.
func systemRoots() string {
	if home, err := os.UserHomeDir(); err == nil {
		if _, err := os.Stat(filepath.Join(home, ".postgresql", "root.crt")); err == nil {
			return ""
		}
	}
	if os.Getenv("PGSSLROOTCERT") != "" {
		return ""
	}
	for _, file := range append([]string{os.Getenv("SSL_CERT_FILE")}, rootFiles...) {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			if file, err = filepath.Abs(file); err == nil {
				return file
			}
		}
	}
	return ""
}

// run runs one of Postgres's programs on a database and gives its complaint as the error.
func run(ctx context.Context, path, address string, args ...string) error {
	plain, environment, err := toolURL(address)
	if err != nil {
		return err
	}
	cmd := exec.Command(path, append(args, "--dbname="+plain)...)
	cmd.Env = append(environment, "LC_ALL=C") // noSpace is English
	if os.Getenv("PGCONNECT_TIMEOUT") == "" {
		cmd.Env = append(cmd.Env, fmt.Sprintf("PGCONNECT_TIMEOUT=%d", max(2, int(connectPatience.Seconds()))))
	}
	cmd.Dir = "/"
	var said bytes.Buffer
	cmd.Stderr = &said
	running, err := process.Start(cmd)
	if err != nil {
		return err
	}
	select {
	case <-running.Done():
	case <-ctx.Done(): // pg_restore has processes of its own, each of which may wait for the server
		running.Kill()
		<-running.Done()
		return context.Cause(ctx)
	}
	if err := running.Err(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		line := lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, noSpace) }))]
		return fmt.Errorf("%s: %w: %s", filepath.Base(path), err, line)
	}
	return nil
}
