//go:build unix

package cluster

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"muster/cmd/muster/internal/node"
)

func TestClusterNeedsRedis(t *testing.T) {
	t.Setenv("PATH", "/nowhere")
	k := &cluster{out: &lines{to: os.Stderr}}
	_, err := k.startRedis(context.Background())
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "redis-server") {
		t.Errorf("said %v", err)
	}
}

// Settings that come from files reach the nodes. What the cluster decides for
// them replaces NAME and NAME_FILE alike: with both, every node refused to start
// and was started again for ever.
func TestNodesOfAClusterTakeSettingsFromFiles(t *testing.T) {
	own := []string{"PATH=/bin", "DATABASE_URL_FILE=/run/database", "DATABASE_OWNER_URL_FILE=/run/owner", "REDIS_URL_FILE=/run/redis", "PORT_FILE=/run/port", "SMTP_URL_FILE=/run/smtp"}
	if !given(own, "REDIS_URL") || given(own, "DATABASE_CONNECTIONS") || given([]string{"REDIS_URL="}, "REDIS_URL") {
		t.Error("what is given is not seen")
	}
	got := environment(environment(own, "DATABASE_URL=postgres://x", "DATABASE_OWNER_URL=", "MUSTER_SECRET_FILE=/data/secret"), "PORT=1234")
	want := []string{"PATH=/bin", "REDIS_URL_FILE=/run/redis", "SMTP_URL_FILE=/run/smtp", "DATABASE_URL=postgres://x", "DATABASE_OWNER_URL=", "MUSTER_SECRET_FILE=/data/secret", "PORT=1234"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The nodes of a cluster share the folder of files and are given it: each logged that no other would
// show its files, and named a setting to a person who had nothing to set.
func TestNodesOfAClusterAreGivenTheFolderOfFiles(t *testing.T) {
	for own, want := range map[string]string{"": "MEDIA_URL=file:///srv/my%20data/media", "MEDIA_URL=s3://bucket": "", "MEDIA_URL_FILE=/run/media": ""} {
		c := Config{Nodes: 2, Environ: []string{own}, Database: node.DatabaseConfig{DataDir: "/srv/my data"}}
		got, err := c.nodeSettings("postgres://x")
		if given(got, "MEDIA_URL") != (want != "") || want != "" && !slices.Contains(got, want) || err != nil {
			t.Errorf("%s: %q, %v", own, got, err)
		}
	}
}
