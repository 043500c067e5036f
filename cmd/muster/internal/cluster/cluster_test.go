//go:build unix

package cluster

import (
	"context"
	"os"
	"strings"
	"testing"
)

func TestClusterNeedsRedis(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	k := &cluster{out: &lines{to: os.Stderr}}
	_, err := k.startRedis(context.Background())
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "redis-server") {
		t.Errorf("said %v", err)
	}
}
