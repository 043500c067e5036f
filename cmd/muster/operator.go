package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"muster/store"
)

// flags reads a command's flags; anything left over is an error.
func (p program) flags(name string, args []string, define func(*flag.FlagSet)) error {
	set := flag.NewFlagSet("muster "+name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	define(set)
	if err := set.Parse(args); err != nil {
		return fmt.Errorf("%s: %w; %w", name, err, errUsage)
	}
	if set.NArg() > 0 {
		return fmt.Errorf("%s: %q is too much; %w", name, set.Arg(0), errUsage)
	}
	return nil
}

// onDatabase runs an operator's command on the settings' database.
func (p program) onDatabase(ctx context.Context, do func(*database) error) error {
	s, err := readSettings(p.environ)
	if err != nil {
		return err
	}
	quiet := slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := s.openDatabase(ctx, quiet, true, nil)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.close(context.WithoutCancel(ctx)))
}

// migrate brings the database up to this version: opening it does.
func (p program) migrate(ctx context.Context, args []string) error {
	if err := p.flags("migrate", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	return p.onDatabase(ctx, func(*database) error {
		fmt.Fprintln(p.out, "the database is up to date")
		return nil
	})
}

// member adds a member; the first administrator comes from here (SEC-8).
func (p program) member(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "add" {
		return fmt.Errorf("member: only add is known; %w", errUsage)
	}
	var m store.NewMember
	var email, phone string
	err := p.flags("member add", args[1:], func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "")
		f.StringVar(&phone, "phone", "", "")
		f.StringVar(&m.Name, "name", "", "")
		f.StringVar(&m.Username, "username", "", "")
		f.BoolVar(&m.IsAdmin, "admin", false, "")
		f.BoolVar(&m.IsCreator, "creator", false, "")
	})
	switch {
	case err != nil:
		return err
	case email == "" && phone == "":
		return fmt.Errorf("member add: --email or --phone is needed; %w", errUsage)
	case strings.TrimSpace(m.Name) == "":
		return fmt.Errorf("member add: --name is needed; %w", errUsage)
	}
	if email != "" {
		id, err := store.ParseEmail(email)
		if err != nil {
			return told(err)
		}
		m.Email = id.Address
	}
	if phone != "" {
		id, err := store.ParsePhone(phone)
		if err != nil {
			return told(err)
		}
		m.Phone = id.Address
	}
	return p.onDatabase(ctx, func(db *database) error {
		made, err := db.AddMember(ctx, m)
		if err != nil {
			return told(err)
		}
		fmt.Fprintf(p.out, "added %s (%s)\n", made.Name, made.ID)
		return nil
	})
}

// told is err's sentence for a person.
func told(err error) error {
	e := store.AsError(err)
	if e.Code == store.Internal {
		return err
	}
	return errors.New(e.Message)
}

// load prepares or runs a load test.
func (p program) load(ctx context.Context, args []string) error {
	switch {
	case len(args) > 0 && args[0] == "prepare":
		return p.loadPrepare(ctx, args[1:])
	case len(args) > 0 && args[0] == "run":
		return p.loadRun(ctx, args[1:])
	}
	return fmt.Errorf("load: only prepare and run are known; %w", errUsage)
}

// loadPrepare makes members with open sessions, rooms, and a history in the first.
func (p program) loadPrepare(ctx context.Context, args []string) error {
	members, rooms, history, path := 0, 0, 0, ""
	err := p.flags("load prepare", args, func(f *flag.FlagSet) {
		f.IntVar(&members, "members", 1000, "")
		f.IntVar(&rooms, "rooms", 1, "")
		f.IntVar(&history, "history", 0, "")
		f.StringVar(&path, "tokens", "", "")
	})
	if err != nil {
		return err
	}
	if path == "" || members < 1 || rooms < 0 || history < 0 || (history > 0 && rooms < 1) {
		return fmt.Errorf("load prepare: --members N --rooms R [--history MESSAGES] --tokens FILE; %w", errUsage)
	}
	return p.onDatabase(ctx, func(db *database) error {
		made, err := db.PrepareLoad(ctx, members, rooms)
		if err != nil {
			return told(err)
		}
		if err := db.FillLoad(ctx, history); err != nil {
			return told(err)
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		w := bufio.NewWriter(file)
		for _, m := range made {
			fmt.Fprintln(w, m.Token) // a failure stays in w
		}
		if err := errors.Join(w.Flush(), file.Close()); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "%d members, rooms load-1 to load-%d\n", len(made), rooms)
		return nil
	})
}
