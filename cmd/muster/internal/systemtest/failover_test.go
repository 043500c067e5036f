package systemtest

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres/storetest"
)

// failoverNode is a node that follows whichever of two clusters takes writes.
func failoverNode(t *testing.T, primary, standby *storetest.Cluster) *node {
	t.Helper()
	n := newNode(t, "DATABASE_URL="+storetest.Either(primary, standby), "CHAT_RATE_PER_SECOND=100000", "CHAT_BURST=100000", "SOCKETS_PER_ADDRESS=1000")
	n.start()
	return n
}

// The synchronous standby hangs while members write, and then the primary is gone and the
// standby takes over: what the primary alone had was acknowledged to nobody, and shown to
// nobody.
func TestStandbyThatDoesNotConfirm(t *testing.T) {
	t.Parallel()
	primary := demoDatabase(t)
	standby := primary.Standby()
	n := failoverNode(t, primary, standby)
	people := startClients(t, []*node{n}, 8, 4)
	people.await(200)
	standby.Freeze()
	hung := people.acks.Load()
	harness.Until(t, "every writer is refused twice", func() bool {
		return !slices.ContainsFunc(people.all[:8], func(c *resilientClient) bool { return c.refused("unavailable") < 2 })
	})
	acked := people.acks.Load() - hung // what was on its way when the standby stopped
	// Who only reads is answered meanwhile, and comes in.
	if err := n.call(http.MethodGet, "/api/chat/rooms", people.tokens[0], nil); err != nil {
		t.Error(err)
	}
	n.joinAt(t.Context(), people.tokens[1], -1)
	primary.StopImmediate()
	standby.Thaw()
	standby.Promote()
	n.ready()
	people.await(200)
	t.Logf("%d acknowledged after the standby stopped", acked)
	people.endAfterFailover(nil)
}

// The primary is gone under 200 messages a second, and its standby, which nobody waited for,
// takes over. Whatever it lacks is lost; of the rest nothing is lost, doubled or out of
// order, and nobody goes on with what is gone or passes over what is new.
func TestStandbyThatWasBehindTakesOver(t *testing.T) {
	t.Parallel()
	for name, behind := range map[string]func(*storetest.Cluster){
		"by what was on its way": func(*storetest.Cluster) {},
		"by much":                (*storetest.Cluster).Freeze,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			primary := demoDatabase(t)
			standby := primary.LateStandby()
			n := failoverNode(t, primary, standby)
			people := startClients(t, []*node{n}, 8, 4)
			for _, c := range people.all {
				c.slow(40 * time.Millisecond)
			}
			people.await(200)
			behind(standby)
			people.await(400)
			primary.StopImmediate()
			// What the old primary stored reaches its sender a little later.
			harness.Until(t, "every writer is refused", func() bool {
				return !slices.ContainsFunc(people.all[:8], func(c *resilientClient) bool { return c.refused("unavailable") == 0 })
			})
			before := people.acknowledgedIDs()
			standby.Thaw()
			began := time.Now()
			standby.Promote()
			n.ready()
			people.await(1)
			accepted := time.Since(began)
			people.await(400)
			lost := people.endAfterFailover(before)
			t.Logf("%d of %d acknowledged messages lost; accepted again %s after the promotion", lost, len(before), accepted.Round(10*time.Millisecond))
		})
	}
}

// endAfterFailover ends the writing and compares what every client shows since the fail-over
// with the history. It gives how many acknowledged messages were lost, which may be of those
// in before alone.
func (s *resilientClients) endAfterFailover(before map[string]bool) (lost int) {
	t, clients := s.t, s.all
	t.Helper()
	harness.Until(t, "everybody has taken the history anew", func() bool {
		return !slices.ContainsFunc(clients, func(c *resilientClient) bool { return c.tookAnew() == 0 })
	})
	history := s.settle()
	s.stop()
	s.running.Wait()
	var ids []string
	once := map[string]string{}
	for i, m := range history {
		ids = append(ids, m.ID)
		if once[m.ClientMsgID] != "" {
			t.Errorf("one send, two messages: %s and %s", once[m.ClientMsgID], m.ID)
		}
		once[m.ClientMsgID] = m.ID
		if i > 0 && m.Seq <= history[i-1].Seq {
			t.Errorf("number %d after %d", m.Seq, history[i-1].Seq)
		}
	}
	for i, c := range clients {
		if c.gaps+c.repeats+c.twice > 0 {
			t.Errorf("client %d: %d gaps, %d repeats, %d doubled sends", i, c.gaps, c.repeats, c.twice)
		}
		if c.reloads != 1 {
			t.Errorf("client %d took the history anew %d times", i, c.reloads)
		}
		if n := len(ids) - len(c.order); n < 0 || !slices.Equal(ids[n:], c.order) {
			t.Errorf("client %d shows %d messages that are not the last of the %d", i, len(c.order), len(ids))
		}
		for _, id := range c.acked {
			switch {
			case slices.Contains(ids, id):
			case before[id]:
				lost++
			default:
				t.Errorf("message %s was acknowledged by the new primary and is lost", id)
			}
		}
	}
	return lost
}

// Two hosts of the address take writes: the standby was promoted and nobody ended the
// primary. The node goes over to the one that was promoted, also when it is started anew and
// when the old primary comes back, and writes nothing more to the other.
func TestTwoPrimaries(t *testing.T) {
	t.Parallel()
	primary := demoDatabase(t)
	standby := primary.LateStandby()
	n := failoverNode(t, primary, standby)
	people := startClients(t, []*node{n}, 4, 2)
	people.await(50)
	began := time.Now()
	standby.Promote()
	harness.Until(t, "the new primary has new messages", func() bool { return messages(t, standby) > messages(t, primary) })
	left := messages(t, primary)
	t.Logf("the node left the old primary %s after the promotion", time.Since(began).Round(10*time.Millisecond))
	people.await(100)
	n.kill()
	n.start()
	people.await(100)
	primary.StopImmediate()
	primary.Start()
	endConnections(t, standby) // new ones are tried at the old primary first
	people.await(200)
	if now := messages(t, primary); now != left {
		t.Errorf("the old primary has %d messages and had %d", now, left)
	}
	history := people.settle()
	people.stop()
	people.running.Wait()
	if stored := messages(t, standby); stored != len(history) {
		t.Errorf("%d messages in the new primary, %d in the history", stored, len(history))
	}
}

// messages counts the messages that a cluster has.
func messages(t *testing.T, of *storetest.Cluster) (n int) {
	t.Helper()
	conn := ownerOf(t, of)
	defer conn.Close(context.Background())
	if err := conn.QueryRow(t.Context(), `select count(*) from messages where room_id = 'load-1'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// endConnections ends every other connection to a cluster.
func endConnections(t *testing.T, of *storetest.Cluster) {
	t.Helper()
	conn := ownerOf(t, of)
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`); err != nil {
		t.Fatal(err)
	}
}

func ownerOf(t *testing.T, of *storetest.Cluster) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), storetest.OwnerURL(of.URL()))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}
