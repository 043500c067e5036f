package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"muster/cmd/muster/internal/loadtest"
	"muster/cmd/muster/internal/node"
	"muster/store/rank"
)

// load prepares or runs a load test.
func (p program) load(ctx context.Context, args []string) error {
	switch {
	case len(args) > 0 && args[0] == "prepare":
		return p.loadPrepare(ctx, args[1:])
	case len(args) > 0 && args[0] == "run":
		return p.loadRun(ctx, args[1:])
	case len(args) > 0 && args[0] == "calls":
		return p.loadCalls(ctx, args[1:])
	case len(args) > 0 && args[0] == "plan":
		return p.loadPlan(args[1:])
	}
	return fmt.Errorf("load: only plan, prepare, run and calls are known; %w", errUsage)
}

// loadPrepare makes members with open sessions, rooms, and a history in the first.
func (p program) loadPrepare(ctx context.Context, args []string) error {
	members, rooms, history, days, admins, path := 0, 0, 0, 0, 0, ""
	err := p.flags("load prepare", args, func(f *flag.FlagSet) {
		f.IntVar(&members, "members", 1000, "")
		f.IntVar(&rooms, "rooms", 1, "")
		f.IntVar(&history, "history", 0, "")
		f.IntVar(&days, "days", 0, "")
		f.IntVar(&admins, "admins", 0, "")
		f.StringVar(&path, "tokens", "", "")
	})
	if err != nil {
		return err
	}
	if path == "" || members < 1 || rooms < 0 || history < 0 || days < 0 || days > 1000 || admins < 0 || admins > members || (history > 0 && rooms < 1) {
		return fmt.Errorf("load prepare: --members N --rooms R [--history MESSAGES] [--days DAYS] [--admins N] --tokens FILE; %w", errUsage)
	}
	// Members whose tokens cannot be written are good for nothing.
	_, missing := os.Stat(path)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("load prepare: --tokens: %w", err)
	}
	defer file.Close()
	err = p.onDatabase(ctx, func(db *node.Database) error {
		made, err := loadtest.Prepare(ctx, db.Pool(), db.Sessions.Max, members, rooms)
		if err != nil {
			return err
		}
		if err := loadtest.FillHistory(ctx, db.Pool(), history); err != nil {
			return err
		}
		lines, err := loadtest.FillLedger(ctx, db.Pool(), rank.DefaultPointsRules, made, days)
		if err != nil {
			return err
		}
		if err := db.AsOwner(ctx, loadtest.Analyze); err != nil {
			return err
		}
		if err := loadtest.MakeAdministrators(ctx, db.Pool(), made[:admins]); err != nil {
			return err
		}
		_ = file.Truncate(0) // a pipe has nothing to lose
		w := bufio.NewWriter(file)
		for _, m := range made {
			fmt.Fprintln(w, m.Token) // a failure stays in w
		}
		if err := errors.Join(w.Flush(), file.Close()); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "%d members, rooms load-1 to load-%d, %d lines of the points ledger\n", len(made), rooms, lines)
		return nil
	})
	if err != nil && errors.Is(missing, os.ErrNotExist) {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// loadRun reads the plan, runs it and prints the report.
func (p program) loadRun(ctx context.Context, args []string) error {
	plan := loadtest.Plan{}
	nodes, tokens, report, seconds := "", "", "", 0
	err := p.flags("load run", args, func(f *flag.FlagSet) {
		f.StringVar(&nodes, "nodes", "http://localhost:8080", "")
		f.StringVar(&tokens, "tokens", "", "")
		f.IntVar(&plan.Sockets, "sockets", 0, "")
		f.IntVar(&plan.Rooms, "rooms", 1, "")
		f.Float64Var(&plan.Rate, "rate", 20, "")
		f.IntVar(&seconds, "seconds", 30, "")
		f.DurationVar(&plan.WarmUp, "warm-up", 0, "")
		f.IntVar(&plan.Connects, "connects", 500, "")
		f.IntVar(&plan.Named, "named", 0, "")
		f.Float64Var(&plan.Reads, "reads", 0, "")
		f.IntVar(&plan.Watching, "watching", 0, "")
		f.IntVar(&plan.Arrivals, "arrivals", 0, "")
		f.DurationVar(&plan.ArriveWithin, "within", 5*time.Second, "")
		f.IntVar(&plan.Raid, "raid", 0, "")
		f.StringVar(&report, "json", "", "")
	})
	if err != nil {
		return err
	}
	plan.Duration = time.Duration(seconds) * time.Second
	if plan.Nodes, err = socketAddresses(nodes); err != nil {
		return err
	}
	text, err := os.ReadFile(tokens)
	if err != nil {
		return fmt.Errorf("load run: --tokens FILE, as load prepare writes it: %w; %w", err, errUsage)
	}
	plan.Tokens = strings.Fields(string(text))
	plan.Sockets = cmp.Or(plan.Sockets, len(plan.Tokens))
	if err := plan.Check(); err != nil {
		return fmt.Errorf("load run: %w; %w", err, errUsage)
	}
	if err := plan.Answering(ctx); err != nil {
		return fmt.Errorf("load run: no node answers: %w", err)
	}
	if report != "" { // before the test, which would have been for nothing
		file, err := os.OpenFile(report, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("load run: --json: %w", err)
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	result := loadtest.Run(ctx, plan, func(what string) { fmt.Fprintln(p.err, what) })
	result.Print(p.out)
	if report != "" {
		raw, err := json.MarshalIndent(result, "", "  ")
		if err == nil {
			err = os.WriteFile(report, append(raw, '\n'), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return result.Verdict()
}

// loadCalls reads the plan of calls, makes them and prints how long each path took.
func (p program) loadCalls(ctx context.Context, args []string) error {
	plan, token, seconds := loadtest.CallPlan{}, "", 0
	err := p.flags("load calls", args, func(f *flag.FlagSet) {
		f.StringVar(&plan.Node, "node", "http://localhost:8080", "")
		f.StringVar(&token, "token", "", "")
		f.IntVar(&plan.Rounds, "rounds", 100, "")
		f.IntVar(&plan.AtOnce, "at-once", 1, "")
		f.DurationVar(&plan.Pause, "pause", 0, "")
		f.Func("path", "", func(path string) error {
			plan.Calls = append(plan.Calls, loadtest.ReadCall(path))
			return nil
		})
		f.Func("change", "", func(text string) error {
			call, err := loadtest.ParseChange(text)
			plan.Calls = append(plan.Calls, call)
			return err
		})
		f.IntVar(&seconds, "seconds", 0, "")
	})
	if err != nil {
		return err
	}
	plan.Duration = time.Duration(seconds) * time.Second
	if _, err := socketAddresses(plan.Node); err != nil {
		return fmt.Errorf("load calls: --node http://host:port; %w", errUsage)
	}
	text, err := os.ReadFile(token)
	if err != nil {
		return fmt.Errorf("load calls: --token FILE, with the token of a member: %w; %w", err, errUsage)
	}
	if fields := strings.Fields(string(text)); len(fields) > 0 {
		plan.Token = fields[0]
	}
	if err := plan.Check(); err != nil {
		return fmt.Errorf("load calls: %w; %w", err, errUsage)
	}
	made, failed := 0, 0
	for i, r := range loadtest.RunCalls(ctx, plan) {
		if i < len(plan.Calls) { // behind them stands what they all took
			made += r.Calls
		}
		fmt.Fprintln(p.out, r)
		for _, status := range slices.Sorted(maps.Keys(r.Failed)) {
			fmt.Fprintf(p.out, "  %d ended in %d\n", r.Failed[status], status)
			failed += r.Failed[status]
		}
	}
	fmt.Fprintf(p.out, "%d calls, %d failed\n", made, failed)
	if failed > 0 {
		return fmt.Errorf("load calls: %d calls failed", failed)
	}
	return nil
}

// socketAddresses turns the nodes' addresses into those of their sockets.
func socketAddresses(nodes string) ([]string, error) {
	var all []string
	for one := range strings.SplitSeq(nodes, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return nil, fmt.Errorf("load run: --nodes http://host:port,…; %w", errUsage)
		}
		u.Scheme = strings.Replace(u.Scheme, "http", "ws", 1)
		all = append(all, u.JoinPath("ws", "chat").String())
	}
	return all, nil
}
