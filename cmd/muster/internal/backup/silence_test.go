//go:build unix

package backup

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// A server that freezes while one of Postgres's programs works with it is given up, and so is every
// process of the program: a backup of the night waited for ever, and nobody was mailed.
func TestServerThatFreezesIsGivenUp(t *testing.T) {
	silence, patience := serverSilence, connectPatience
	t.Cleanup(func() { serverSilence, connectPatience = silence, patience })
	serverSilence, connectPatience = 2*time.Second, 500*time.Millisecond
	bin, cluster := t.TempDir(), storetest.Private(t)
	t.Setenv("MUSTER_POSTGRES_BIN", bin)
	// A process of the program's holds the pipe open for as long as it runs.
	pipe := filepath.Join(bin, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pg_dump", "pg_restore"} {
		program := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = --version ] && echo '%s (PostgreSQL) 15.1' && exit 0\nsleep 1000 >%s & wait\n", name, pipe)
		if err := os.WriteFile(filepath.Join(bin, name), []byte(program), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	archive, empty := archiveOfNothing(t), storetest.EmptyDatabase(t, cluster.URL())
	for what, work := range map[string]func() error{
		"backup": func() error {
			_, _, err := Make(t.Context(), Source{URL: cluster.URL()}, filepath.Join(t.TempDir(), "b.tar"))
			return err
		},
		"restore; drop the database": func() error {
			_, _, err := Restore(t.Context(), archive, empty, nil)
			return err
		},
		"check": func() error {
			_, err := Check(t.Context(), archive, storetest.OwnerURL(cluster.URL()), slog.New(slog.DiscardHandler))
			return err
		},
	} {
		done := make(chan error, 1)
		go func() { done <- work() }()
		program, err := os.Open(pipe)
		if err != nil {
			t.Fatal(err)
		}
		cluster.Freeze()
		err = <-done
		cluster.Thaw()
		_, advice, _ := strings.Cut(what, ";")
		if !errors.Is(err, errSilent) || !strings.Contains(err.Error(), advice) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := io.Copy(io.Discard, program); err != nil { // until nobody holds it open
			t.Error(err)
		}
		_ = program.Close()
	}
}

// archiveOfNothing is a whole backup with an empty dump.
func archiveOfNothing(t *testing.T) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "community.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := writer{tar.NewWriter(file), time.Now()}
	var m Manifest
	err = w.addJSON(headerName, Header{Format: format, Postgres: 15})
	if err == nil {
		m.Dump, err = w.add(dumpName, 0, strings.NewReader(""))
	}
	if err == nil {
		err = w.addJSON(manifestName, m)
	}
	if err = errors.Join(err, w.tar.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}
