package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/application"
	"muster/store/encrypted"
	"muster/store/face"
	"muster/store/people"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	factors "muster/store/postgres/secondfactor"
	"muster/store/secondfactor"
)

// sealedKind is a kind of rows that keys derived from the secret seal.
type sealedKind struct {
	name string
	rows postgres.Resealer
}

// sealedKinds are all kinds of rows that are kept for long. What lives for minutes, codes and
// jobs, ends by itself under the key that it began with.
func sealedKinds(db *postgres.DB, secret store.Secret) []sealedKind {
	texts, files := messages.New(db, encrypted.NewKeys(secret)).Resealers()
	return []sealedKind{
		{"applications", applications.New(db, nil, application.NewKeys(secret), people.NewLoginKeys(secret), nil)},
		{"faces", faces.New(db, face.NewKeys(secret))},
		{"authenticator apps", factors.New(db, secondfactor.NewKeys(secret))},
		{"encrypted messages", texts},
		{"files of encrypted messages", files},
	}
}

// secretDays is for how long a secret is used, as the guide says.
const secretDays = 365

// keys shows the versions of the secret, or seals anew.
func (p program) keys(ctx context.Context, args []string) error {
	name, rotate, lost := "keys", false, false
	if len(args) > 0 && args[0] == "rotate" {
		name, rotate, args = "keys rotate", true, args[1:]
	}
	err := p.flags(name, args, func(f *flag.FlagSet) {
		if rotate {
			f.BoolVar(&lost, "former-lost", false, "")
		}
	})
	if err != nil {
		return err
	}
	s, err := p.databaseSettings()
	if err != nil {
		return err
	}
	if s.Secret == "" && s.DatabaseURL != "" {
		return errors.New("MUSTER_SECRET is missing: the one that the nodes have")
	}
	secret, err := s.savedSecret()
	if err != nil {
		return sentence(err)
	}
	began := time.Now()
	return p.onDatabaseOf(ctx, s, func(db *node.Database) error {
		var err error
		if rotate && !lost {
			err = refuseUnknown(ctx, db.DB, secret, time.Since(began))
		}
		if err != nil {
			return sentence(err)
		}
		if rotate {
			err = rotateKeys(ctx, db.DB, secret, lost, p.out)
		} else {
			err = showKeys(ctx, db.DB, secret, p.out)
		}
		if err != nil {
			return sentence(err)
		}
		return nil
	})
}

// showKeys prints the versions and what still waits to be sealed anew. It changes nothing.
func showKeys(ctx context.Context, db *postgres.DB, secret store.Secret, out io.Writer) error {
	known, has, err := db.SecretVersions(ctx, secret)
	if err != nil {
		return err
	}
	now, err := db.Now(ctx)
	if err != nil {
		return err
	}
	if len(known) == 0 {
		_, err := fmt.Fprintln(out, "no node has used this database yet")
		return err
	}
	numbered := secret.Numbered(has...)
	kinds, left, all := sealedKinds(db, numbered), map[string]int{}, 0
	for _, kind := range kinds {
		if left[kind.name], err = kind.rows.SealedUnderOthers(ctx); err != nil {
			return err
		}
		all += left[kind.name]
	}
	for _, v := range known {
		state := "accepted, nothing sealed with it yet"
		switch {
		case !v.RetiredAt.IsZero() && all > 0:
			state = "retired on " + v.RetiredAt.UTC().Format(time.DateOnly) + ", but keep it: a node may have sealed with it since"
		case !v.RetiredAt.IsZero():
			state = "retired on " + v.RetiredAt.UTC().Format(time.DateOnly) + ": it may be destroyed"
		case !v.Since.IsZero():
			days := int(now.Sub(v.Since).Hours() / 24)
			state = fmt.Sprintf("in use since %s, %d days", v.Since.UTC().Format(time.DateOnly), days)
			if days > secretDays {
				state += ": replace it"
			}
		}
		setting := map[int]string{0: "  MUSTER_SECRET", 1: "  MUSTER_SECRET_OTHER"}[slices.Index(has, v.Version)]
		fmt.Fprintf(out, "version %d  %s%s\n", v.Version, state, setting)
	}
	at := slices.IndexFunc(known, func(v postgres.SecretVersion) bool { return v.Version == numbered.Version() })
	switch {
	case at < 0:
		fmt.Fprintln(out, "MUSTER_SECRET is none of these: no node has started with it yet. Left to seal anew once they all have:")
	case known[at].Since.IsZero():
		fmt.Fprintf(out, "no node seals under version %d yet. Left to seal anew once they all do:\n", numbered.Version())
	default:
		fmt.Fprintf(out, "left to seal anew under version %d:\n", numbered.Version())
	}
	for _, kind := range kinds {
		fmt.Fprintf(out, "  %s: %d\n", kind.name, left[kind.name])
	}
	return nil
}

