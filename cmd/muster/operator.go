package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/user"
	"slices"
	"strings"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// flags reads a command's flags; anything left over is an error.
func (p program) flags(name string, args []string, define func(*flag.FlagSet)) error {
	_, err := p.flagsWith(name, "", args, define)
	return err
}

// flagsWith is flags of a command that takes one word too, before its flags, behind or between
// them. kind is what its help calls that word, as FILE; "" of a command that takes none.
func (p program) flagsWith(name, kind string, args []string, define func(*flag.FlagSet)) (word string, err error) {
	set := flag.NewFlagSet("muster "+name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	define(set)
	set.VisitAll(func(f *flag.Flag) {
		if value, single := f.Value.(flag.Getter); single { // flags that may be repeated are functions
			f.Value = &onceFlag{Getter: value}
		}
	})
	for {
		if err := set.Parse(args); err != nil {
			return "", fmt.Errorf("%s: %w; %w", name, err, errUsage)
		}
		switch {
		case kind != "" && word == "" && set.Arg(0) == "": // a variable of the shell may be empty
			return "", fmt.Errorf("%s: %s is missing; %w", name, kind, errUsage)
		case set.NArg() == 0:
			return word, nil
		case kind == "" || word != "":
			return "", fmt.Errorf("%s: %q is too much; %w", name, set.Arg(0), errUsage)
		}
		word, args = set.Arg(0), set.Args()[1:]
	}
}

// onceFlag refuses a second value: of two addresses or files nobody can say which is meant.
type onceFlag struct {
	flag.Getter
	given bool
}

// Set implements flag.Value.
func (f *onceFlag) Set(value string) error {
	if f.given {
		return errors.New("it is given twice")
	}
	f.given = true
	return f.Getter.Set(value)
}

// IsBoolFlag lets the flag stand without a value where its own type does.
func (f *onceFlag) IsBoolFlag() bool {
	own, ok := f.Getter.(interface{ IsBoolFlag() bool })
	return ok && own.IsBoolFlag()
}

// quiet is a log for operator's commands: warnings and errors only.
func (p program) quiet(s settings) *slog.Logger {
	return slog.New(slog.NewTextHandler(p.err, &slog.HandlerOptions{Level: max(s.LogLevel, slog.LevelWarn)}))
}

// databaseSettings are the settings of a command that works on the database. What a node
// would not start with of its addresses, numbers and times, a command does not either.
func (p program) databaseSettings() (settings, error) {
	s, problems := parseSettings(p.environ)
	found := slices.Concat(s.unreachable(), s.unencrypted(), s.outOfRange())
	if _, err := s.points(); err != nil {
		found = append(found, store.AsError(err).Message)
	}
	return s, node.CannotStart(withFound(problems, found))
}

// onDatabase runs an operator's command on the settings' database.
func (p program) onDatabase(ctx context.Context, do func(*node.Database) error) error {
	s, err := p.databaseSettings()
	if err != nil {
		return err
	}
	return p.onDatabaseOf(ctx, s, do)
}

// onDatabaseOf is onDatabase with settings that were read.
func (p program) onDatabaseOf(ctx context.Context, s settings, do func(*node.Database) error) error {
	c := s.database()
	c.AuditKept = nil // an operator's shell need not have all settings of the nodes
	return p.share(ctx, c, s, func(db *node.Database) error {
		if from, to, did := db.Migrated(); did && from > 0 {
			p.quiet(s).Warn("the database was migrated to this version first", "from", from, "to", to)
		}
		return do(db)
	})
}

func (p program) share(ctx context.Context, c node.DatabaseConfig, s settings, do func(*node.Database) error) error {
	db, err := node.ShareDatabase(ctx, c, p.quiet(s))
	if err != nil {
		return err
	}
	err = do(db)
	if refused := refusedByPostgres(err); refused != nil {
		err = refused
	}
	return errors.Join(err, db.Close(context.WithoutCancel(ctx)))
}

// print is a command that prints a file that the program carries.
func (p program) print(name, text string, args []string) error {
	if err := p.flags(name, args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	_, err := io.WriteString(p.out, text)
	return err
}

// migrate brings the database up to this version: opening it does.
func (p program) migrate(ctx context.Context, args []string) error {
	if err := p.flags("migrate", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	s, err := p.databaseSettings()
	if err != nil {
		return err
	}
	return p.share(ctx, s.database(), s, func(db *node.Database) error {
		from, to, did := db.Migrated()
		switch {
		case !did:
			fmt.Fprintln(p.out, "the database is up to date")
		case from == 0:
			fmt.Fprintf(p.out, "the database is up to date: schema %d, of an empty one\n", to)
		default:
			fmt.Fprintf(p.out, "the database is up to date: schema %d, from %d\n", to, from)
		}
		return nil
	})
}

// addedMember is a new member as the audit log keeps it.
type addedMember struct {
	IsAdmin   bool `json:"is_admin"`
	IsCreator bool `json:"is_creator"`
}

// member adds a member; the first administrator comes from here.
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
			return sentence(err)
		}
		m.Email = id.Address
	}
	if phone != "" {
		id, err := store.ParsePhone(phone)
		if err != nil {
			return sentence(err)
		}
		m.Phone = id.Address
	}
	return p.onDatabase(ctx, func(db *node.Database) error {
		made, err := members.New(db.DB).AddMember(ctx, m)
		if err != nil {
			return sentence(err)
		}
		err = db.AdminService(store.Caller{Address: operatorAddress()}).Record(ctx, store.AuditRecord{
			Action: "member_added", Subject: made.ID, After: addedMember{made.IsAdmin, made.IsCreator},
		})
		if err != nil {
			return fmt.Errorf("%s (%s) is added, and that is not in the audit log: %w", made.Name, made.ID, sentence(err))
		}
		fmt.Fprintf(p.out, "added %s (%s)\n", made.Name, made.ID)
		return nil
	})
}

// operatorAddress says as whom and on which machine a command runs, as the audit log keeps it.
func operatorAddress() string {
	name, host := "unknown", "unknown"
	if who, err := user.Current(); err == nil {
		name = who.Username
	}
	if machine, err := os.Hostname(); err == nil {
		host = machine
	}
	return name + "@" + host
}

// sentence is err's sentence for a person.
func sentence(err error) error {
	if refused := refusedByPostgres(err); refused != nil {
		return refused
	}
	e := store.AsError(err)
	if e.Code == store.Internal {
		return err
	}
	return errors.New(e.Message)
}

// refusedByPostgres says what an operator can do when Postgres refuses a statement; nil for
// any other error. Members would be asked to try again in a moment.
func refusedByPostgres(err error) error {
	if what := postgres.RefusedStatement(err); what != "" {
		return errors.New(what)
	}
	return nil
}
