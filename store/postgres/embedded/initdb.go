//go:build unix

// Making a cluster: beside its place first, then moved there whole.

package embedded

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// initialise makes the cluster. initdb works in a sibling that is renamed when
// complete, so a killed initdb never leaves half a cluster in the place of one.
func (h home) initialise(ctx context.Context, bin string, unsafe bool) error {
	draft, err := os.MkdirTemp(h.dir, unfinished)
	if err != nil {
		return err
	}
	if err := h.account.give(draft); err != nil {
		return err
	}
	args := []string{"-D", draft, "-U", OwnerRole, "-A", "trust", "-E", "UTF8", "--no-locale", "--data-checksums", "--no-instructions"}
	if unsafe {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), args...)
	cmd.Dir = "/"
	cmd.Env = environment(bin)
	cmd.WaitDelay = time.Second // its own children hold the output open for a moment
	cmd.SysProcAttr = h.account.attributes()
	dieWithParent(cmd.SysProcAttr, kill)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := onOwnThread(cmd.Run); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, complaint(output.String()))
	}
	if err := os.Rename(draft, h.cluster()); err != nil {
		return err
	}
	return syncDir(h.dir)
}

// complaint is the line of initdb's output that says what went wrong; its last one where none does.
func complaint(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for _, line := range lines {
		if strings.Contains(line, "FATAL: ") || strings.Contains(line, "PANIC: ") || strings.Contains(line, "error: ") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(lines[len(lines)-1])
}

// removeUnfinished clears away what a killed initdb left. Only folders that
// this package named so are touched, and only under the lock.
func (h home) removeUnfinished() error {
	drafts, err := filepath.Glob(filepath.Join(h.dir, unfinished+"*"))
	if err != nil {
		return err
	}
	for _, draft := range drafts {
		if err := os.RemoveAll(draft); err != nil {
			return err
		}
	}
	return nil
}

// onOwnThread runs f on an OS thread that does nothing else, as the
// parent-death signal demands (see supervise).
func onOwnThread(f func() error) error {
	result := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		result <- f()
	}()
	return <-result
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