// olderConnections are those of nodes: they were opened before this command, $1 seconds ago.
const olderConnections = `select exists (select from pg_stat_activity
	where datname = current_database() and application_name = 'muster' and pid <> pg_backend_pid()
	  and backend_start < (select backend_start from pg_stat_activity where pid = pg_backend_pid()) - make_interval(secs => $1))`

// refuseUnknown fails while nodes run and none of them has started with the secret: they could
// open nothing of what is sealed under it. ran is for how long this command has.
func refuseUnknown(ctx context.Context, db *postgres.DB, secret store.Secret, ran time.Duration) error {
	known, has, err := db.SecretVersions(ctx, secret)
	if err != nil || len(known) == 0 || slices.Max(has) == 0 || has[0] != 0 {
		return err // without the former one the numbering says what is missing
	}
	var nodes bool
	if err := db.Pool().QueryRow(ctx, olderConnections, ran.Seconds()).Scan(&nodes); err != nil || !nodes {
		return err
	}
	return store.NewError(store.Conflict, "nodes are running, and none has started with this MUSTER_SECRET: they could open nothing that it seals. "+
		"Restart them with it first, and with the former one as MUSTER_SECRET_OTHER (operating.md, Keys)")
}

// rotatedKeys is a rotation as the audit log keeps it.
type rotatedKeys struct {
	Version    int            `json:"version"`
	Sealed     map[string]int `json:"sealed"`
	Unreadable map[string]int `json:"unreadable,omitempty"`
}

// rotateKeys seals everything under the secret, a step at a time, and retires the versions
// before it. Each step is a transaction: a run that was killed is started again and goes on
// with what is left.
func rotateKeys(ctx context.Context, db *postgres.DB, secret store.Secret, lost bool, out io.Writer) error {
	secret, err := db.NumberSecret(ctx, secret, lost)
	if err != nil {
		return err
	}
	did := rotatedKeys{Version: secret.Version(), Sealed: map[string]int{}, Unreadable: map[string]int{}}
	var unreadable []string
	for _, kind := range sealedKinds(db, secret) {
		left, err := kind.rows.SealedUnderOthers(ctx)
		if err != nil {
			return err
		}
		sealed, shut, err := resealAll(ctx, kind, left, lost, out)
		if err != nil {
			return err
		}
		did.Sealed[kind.name] = sealed
		if shut > 0 {
			did.Unreadable[kind.name] = shut
			unreadable = append(unreadable, fmt.Sprintf("%d %s", shut, kind.name))
		}
	}
	if len(unreadable) > 0 && !lost {
		return store.NewError(store.Conflict, strings.Join(unreadable, ", ")+" cannot be opened with MUSTER_SECRET_OTHER: it is not the secret that sealed them, or they are damaged")
	}
	if err := db.RetireSecrets(ctx, secret.Version()); err != nil {
		return err
	}
	err = db.AdminService(store.Caller{Address: operatorAddress()}).Record(ctx, store.AuditRecord{Action: "keys_rotated", Subject: "secret", After: did})
	if err != nil {
		return err
	}
	if len(unreadable) > 0 {
		fmt.Fprintf(out, "%s are lost with their secret: what was sealed of them is deleted\n", strings.Join(unreadable, ", "))
	}
	_, err = fmt.Fprintf(out, "everything is sealed under version %d; MUSTER_SECRET_OTHER may go\n", secret.Version())
	return err
}

// resealAll seals all rows of a kind anew and prints how far it is.
func resealAll(ctx context.Context, kind sealedKind, left int, lost bool, out io.Writer) (sealed, unreadable int, err error) {
	for after := ""; ; {
		step, err := kind.rows.Reseal(ctx, after, lost)
		if err != nil {
			return sealed, unreadable, err
		}
		sealed, unreadable, after = sealed+step.Rows, unreadable+step.Unreadable, step.Last
		if after == "" {
			fmt.Fprintf(out, "%s: %d sealed anew\n", kind.name, sealed)
			return sealed, unreadable, nil
		}
		if done := sealed + unreadable; done < left {
			fmt.Fprintf(out, "%s: %d of %d\n", kind.name, done, left)
		}
	}
}
