// A standby of a private cluster, which takes over when that one is gone.

package storetest

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres/testfolder"
)

// Standby starts a copy of the cluster that follows it by streaming replication. From now
// on the cluster commits what the standby has on its disk too. It stops meanwhile.
func (c *Cluster) Standby() *Cluster {
	c.t.Helper()
	return c.follow("sync", map[string]string{"synchronous_standby_names": "*"})
}

// LateStandby is a Standby that the cluster does not wait for: it may lack what was
// committed last.
func (c *Cluster) LateStandby() *Cluster {
	c.t.Helper()
	return c.follow("async", nil)
}

func (c *Cluster) follow(state string, settings map[string]string) *Cluster {
	c.t.Helper()
	dir, err := testfolder.In(baseFolder())
	if err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	c.t.Cleanup(func() {
		if err := testfolder.Remove(dir); err != nil {
			c.t.Errorf("storetest: %v", err)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	if err := c.server.Stop(ctx); err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	if err := testfolder.Copy(c.dir, dir); err != nil {
		c.t.Fatalf("storetest: copy a cluster: %v", err)
	}
	data := filepath.Join(dir, "postgres", "data")
	if err := beStandby(data); err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	c.settings = settings
	c.Start()
	query := parse(c.server.OwnerURL()).Query()
	follow := "host=" + query.Get("host") + " port=" + query.Get("port") + " user=" + query.Get("user")
	s := &Cluster{t: c.t, dir: dir, settings: map[string]string{"primary_conninfo": follow}}
	s.Start()
	c.t.Cleanup(s.stop)
	c.t.Cleanup(s.Thaw)
	c.awaitStandby(state)
	return s
}

// beStandby has a data directory's cluster follow another one from its next start on.
func beStandby(data string) error {
	info, err := os.Stat(data)
	if err != nil {
		return err
	}
	signal := filepath.Join(data, "standby.signal")
	if err := os.WriteFile(signal, nil, 0o600); err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Lchown(signal, int(owner.Uid), int(owner.Gid))
}

// awaitStandby waits until a standby follows in that state of replication.
func (c *Cluster) awaitStandby(state string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.server.OwnerURL())
	if err != nil {
		c.t.Fatalf("storetest: %v", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for follows := false; !follows; time.Sleep(joinPoll) {
		if err := conn.QueryRow(ctx, `select exists (select from pg_stat_replication where sync_state = $1 and state = 'streaming')`, state).Scan(&follows); err != nil {
			c.t.Fatalf("storetest: the standby does not follow: %v", err)
		}
	}
}

// Promote makes a standby the primary, as an operator's fail-over does, and waits until
// it takes writes.
func (c *Cluster) Promote() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), serverLimit)
	defer cancel()
	if err := command(ctx, c.server.OwnerURL(), "select pg_promote()"); err != nil {
		c.t.Fatalf("storetest: promote: %v", err)
	}
}

// Either is the DSN of whichever of two clusters takes writes, for the server's role.
func Either(a, b *Cluster) string {
	u := parse(a.URL())
	query, other := u.Query(), parse(b.URL()).Query()
	for _, name := range []string{"host", "port"} {
		query.Set(name, query.Get(name)+","+other.Get(name))
	}
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = url.Values(query).Encode()
	return u.String()
}
