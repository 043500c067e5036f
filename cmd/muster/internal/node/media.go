package node

import (
	"context"
	"fmt"
	"path/filepath"

	"muster/store"
	"muster/store/blob"
)

// wireMedia opens the storage of uploaded files.
func (n *Node) wireMedia(ctx context.Context, c Config) (err error) {
	n.media, err = OpenMedia(ctx, c.MediaURL, c.Database.DataDir)
	if err != nil {
		return err
	}
	// A disk that is full or away passes, and chat goes on without it.
	if err := n.media.CheckWritable(); err != nil {
		n.log.Error("media: uploads are refused while no file can be made in the folder", "setting", mediaSetting(c.MediaURL), "error", err)
	}
	return nil
}

// mediaSetting is the setting that says where files are kept.
func mediaSetting(address string) string {
	if address == "" {
		return "MUSTER_DATA_DIR"
	}
	return "MEDIA_URL"
}

// OpenMedia opens the storage of a URL; without one that is the folder media of
// the data directory.
func OpenMedia(ctx context.Context, address, dataDir string) (*blob.Storage, error) {
	open := func() (*blob.Storage, error) { return blob.Open(ctx, address) }
	if address == "" {
		open = func() (*blob.Storage, error) { return blob.OpenFolder(filepath.Join(dataDir, "media")) }
	}
	media, err := open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mediaSetting(address), err)
	}
	return media, nil
}

// mediaLinks signs links to files; every node with the same secret signs alike.
func (n *Node) mediaLinks(c Config) store.MediaLinks {
	return store.NewMediaLinks(c.Secret, c.MediaLife)
}
