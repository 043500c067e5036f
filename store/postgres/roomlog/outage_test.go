// The database away, frozen, or gone in the middle of a commit.

package roomlog_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// wire is a proxy between a DB and its Postgres that can cut the connection at
// the worst moments.
type wire struct {
	listener net.Listener
	network  string
	address  string
	// loseReply cuts the connection instead of passing the answer to a commit.
	loseReply atomic.Bool
	// passBytes cuts the connection once that many more bytes went to the
	// server; negative means never.
	passBytes atomic.Int64
	cuts      atomic.Int64
}

// tap puts a wire before the database of w and opens a node behind it.
func (w *world) tap() (*wire, storetest.Node) {
	w.T.Helper()
	c, err := pgconn.ParseConfig(w.URL)
	w.Must(err)
	network, address := pgconn.NetworkAddress(c.Host, c.Port)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	w.Must(err)
	line := &wire{listener: listener, network: network, address: address}
	line.passBytes.Store(-1)
	go line.serve()
	w.T.Cleanup(func() { listener.Close() })
	at := listener.Addr().(*net.TCPAddr)
	url := fmt.Sprintf("host=%s port=%d user='%s' password='%s' dbname='%s' sslmode=disable", at.IP, at.Port, c.User, c.Password, c.Database)
	db, err := postgres.Open(context.Background(), postgres.Config{URL: url, MaxConns: 4})
	w.Must(err)
	w.T.Cleanup(db.Close)
	return line, storetest.NewNode(db)
}

func (l *wire) serve() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(l.network, l.address)
		if err != nil {
			client.Close()
			continue
		}
		cut := func() { client.Close(); server.Close() }
		go func() {
			defer cut()
			l.upstream(server, client)
		}()
		go func() {
			defer cut()
			l.downstream(client, server)
		}()
	}
}

func (l *wire) upstream(server io.Writer, client io.Reader) {
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if left := l.passBytes.Load(); left >= 0 && left < int64(n) {
			server.Write(buf[:left])
			l.passBytes.Store(-1)
			l.cuts.Add(1)
			return
		} else if left >= 0 {
			l.passBytes.Add(int64(-n))
		}
		if _, failed := server.Write(buf[:n]); failed != nil || err != nil {
			return
		}
	}
}

func (l *wire) downstream(client io.Writer, server io.Reader) {
	buf := make([]byte, 64<<10)
	for {
		n, err := server.Read(buf)
		if bytes.Contains(buf[:n], []byte("COMMIT\x00")) && l.loseReply.CompareAndSwap(true, false) {
			l.cuts.Add(1)
			return
		}
		if _, failed := client.Write(buf[:n]); failed != nil || err != nil {
			return
		}
	}
}

// The connection was lost while a commit was under way: the message was stored
// although its sender was refused, or it was stored twice.
func TestLostCommitIsReadBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	line, db := w.tap()
	ann := w.Join("ann")
	var said []string
	offer := func(name string, commands ...roomlog.Command) []roomlog.Result {
		before := line.cuts.Load()
		results, err := db.Append(ctx, commands)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if line.cuts.Load() == before {
			t.Fatalf("%s: nothing was cut", name)
		}
		for _, v := range results {
			if v.Err != nil || !v.Stored || v.Event == nil {
				t.Fatalf("%s: %s", name, storetest.Show(v))
			}
		}
		return results
	}
	if _, err := db.Append(ctx, []roomlog.Command{ann.Says("general", "warm")}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		line.loseReply.Store(true)
		bare := ann.Says("general", "x")
		bare.Draft.ClientMsgID = ""
		for _, v := range offer("reply lost", ann.Says("general", "x"), bare) {
			said = append(said, v.Event.Message.ID)
		}
		line.loseReply.Store(true)
		add := ann.Does(roomlog.ReactionAdded, "general", said[len(said)-1], "👍")
		offer("reaction", add)
		line.loseReply.Store(true)
		offer("deletion", ann.Does(roomlog.MessageDeleted, "general", said[len(said)-1], ""))
	}
	for _, cut := range []int64{0, 1, 40, 200, 500, 900, 1300, 1800} {
		line.passBytes.Store(cut)
		command := ann.Says("general", strings.Repeat("long ", 400))
		results, err := db.Append(ctx, []roomlog.Command{command})
		if err != nil || !results[0].Stored || results[0].Event.Message.ID != command.MessageID {
			t.Fatalf("cut after %d bytes: %v %v", cut, results, err)
		}
	}
	sent := 0
	for _, e := range w.Dense("general") {
		if e.Kind == roomlog.MessageSent {
			sent++
		}
	}
	if want := 1 + 2*5 + 8; sent != want {
		t.Errorf("%d messages, want %d", sent, want)
	}
}

