package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"muster/cmd/muster/internal/backup"
	"muster/cmd/muster/internal/node"
	"muster/store/blob"
	"muster/store/postgres"
	"muster/store/postgres/embedded"
)

// backup makes, checks or restores a backup.
func (p program) backup(ctx context.Context, args []string) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "check":
			return p.backupCheck(ctx, args[1:])
		case "restore":
			return p.backupRestore(ctx, args[1:])
		}
		return fmt.Errorf("backup: only check and restore are known; %w", errUsage)
	}
	to, without := "", false
	if err := p.flags("backup", args, func(f *flag.FlagSet) {
		f.StringVar(&to, "to", "", "")
		f.BoolVar(&without, "without-media", false, "")
	}); err != nil {
		return err
	}
	if to == "" {
		to = time.Now().UTC().Format("muster-2006-01-02-150405") + ".tar"
	}
	began := time.Now()
	return p.onPlaces(ctx, func(url string, media *blob.Storage) error {
		source := backup.Source{URL: url, Media: media, Version: version()}
		if without {
			source.Media = nil
		}
		header, m, err := backup.Make(ctx, source, to)
		if err != nil {
			return sentence(err)
		}
		fmt.Fprintf(p.out, "%s: schema %d, %d tables, %d rows, %s, in %s\n", to, header.Schema, len(m.Contents.Tables), m.Contents.Rows(),
			storedFiles(header, m), time.Since(began).Round(100*time.Millisecond))
		if len(m.Missing) > 0 {
			for _, name := range m.Missing {
				fmt.Fprintln(p.out, "the stored file "+name+" is missing")
			}
			return fmt.Errorf("backup: %d stored files are missing; everything else is in the backup", len(m.Missing))
		}
		return nil
	})
}

// storedFiles says what a backup has of the stored files.
func storedFiles(h backup.Header, m backup.Manifest) string {
	if !h.Media {
		return "without stored files"
	}
	size := int64(0)
	for _, f := range m.Media {
		size += f.Size
	}
	return fmt.Sprintf("%d stored files of %.1f MiB", len(m.Media), float64(size)/(1<<20))
}

// onPlaces gives the settings' database, which is not migrated, and the storage of files.
func (p program) onPlaces(ctx context.Context, do func(url string, media *blob.Storage) error) (err error) {
	s, err := p.databaseSettings()
	if err != nil {
		return err
	}
	url := s.DatabaseOwner // who restores makes tables
	if url == "" {
		url = s.DatabaseURL
	}
	if url == "" {
		if _, err := os.Stat(s.DataDir); err != nil {
			return errors.New("neither DATABASE_URL nor a data directory: set DATABASE_URL, or MUSTER_DATA_DIR for the database of muster dev")
		}
		own, err := embedded.Attach(ctx, embedded.Config{DataDir: s.DataDir, Log: p.quiet(s)})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, own.Stop(context.WithoutCancel(ctx))) }()
		url = own.OwnerURL()
	}
	url, primaries, err := postgres.PromotedLast(ctx, url)
	if err != nil {
		return err
	}
	if primaries > 1 {
		p.quiet(s).Error(node.TwoPrimaries)
	}
	media, err := node.OpenMedia(ctx, s.MediaURL, s.DataDir)
	if err != nil {
		return err
	}
	return errors.Join(do(url, media), media.Close())
}

// backupCheck restores a backup into a scratch database and prints what it found.
func (p program) backupCheck(ctx context.Context, args []string) error {
	server := ""
	file, err := p.flagsWith("backup check", "FILE", args, func(f *flag.FlagSet) { f.StringVar(&server, "server", "", "") })
	if err != nil {
		return err
	}
	began := time.Now()
	v, err := backup.Check(ctx, file, server, p.quiet(settings{}))
	if err != nil {
		return fmt.Errorf("backup check: the backup could not be judged: %w", err)
	}
	if !v.Header.Made.IsZero() {
		fmt.Fprintf(p.out, "made %s by version %s, schema %d, PostgreSQL %d\n", v.Header.Made.Format(time.RFC3339), v.Header.Version, v.Header.Schema, v.Header.Postgres)
	}
	if v.Manifest.Dump.Size > 0 {
		fmt.Fprintf(p.out, "%d tables, %d rows, %s\n", len(v.Manifest.Contents.Tables), v.Manifest.Contents.Rows(), storedFiles(v.Header, v.Manifest))
	}
	if len(v.Totals) > 0 {
		var counts []string
		for _, what := range []string{"members", "rooms", "messages", "events in the logs of rooms", "points in the ledger"} {
			counts = append(counts, fmt.Sprintf("%d %s", v.Totals[what], what))
		}
		fmt.Fprintln(p.out, strings.Join(counts, ", "))
	}
	if n := len(v.Manifest.Gone); n > 0 {
		fmt.Fprintf(p.out, "%d stored files were deleted by members while the backup was made\n", n)
	}
	if len(v.Faults) > 0 {
		for _, fault := range v.Faults {
			fmt.Fprintln(p.out, "- "+fault)
		}
		return fmt.Errorf("backup check: BAD: %d faults", len(v.Faults))
	}
	upgraded := ""
	if v.Upgraded {
		upgraded = ", and brought up to this version"
	}
	fmt.Fprintf(p.out, "good: restored in a scratch database%s; every table, log, sum and file is as it was (%s)\n", upgraded, time.Since(began).Round(100*time.Millisecond))
	return nil
}

// backupRestore restores a backup into an empty database.
func (p program) backupRestore(ctx context.Context, args []string) error {
	file, err := p.flagsWith("backup restore", "FILE", args, func(*flag.FlagSet) {})
	if err != nil {
		return err
	}
	if s, _ := parseSettings(p.environ); s.DatabaseURL == "" {
		if err := os.MkdirAll(s.DataDir, 0o755); err != nil {
			return err
		}
	}
	return p.onPlaces(ctx, func(url string, media *blob.Storage) error {
		header, m, err := backup.Restore(ctx, file, url, media)
		if err != nil {
			return fmt.Errorf("backup restore: %w", err)
		}
		files := storedFiles(header, m)
		if folder := media.Folder(); folder != "" && header.Media {
			files += " in " + folder
		}
		fmt.Fprintf(p.out, "restored: schema %d, %d rows, %s; run muster migrate, then start the nodes with the MUSTER_SECRET of that time\n",
			header.Schema, m.Contents.Rows(), files)
		return nil
	})
}
