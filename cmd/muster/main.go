package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "golang.org/x/crypto/x509roots/fallback" // a container image has no certificates of its own

	"muster/cmd/muster/internal/telemetry"
)

func main() {
	// A log that nobody reads any more is no reason to cut the members off.
	signal.Ignore(syscall.SIGPIPE)
	complaints := telemetry.NewNonBlocking(os.Stderr) // nor is one that nobody takes
	status := program{args: os.Args[1:], environ: os.Environ(), in: os.Stdin, out: os.Stdout, err: complaints}.run()
	complaints.Flush(time.Second)
	os.Exit(status)
}

// program is one run of the command, apart from the process, so that tests can
// start it.
type program struct {
	args    []string
	environ []string
	in      io.Reader // a password; a terminal where a person types it
	out     io.Writer // what a person asked for
	err     io.Writer // logs and complaints
}

const help = `Muster is a members-only community server.

Usage: muster COMMAND

  dev                     a node on this machine, nothing to configure: brings its own Postgres,
                          demo members, and an outbox that shows every mail and text (/dev/outbox)
      --lively                           twelve members talk, check in and contribute while you look
      --few                              a handful of demo members alone, which starts sooner
      --empty                            without the demo: an administrator alone, as a community begins
  serve                   a production node; refuses to start with one line per missing or unsafe setting
  cluster                 several nodes on this machine behind a balancer on PORT, for trying them:
                          brings its own Postgres and Redis (redis-server must be installed)
      --nodes N                          how many (2)
      --few                              as of dev
  migrate                 bring the database up to this version
  member add              add a member
      --email ADDRESS | --phone NUMBER   how the member signs in (both may be given)
      --name NAME                        the member's name
      --username NAME                    chat username, if one is to be set
      --admin                            make the member an administrator
      --creator                          this is the creator, shown as such; there is one
  second-factor remove MEMBER
                          remove every second factor of a member who has lost the last one: named by
                          e-mail address, phone or username; the audit log keeps it
  backup                  copy the community into one file, while it goes on
      --to FILE                          a new file; a name with the date without it
      --without-media                    leave the stored files out (where MEDIA_URL keeps versions)
  backup check FILE       restore a backup into a scratch database, compare it with what was
                          backed up, and remove the scratch; fails when anything differs
      --server URL                       where the scratch database is made; a Postgres of its own without it
  backup restore FILE     restore a backup into the empty database of DATABASE_URL, and its
                          stored files into MEDIA_URL
  keys                    which versions of the secret this database was used with, and what each still seals
  keys rotate             seal anew, under MUSTER_SECRET, what MUSTER_SECRET_OTHER sealed, while the nodes
                          work; ends by itself, and goes on where it was when it is started again
      --former-lost                      the former secret is gone for good: delete what it sealed
  badges recompute        give the badges that the ledgers and logs say members have earned
  money check             compare the ledger with the payment provider; fails when they differ
      --from DAY --to DAY                YYYY-MM-DD, both included (the last 31 days)
  load plan               the machines that a community needs, and what they cost, by a model of measurements
      --online N                         members online at the busiest hour (1000)
      --rooms R                          over which they are spread (one for every 50)
      --rate N                           messages a second of all together (one of each member every 50 s)
  load prepare            members, rooms and sessions for a load test
      --members N --rooms R --tokens FILE   one bearer token a line
      --history N                        messages to put into room load-1, while no node runs
      --days N                           check-ins of each member up to yesterday
      --admins N                         make the first members administrators (0)
  load run                a load test against running nodes; fails when anything is lost, doubled or out of order
      --nodes URL,URL                    where (http://localhost:8080); who loses one goes to the others
      --tokens FILE                      of load prepare, made with as many rooms
      --sockets N --rooms R              how many (as many as tokens, 1)
      --rate N --seconds S               messages a second of all together (20), and how long (30)
      --connects N                       new sockets a second (500); 0: all at once, a cold start
      --named N                          members whom each message names (0)
      --reads N                          read marks a second (0)
      --watching N                       of the first members, who are administrators, watch activity (0)
      --warm-up DURATION                 how long messages go on before their latency counts (0s)
      --arrivals N --within DURATION     further members who join load-1 so quickly after the warm-up (0, 5s)
      --raid N                           sockets that connect after the warm-up, all at once, and never join (0)
      --json FILE                        the report for a program
  load calls              how long calls take; counts them, and fails when one fails
      --path PATH                        of the API, with its query; as often as there are paths
      --change 'METHOD PATH JSON'        a call that changes something; as often as there are
      --node URL --token FILE            where (http://localhost:8080), and who: the first token of the file
      --rounds N --at-once N             calls of each path by each caller (100), and callers (1)
      --seconds S                        for how long, however many rounds it takes; 0: --rounds (0)
      --pause DURATION                   between rounds (0s)
  face-password           read the face viewer's password from the standard input and print the line
                          that sets FACE_ADMIN_PASSWORD_HASH; asks twice on a terminal
  face-roc DIR            measure the embedded engine of the face checks: DIR holds a folder a person,
                          each with several pictures (JPEG or PNG)
      --svg FILE                         write the ROC curve as a picture
      --models DIR                       the folder of the models (FACE_MODEL_DIR)
  dashboard               print a Grafana dashboard for the metrics of MUSTER_OPS_ADDR
  alarms                  print Prometheus alarm rules for the same metrics
  health                  ask the node on PORT of this machine whether it takes members; exit status 1 if not
  version                 print the version, and until when its components are supported
      --check                            fail when one is past that
  help                    print this; help COMMAND, or -h after one, what stands here about it

Settings come from the environment; NAME_FILE=/path gives a setting from a file, and
NAME_COMMAND='command' what a command prints. They are read once, at the start:

`

