package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A rehearsal of an upgrade runs no program of an archive that is not as it was released.
func TestRehearsalChecksTheArchive(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "muster-1-linux-amd64.tar.gz")
	if err := writeTar(archive, []file{{path: "muster-1-linux-amd64/muster", mode: 0o755, data: []byte("#!/bin/sh\n")}}, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	rehearse := func(says string) {
		t.Helper()
		out, err := exec.Command("bash", "../../.ci/rehearse-upgrade.sh", archive).CombinedOutput()
		if err == nil || !strings.Contains(string(out), says) {
			t.Errorf("%v, %s", err, out)
		}
	}
	sums := filepath.Join(dir, "SHA256SUMS")
	if err := os.WriteFile(sums, []byte(strings.Repeat("0", 64)+"  muster-1-linux-arm64.tar.gz\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	rehearse("SHA256SUMS beside muster-1-linux-amd64.tar.gz does not name it")
	if err := os.WriteFile(sums, []byte(strings.Repeat("0", 64)+"  muster-1-linux-amd64.tar.gz\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	rehearse("muster-1-linux-amd64.tar.gz: FAILED")
}
