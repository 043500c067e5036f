package node

import (
	"bytes"
	"log/slog"
	"runtime"
	"strings"
	"testing"
)

// A folder in which no file can be made is said when the node starts, and one that cannot be had
// names its setting. Members learned of the first, by their uploads.
func TestFolderOfMediaIsTried(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a folder that takes nothing of root")
	}
	var log bytes.Buffer
	n := &Node{log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := n.wireMedia(t.Context(), Config{MediaURL: "file:///proc"}); err != nil || !strings.Contains(log.String(), "uploads are refused while no file can be made in the folder") || !strings.Contains(log.String(), "setting=MEDIA_URL") {
		t.Errorf("%v, the log says %q", err, &log)
	}
	log.Reset()
	if err := n.wireMedia(t.Context(), Config{Database: DatabaseConfig{DataDir: t.TempDir()}}); err != nil || log.Len() > 0 {
		t.Errorf("%v, the log says %q", err, &log)
	}
	if err := n.wireMedia(t.Context(), Config{MediaURL: "file:///proc/media"}); err == nil || !strings.HasPrefix(err.Error(), "MEDIA_URL: ") {
		t.Errorf("%v", err)
	}
	if err := n.wireMedia(t.Context(), Config{Database: DatabaseConfig{DataDir: "/proc"}}); err == nil || !strings.HasPrefix(err.Error(), "MUSTER_DATA_DIR: ") {
		t.Errorf("%v", err)
	}
}
