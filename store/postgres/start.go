// What keeps a program from starting on a database, said in one plain line.

package postgres

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"

	"muster/store"
)

// CheckURL says what is wrong with an address of a database, beginning with a verb. It reads
// the files that the address names.
func CheckURL(address string) error {
	_, err := pgxpool.ParseConfig(address)
	if err == nil && !store.PasswordCutsAddress(address) {
		return nil
	}
	var parse *pgconn.ParseConfigError
	var file *fs.PathError
	if errors.As(err, &parse) && parse.Unwrap() != nil {
		switch reason := parse.Unwrap().Error(); { // the driver's words, without the address
		case errors.As(err, &file):
			return errors.New("names a file that cannot be read: " + file.Path + ": " + file.Err.Error())
		case strings.Contains(reason, "sslmode is invalid"):
			return errors.New("has an sslmode that is none of disable, allow, prefer, require, verify-ca and verify-full")
		case strings.Contains(reason, "add CA"):
			return errors.New("names a file as sslrootcert that holds no certificate in PEM")
		case strings.Contains(reason, "sslkey"), strings.Contains(reason, "load cert"):
			return errors.New("names an sslcert and sslkey that do not go together, or one without the other")
		}
	}
	return errors.New("is no URL of the form postgres://user:password@host:5432/database; " + store.PasswordForm) // pgx quotes parts of it
}

// Plaintext says whether an address leads to another machine and leaves a way to it without
// TLS. One that cannot be read does not.
func Plaintext(address string) bool {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return false
	}
	plain := func(host string, encrypted *tls.Config) bool { return encrypted == nil && !store.LocalHost(host) }
	c := config.ConnConfig
	return plain(c.Host, c.TLSConfig) || slices.ContainsFunc(c.Fallbacks, func(f *pgconn.FallbackConfig) bool { return plain(f.Host, f.TLSConfig) })
}

// refusals are answers of Postgres that stay the same however long one waits.
var refusals = map[string]string{
	"28P01": "Postgres refuses the user or the password of DATABASE_URL",
	"28000": "Postgres refuses the user of DATABASE_URL: its pg_hba.conf has no line that lets it in from here, or only one for TLS (sslmode), or there is no such role, or it may not log in",
	"3D000": "DATABASE_URL names a database that does not exist",
	"42501": "the user of DATABASE_URL may not use that database",
	"25006": "DATABASE_URL leads to a standby, which takes no writes: name both hosts in it, and target_session_attrs=read-write",
}

// Refusal is the reason for which Postgres will never let this program in; "" when
// it may later.
func Refusal(err error) string { return RefusalOf("DATABASE_URL", err) }

// RefusalOf is Refusal of the address that another setting gives.
func RefusalOf(setting string, err error) string {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return strings.ReplaceAll(refusals[answer.Code], "DATABASE_URL", setting)
	}
	return ""
}

// RefusedStatement is what an operator can do about a statement that Postgres refused, because
// it is a standby or the role has no right, or what kept Postgres from it: a lock, a full disk, a
// lost connection. It is "" for any other error.
func RefusedStatement(err error) string {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		if known := store.AsError(err); err == nil || known.Message != Unavailable(nil).Message { // of another service
			return ""
		}
		return "Postgres does not answer any more: " + Unreached(err)
	}
	switch code := answer.Code; {
	case code == "25006":
		return refusals[code]
	case code == "42501":
		return "Postgres refuses the role of DATABASE_URL: " + answer.Message + "; run muster migrate with DATABASE_URL and DATABASE_OWNER_URL, which gives it its rights"
	case store.CodeOf(Fault(answer)) == store.Unavailable:
		return "Postgres could not do it: " + answer.Message
	}
	return ""
}

// oldestServer is the oldest major version of Postgres that the migrations are made for.
const oldestServer = 15

// CheckVersion fails with Invalid when the database's server is older than the migrations need.
func (db *DB) CheckVersion(ctx context.Context) error {
	return db.Read(ctx, func(_ context.Context, conn *pgxpool.Conn) error {
		version := conn.Conn().PgConn().ParameterStatus("server_version")
		var major int
		if _, err := fmt.Sscanf(version, "%d", &major); err != nil || major >= oldestServer {
			return nil // one that says nothing is tried
		}
		return store.NewErrorReason(store.Invalid, "old_postgres", fmt.Sprintf(
			"Postgres %d or newer is needed, and DATABASE_URL leads to a Postgres %s: upgrade it, or start on another one", oldestServer, version))
	})
}

// answers are those with which Postgres lets nobody in for now.
var answers = map[string]string{
	"53300": "it has no connection left: look at max_connections and pg_stat_activity",
	"57P01": "it is shutting down",
	"57P03": "it is starting or shutting down, or a standby that answers nobody",
}

// Unreached says why no connection came about, without the names in the address.
func Unreached(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var overtaken *overtakenError
	var answer *pgconn.PgError
	if errors.As(err, &overtaken) {
		return "two primaries: the server of this address was replaced by one that was promoted"
	}
	if fault := store.CertificateFault(err); fault != "" {
		return fault
	}
	switch {
	case errors.As(err, &answer):
		return cmp.Or(answers[answer.Code], "it answers with the error "+answer.Code)
	// The driver's words. Which of its tries went without TLS, where it has a choice, is no reason.
	case err != nil && strings.Contains(err.Error(), "read only connection"):
		return "it takes no writes, as a standby, and target_session_attrs asks for one that does"
	case err != nil && strings.Contains(err.Error(), "server refused TLS connection"):
		return "it speaks no TLS, which the address asks for"
	case errors.As(err, &dns):
		return "its host is not known"
	case errors.As(err, &op) && op.Err != nil:
		return op.Err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	}
	return "it closes the connection"
}

// refuseNewer is an error when the database was migrated by a newer program: what
// that one relies on, this one would break. It gives the number of the last migration.
func refuseNewer(ctx context.Context, provider *goose.Provider) (current int64, err error) {
	current, known, err := provider.GetVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	if current > known {
		return 0, newerSchema(current, known)
	}
	return current, nil
}

func newerSchema(current, known int64) error {
	return store.NewErrorReason(store.Invalid, "newer_schema", fmt.Sprintf(
		"the database is of a newer version of Muster (schema %d, this program knows %d): start that version, or a newer one", current, known))
}
