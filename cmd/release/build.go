package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// programName is the program's file on a system.
func programName(system string) string {
	if system == "windows" {
		return "muster.exe"
	}
	return "muster"
}

// build compiles the program for a platform. What steers the compiler is given here or
// emptied, so that nobody's environment changes a byte.
func (s source) build(system, processor string) ([]byte, error) {
	if _, err := os.Stat(filepath.Join(s.dir, "client", "dist", "index.html")); err != nil {
		return nil, fmt.Errorf("the client is not built; make release builds it: %w", err)
	}
	temporary, err := os.MkdirTemp("", "muster-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	out := filepath.Join(temporary, programName(system))
	stamp := strings.Join([]string{
		"-s -w",
		"-X main.release=" + s.version,
		"-X main.commit=" + s.commit,
		"-X main.made=" + s.made.Format(time.RFC3339),
	}, " ")
	// Go records the commit by itself only in some checkouts: not in a worktree, and with
	// the tags that happen to be there.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags=nomsgpack", "-ldflags="+stamp, "-o", out, "./cmd/muster")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	return os.ReadFile(out)
}