// errUsage says that the command line was not understood.
var errUsage = errors.New("see: muster help")

// run does what the command line says and gives the process's exit status.
func (p program) run() int {
	ctx, stop := p.signals()
	defer stop()
	return p.runUntil(ctx)
}

// runUntil is run until ctx ends at the latest. That is how a node ends, and a failure of a
// command that had something to finish: a backup that was stopped is none.
func (p program) runUntil(ctx context.Context) int {
	out := &printed{to: p.out}
	if !p.servesUntilStopped() {
		p.out = out
	}
	err := p.command(ctx)
	if err == nil {
		err = out.err
	}
	switch stopped := ctx.Err() != nil; {
	case err == nil, stopped && p.servesUntilStopped() && errors.Is(err, context.Canceled):
		return 0
	case stopped && !p.servesUntilStopped():
		err = errors.New(p.name() + " was stopped before it was done")
	}
	fmt.Fprintln(p.err, "muster:", err)
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// name is the command with the word behind it that is a part of its name.
func (p program) name() string {
	if len(p.args) > 1 && usageOf(p.args[0]+" "+p.args[1]) != "" {
		return p.args[0] + " " + p.args[1]
	}
	return p.args[0]
}

// printed is the output of a command, with the first error of writing it: who keeps it in a
// file on a full disk has not got it.
type printed struct {
	to  io.Writer
	err error
}

// Write implements io.Writer.
func (o *printed) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// servesUntilStopped is true of the commands that have no end of their own.
func (p program) servesUntilStopped() bool {
	return len(p.args) > 0 && slices.Contains([]string{"dev", "serve", "cluster", faceEngineCommand}, p.args[0])
}

func (p program) command(ctx context.Context) error {
	name, rest := "help", []string(nil)
	if len(p.args) > 0 {
		name, rest = p.args[0], p.args[1:]
	}
	if usage := usageAsked(p.args); usage != "" {
		fmt.Fprint(p.out, usage)
		return nil
	}
	switch name {
	case "dev":
		return p.serve(ctx, rest, true)
	case "serve":
		return p.serve(ctx, rest, false)
	case "cluster":
		return p.cluster(ctx, rest)
	case "migrate":
		return p.migrate(ctx, rest)
	case "member":
		return p.member(ctx, rest)
	case "second-factor":
		return p.secondFactor(ctx, rest)
	case "backup":
		return p.backup(ctx, rest)
	case "keys":
		return p.keys(ctx, rest)
	case "money":
		return p.money(ctx, rest)
	case "badges":
		return p.badges(ctx, rest)
	case "load":
		return p.load(ctx, rest)
	case "face-password":
		return p.facePassword(ctx, rest)
	case faceEngineCommand:
		return p.faceEngine(rest)
	case "face-roc":
		return p.faceROC(ctx, rest)
	case "dashboard":
		return p.print("dashboard", telemetry.Dashboard, rest)
	case "alarms":
		return p.print("alarms", telemetry.Alarms, rest)
	case "version", "--version":
		return p.showVersion(rest)
	case "health":
		return p.health(ctx, rest)
	case "help", "--help", "-h":
		if slices.Equal(rest, []string{faceEngineCommand}) {
			fmt.Fprintln(p.out, aboutFaceEngine)
			return nil
		}
		if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
			return fmt.Errorf("help: unknown command %q; %w", strings.Join(rest, " "), errUsage)
		}
		fmt.Fprint(p.out, help, settingsHelp())
		return nil
	}
	return fmt.Errorf("unknown command %q; %w", name, errUsage)
}

// signalDebounce is how soon after the first signal another is taken for the
// same one: timeout(1), make and whoever signals a process and its group send
// it twice at once, and that must not cut a drain short. A person who means
// "now" needs longer than that to say it again.
const signalDebounce = time.Second

// signals gives a context that ends with the first SIGTERM, SIGINT or SIGHUP, which a terminal
// that closes sends; nohup keeps the last one off. One that comes more than signalDebounce later
// ends the process at once, with status 1; what was acknowledged is stored by then.
func (p program) signals() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGINT)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(caught, syscall.SIGHUP)
	}
	done := make(chan struct{})
	go func() {
		var first time.Time
		for {
			select {
			case <-done:
				return
			case <-caught:
			}
			if first.IsZero() {
				first = time.Now()
			} else if time.Since(first) > signalDebounce {
				fmt.Fprintln(p.err, "muster: stopped at once")
				os.Exit(1)
			}
			cancel()
		}
	}()
	return ctx, func() {
		signal.Stop(caught)
		close(done)
		cancel()
	}
}
