package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"muster/store/face"
)

// facePassword reads the password of the face viewer and prints the setting of its hash.
// The hash is in quotes: without them a shell takes what follows a $ for a variable.
func (p program) facePassword(ctx context.Context, args []string) error {
	if err := p.flags("face-password", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	password, err := p.readPassword(ctx)
	if err != nil {
		return fmt.Errorf("face-password: %w", err)
	}
	if err := face.CheckPassword(password); err != nil {
		return fmt.Errorf("face-password: %w", err)
	}
	_, err = fmt.Fprintf(p.out, "FACE_ADMIN_PASSWORD_HASH='%s'\n", face.NewPassword(password))
	return err
}

// readPassword reads a line: twice and without echo from a terminal, once from a pipe.
func (p program) readPassword(ctx context.Context) (string, error) {
	if file, ok := p.in.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		first, err := p.askPassword(ctx, file, "Password of the face viewer: ")
		if err != nil {
			return "", err
		}
		again, err := p.askPassword(ctx, file, "The same again: ")
		if err == nil && again != first {
			err = errors.New("the two passwords differ")
		}
		return first, err
	}
	if p.in == nil {
		return "", errors.New("no password on the standard input")
	}
	raw, err := io.ReadAll(io.LimitReader(p.in, 4*face.LongestPassword))
	if err == nil && len(raw) == 0 {
		err = errors.New("no password on the standard input")
	}
	line := strings.TrimSuffix(string(raw), "\n")
	return strings.TrimSuffix(line, "\r"), err
}

// askPassword reads a line from a terminal without echo. When ctx ends, as it does with
// an interrupt, the terminal is put back as it was.
func (p program) askPassword(ctx context.Context, terminal *os.File, prompt string) (string, error) {
	before, err := term.GetState(int(terminal.Fd()))
	if err != nil {
		return "", err
	}
	fmt.Fprint(p.err, prompt)
	defer fmt.Fprintln(p.err)
	var typed []byte
	read := make(chan error, 1)
	go func() {
		line, err := term.ReadPassword(int(terminal.Fd()))
		typed = line
		read <- err
	}()
	select {
	case err := <-read:
		return string(typed), err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(int(terminal.Fd()), before))
	}
}