// Backends die at random moments: what was acknowledged is there once.
func TestKilledBackendsLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := context.Background()
	nodes := []storetest.Node{w.OpenNode(4), w.OpenNode(4)}
	var all sync.WaitGroup
	acked := make([][]string, 4)
	writers := make([]storetest.Person, len(acked))
	for i := range writers {
		writers[i] = w.Join(fmt.Sprintf("writer_%d", i))
	}
	for i, p := range writers {
		all.Go(func() {
			for n := range 40 {
				command := p.Says("general", fmt.Sprint(n))
				for try := 0; ; try++ { // as a client does: resend with the same id, on either node
					command.MessageID = storetest.NewID()
					v, err := nodes[(n+try)%2].Append(ctx, []roomlog.Command{command})
					if err == nil && v[0].Err == nil {
						acked[i] = append(acked[i], v[0].Event.Message.ID)
						break
					}
					if err == nil && store.CodeOf(v[0].Err) != store.Unavailable {
						t.Error(storetest.Show(v[0]))
						return
					}
				}
			}
		})
	}
	written := make(chan struct{})
	go func() { all.Wait(); close(written) }()
	killed := int64(0)
	for alive := true; alive; {
		if killed >= 25 { // enough; killed without end, nobody gets through
			all.Wait()
		}
		select {
		case <-written:
			alive = false
		default:
			killed += one[int64](w, `select count(pg_terminate_backend(pid)) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and random() < 0.1`)
		}
	}
	stored := map[string]bool{}
	for _, e := range w.Dense("general") {
		stored[e.Message.ID] = true
	}
	acknowledged := 0
	for _, ids := range acked {
		for _, id := range ids {
			acknowledged++
			if !stored[id] {
				t.Errorf("acknowledged message %s is lost", id)
			}
		}
	}
	if killed == 0 {
		t.Error("no backend was killed")
	}
	if len(stored) != acknowledged {
		t.Errorf("%d messages stored, %d sent", len(stored), acknowledged)
	}
}

// With Postgres stopped or frozen every call says so within its own time,
// and all is well again afterwards.
func TestOutageIsReportedAndPasses_P19(t *testing.T) {
	t.Parallel()
	if limit := postgres.CallTimeout; limit >= 5*time.Second {
		t.Fatalf("a call may take %v", limit)
	}
	cluster := storetest.Private(t)
	w := openWorld(t, cluster.URL())
	ctx := context.Background()
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "before"))
	calls := map[string]func() error{
		"Append":        func() error { _, err := w.Append(ctx, []roomlog.Command{ann.Says("general", "x")}); return err },
		"Events":        func() error { _, err := w.Events(ctx, "general", 0, 10); return err },
		"OpenRoom":      func() error { _, err := w.OpenRoom(ctx, "general"); return err },
		"Heads":         func() error { _, _, err := w.Heads(ctx, []string{"general"}); return err },
		"Authenticate":  func() error { _, err := w.Authenticate(ctx, ann.Token); return err },
		"History":       func() error { _, err := w.ReadHistory(ctx, ann.ID, "general", 50, ""); return err },
		"SetChatAccess": func() error { return w.SetChatAccess(ctx, ann.ID, true, nil) },
		"Ping":          func() error { return w.Ping(ctx) },
	}
	all := func(want store.Code) {
		t.Helper()
		var each sync.WaitGroup
		for name, call := range calls {
			each.Go(func() {
				if err := call(); store.CodeOf(err) != want {
					t.Errorf("%s: %v, want %q", name, err, want)
				}
			})
		}
		each.Wait()
	}
	cluster.StopImmediate()
	all(store.Unavailable)
	cluster.Start()
	all("")
	cluster.Freeze()
	all(store.Unavailable)
	cluster.Thaw()
	all("")
	w.Stored(ann.Says("general", "after"))
	w.Dense("general")
}

// A transaction whose database freezes before its rollback ends in time. The
// rollback had no limit, so the call and its connection hung until Postgres
// answered again.
func TestFrozenRollbackEnds_P19(t *testing.T) {
	t.Parallel()
	cluster := storetest.Private(t)
	w := openWorld(t, cluster.URL())
	ended := make(chan error, 1)
	go func() {
		ended <- w.Write(context.Background(), func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `select 1`); err != nil {
				return err
			}
			cluster.Freeze()
			return store.NewError(store.Conflict, "refused")
		})
	}()
	select {
	case err := <-ended:
		if store.CodeOf(err) != store.Conflict {
			t.Errorf("got %v, want the refusal", err)
		}
	case <-time.After(15 * time.Second):
		t.Error("the call hangs in its rollback")
	}
	cluster.Thaw()
	w.Must(w.Ping(context.Background()))
}

// On a full disk a send is answered within its time, as every outage is, and nothing of it is
// stored. Once there is space again the same send is stored, once.
func TestFullDiskIsReportedAndPasses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.Join("ann")
	w.Stored(ann.Says("general", "before"))
	w.Exec(`create function disk_is_full() returns trigger language plpgsql as
		$$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
	w.Exec(`create trigger disk_is_full before insert on room_events execute function disk_is_full()`)
	said := ann.Says("general", "meanwhile")
	for range 2 {
		if _, err := w.Append(t.Context(), []roomlog.Command{said}); store.CodeOf(err) != store.Unavailable {
			t.Errorf("on a full disk: %v", err)
		}
	}
	if events, err := w.Events(t.Context(), "general", 0, 10); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v", len(events), err)
	}
	w.Exec(`drop trigger disk_is_full on room_events`)
	w.Stored(said)
	w.Stored(ann.Says("general", "after"))
	w.Dense("general")
	if events, err := w.Events(t.Context(), "general", 0, 10); err != nil || len(events) != 3 {
		t.Errorf("%d events, %v", len(events), err)
	}
}
