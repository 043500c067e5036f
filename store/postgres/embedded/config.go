package embedded

import "log/slog"

// The roles of a cluster.
const (
	OwnerRole  = "muster"        // its superuser, which owns the tables
	ServerRole = "muster_server" // with which a node serves
)

// Config says where the cluster lives and how it runs.
type Config struct {
	DataDir  string            // Muster's data directory; the cluster lies in a folder of its own under it
	Log      *slog.Logger      // nil: slog.Default()
	Settings map[string]string // Postgres settings by name, over the defaults of this package
	Database string            // made when missing; empty: "muster"
}
