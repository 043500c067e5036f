package systemtest

import (
	"encoding/json"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"sync"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// While Postgres is frozen, with all of the pool's connections waiting
// for it, /readyz and /healthz say so within about a second, on the public and
// on the operators' address alike, and the node stays ready; afterwards they
// say that it is back.
func TestGEN22ReadyWhilePostgresIsFrozen(t *testing.T) {
	t.Parallel()
	cluster := storetest.Private(t)
	h := harness.Start(t, 1, 1, harness.OnDatabase(cluster.URL()), harness.WithConnections(4))
	type health struct {
		Success, Ready, Draining bool
		Postgres                 string
	}
	ask := func(url string) (health, int) {
		client := http.Client{Timeout: 3 * time.Second} // the promise is one; a busy machine is no failure
		reply, err := client.Get(url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			return health{}, 0
		}
		defer reply.Body.Close()
		var said health
		if err := json.NewDecoder(reply.Body).Decode(&said); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		return said, reply.StatusCode
	}
	urls := []string{"http://" + h.Addr + "/readyz", "http://" + h.Addr + "/healthz", h.OpsURL("/readyz"), h.OpsURL("/healthz")}
	harness.Until(t, "Postgres is up", func() bool { said, status := ask(urls[0]); return status == 200 && said.Postgres == "up" })

	cluster.Freeze()
	var running sync.WaitGroup
	defer running.Wait()
	for range 8 { // more than there are connections
		running.Go(func() {
			request, _ := http.NewRequest(http.MethodGet, "http://"+h.Addr+"/api/profile/me", nil)
			request.Header.Set("Authorization", "Bearer "+h.Members[0].Token)
			reply, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			reply.Body.Close()
			if reply.StatusCode != http.StatusServiceUnavailable && reply.StatusCode != http.StatusOK { // thawed in time
				t.Errorf("a call: %d", reply.StatusCode)
			}
		})
	}
	harness.Until(t, "the pool is empty", func() bool { s := h.DB.Pool().Stat(); return s.TotalConns() > 0 && s.IdleConns() == 0 })
	harness.Until(t, "the freeze is noticed", func() bool { said, _ := ask(urls[0]); return said.Postgres == "down" })
	var probes sync.WaitGroup
	for range 5 {
		for _, url := range urls {
			probes.Go(func() {
				if said, status := ask(url); status != 200 || !said.Success || !said.Ready || said.Draining || said.Postgres != "down" {
					t.Errorf("%s: %d %+v", url, status, said)
				}
			})
		}
	}
	probes.Wait()
	cluster.Thaw()
	for _, url := range urls {
		harness.Until(t, "Postgres is back", func() bool { said, status := ask(url); return status == 200 && said.Postgres == "up" })
	}

	cluster.StopImmediate()
	harness.Until(t, "Postgres is gone", func() bool {
		said, status := ask(urls[0])
		return status == 200 && said.Ready && said.Postgres == "down"
	})
	cluster.Start()
	harness.Until(t, "Postgres is back again", func() bool { said, _ := ask(urls[0]); return said.Postgres == "up" })
}
