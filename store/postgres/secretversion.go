// The secrets with which a database was used, each under a number that its rows name.

package postgres

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// SecretVersion is one of the secrets with which a database was used.
type SecretVersion struct {
	Version     int
	Since       time.Time // when a node began to seal with it; zero: it was only accepted
	RetiredAt   time.Time // when nothing was left that it had sealed; zero: not yet
	fingerprint []byte
}

// InUse says that a row may still be sealed under it.
func (v SecretVersion) InUse() bool { return !v.Since.IsZero() && v.RetiredAt.IsZero() }

// NumberSecret gives the secret and those beside it their versions in this database, and
// notes those that are new. It fails with Forbidden while rows may be sealed under a version
// that the secret does not have, unless lost says that this version is gone for good.
func (db *DB) NumberSecret(ctx context.Context, secret store.Secret, lost bool) (numbered store.Secret, err error) {
	err = db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Two nodes that start at once give one number.
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtext('muster secrets'))`); err != nil {
			return err
		}
		known, err := secretVersions(ctx, tx)
		if err != nil {
			return err
		}
		versions, highest := versionsOf(secret, known)
		if missing := missingVersions(known, versions); missing != "" && !lost {
			return store.NewErrorReason(store.Forbidden, "secret_other", missing)
		}
		for i, s := range secret.Each() {
			if versions[i] == 0 {
				highest++
				versions[i] = highest
				if _, err := tx.Exec(ctx, `insert into secret_versions (version, fingerprint) values ($1, $2)`, highest, s.Fingerprint()); err != nil {
					return err
				}
			}
		}
		numbered = secret.Numbered(versions...)
		_, err = tx.Exec(ctx, `update secret_versions set since = coalesce(since, muster_now()), retired_at = null
			where version = $1 and (since is null or retired_at is not null)`, versions[0])
		return err
	})
	return numbered, err
}

// versionsOf gives the versions of a secret and of those beside it, 0 for one that is not
// known, and the highest that is.
func versionsOf(secret store.Secret, known []SecretVersion) (versions []int, highest int) {
	each := secret.Each()
	versions = make([]int, len(each))
	for _, v := range known {
		highest = max(highest, v.Version)
		for i, s := range each {
			if bytes.Equal(s.Fingerprint(), v.fingerprint) {
				versions[i] = v.Version
			}
		}
	}
	return versions, highest
}

// missingVersions says which versions that are in use are not among those that a node has,
// and what to do; "" when there is none.
func missingVersions(known []SecretVersion, has []int) string {
	var missing []string
	for _, v := range known {
		if v.InUse() && !slices.Contains(has, v.Version) {
			missing = append(missing, fmt.Sprintf("version %d, in use since %s", v.Version, v.Since.UTC().Format(time.DateOnly)))
		}
	}
	if missing == nil {
		return ""
	}
	return "MUSTER_SECRET is not the one that this database was used with (" + strings.Join(missing, "; ") + "): set that one, " +
		"or set it as MUSTER_SECRET_OTHER while it is replaced; should it be lost for good: muster keys rotate --former-lost"
}

// SecretVersions lists the secrets with which the database was used, and says which versions
// the secret and those beside it have, 0 for one with which it was not. It changes nothing.
func (db *DB) SecretVersions(ctx context.Context, secret store.Secret) (known []SecretVersion, has []int, err error) {
	if known, err = secretVersions(ctx, db.Pool()); err != nil {
		return nil, nil, Fault(err)
	}
	has, _ = versionsOf(secret, known)
	return known, has, nil
}

func secretVersions(ctx context.Context, q Querier) ([]SecretVersion, error) {
	rows, err := q.Query(ctx, `select version, fingerprint, since, retired_at from secret_versions order by version`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (v SecretVersion, err error) {
		var since, retired *time.Time
		if err = row.Scan(&v.Version, &v.fingerprint, &since, &retired); err != nil {
			return v, err
		}
		if since != nil {
			v.Since = *since
		}
		if retired != nil {
			v.RetiredAt = *retired
		}
		return v, nil
	})
}

// RetireSecrets notes that nothing is sealed any more under the versions before one.
func (db *DB) RetireSecrets(ctx context.Context, before int) error {
	return db.Exec(ctx, `update secret_versions set retired_at = muster_now() where version <> $1 and since is not null and retired_at is null`, before)
}
