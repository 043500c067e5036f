package node

import (
	"context"
	"path/filepath"

	"muster/store"
	"muster/store/blob"
)

// wireMedia opens the storage of uploaded files.
func (n *Node) wireMedia(ctx context.Context, c Config) (err error) {
	n.media, err = OpenMedia(ctx, c.MediaURL, c.Database.DataDir)
	return err
}

// OpenMedia opens the storage of a URL; without one that is the folder media of
// the data directory.
func OpenMedia(ctx context.Context, address, dataDir string) (*blob.Storage, error) {
	if address == "" {
		return blob.OpenFolder(filepath.Join(dataDir, "media"))
	}
	return blob.Open(ctx, address)
}

// mediaLinks signs links to files; every node with the same secret signs alike.
func (n *Node) mediaLinks(c Config) store.MediaLinks {
	return store.NewMediaLinks(c.Secret, c.MediaLife)
}
