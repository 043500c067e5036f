package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// logbook is a log that tests read while it is written.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// home is a node inside the test's own process.
type home struct {
	*house
	addr    string
	members []postgres.LoadMember
	log     *logbook
}

// newHome starts a dev node on a database of its own with some members.
func newHome(t *testing.T, members, rooms int, settings ...string) *home {
	t.Helper()
	s, err := readSettings(append([]string{
		"DATABASE_URL=" + storetest.URL(t), "MUSTER_DATA_DIR=" + t.TempDir(), "MUSTER_OPS_ADDR=127.0.0.1:0",
		"CHAT_RATE_PER_SECOND=10000", "CHAT_BURST=10000", "SOCKETS_PER_ADDRESS=10000", "MUSTER_LOG_LEVEL=debug", "MUSTER_ALLOW_UNSAFE_POSTGRES=true",
	}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.check(true)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := &home{addr: listener.Addr().String(), log: &logbook{}}
	at.house, err = c.build(context.Background(), newLogger(at.log, "json", c.LogLevel))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- at.run(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	if at.members, err = at.db.PrepareLoad(ctx, members, rooms); err != nil {
		t.Fatal(err)
	}
	return at
}

// get reads one page; it must be answered with 200.
func get(t *testing.T, url string) string {
	t.Helper()
	reply, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, reply.StatusCode, err)
	}
	return string(text)
}

// talk joins a room as the first member and says something there.
func (h *home) talk(t *testing.T, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws://"+h.addr+"/ws/chat", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	write(ctx, conn, map[string]any{"type": "join_chat", "token": h.members[0].Token, "roomId": "load-1"})
	await(ctx, t, conn, "room_joined")
	write(ctx, conn, map[string]any{"type": "send_message", "message": text})
	await(ctx, t, conn, "message")
	write(ctx, conn, map[string]any{"type": "delete_message", "messageId": "0198c1de-0000-7000-8000-000000000000"})
	await(ctx, t, conn, "error")
	write(ctx, conn, map[string]any{"type": "no such frame"})
	await(ctx, t, conn, "error")
}

// What happened on a node can be read on the operators' address, and nothing
// there names a member, a room, an address or a text. The log does not either,
// and health checks do not fill it (AUTH-40).
func TestMetricsTellWhatHappenedAndOfNobody(t *testing.T) {
	h := newHome(t, 2, 1)
	h.talk(t, "a word in confidence")
	get(t, "http://"+h.addr+"/api/config")
	get(t, "http://"+h.addr+"/readyz")
	page := get(t, "http://"+h.ops.addr+"/metrics")
	for _, line := range []string{
		`muster_sockets_open 1`, `muster_sockets_unjoined 0`, `muster_sockets_accepted_total 1`, `muster_sockets_refused_total 0`,
		`muster_people_online 1`, `muster_rooms_live 1`, `muster_acts_waiting 0`, `muster_draining 0`,
		`muster_frames_received_total{type="join_chat"} 1`, `muster_frames_received_total{type="send_message"} 1`,
		`muster_frames_received_total{type="unknown_type"} 1`, `muster_frames_received_total{type="typing_start"} 0`,
		`muster_acts_total{code="ok",kind="message"} 1`, `muster_acts_total{code="not_found",kind="message_deleted"} 1`,
		`muster_append_batch_acts_count 2`, `muster_append_seconds_count 2`, `muster_append_wait_seconds_count 2`,
		`muster_append_failures_total 0`, `muster_lag_seconds_count{stage="committed"} 2`, `muster_lag_seconds_count{stage="announced"} 1`,
		`muster_http_requests_total{method="GET",route="/api/config",status="200"} 1`, `muster_http_request_seconds_count{route="/api/config"} 1`,
		`muster_postgres_connections_max 24`, `muster_jobs{state="available"} 0`,
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("/metrics lacks %s", line)
		}
	}
	for _, name := range []string{"muster_poll_age_seconds ", "muster_frames_written_total ", "muster_socket_writes_total ",
		`muster_lag_seconds_count{stage="written"} `, `muster_postgres_connections{state="used"} `, "muster_build_info{",
		"go_goroutines ", "process_resident_memory_bytes "} {
		if !strings.Contains(page, "\n"+name) {
			t.Errorf("/metrics lacks %s", name)
		}
	}
	log := h.log.String()
	for _, secret := range []string{h.members[0].ID, h.members[0].Username, h.members[0].Token, "confidence"} {
		if strings.Contains(page, secret) || strings.Contains(log, secret) {
			t.Errorf("%q is told", secret)
		}
	}
	if strings.Contains(page, "load-1") || strings.Contains(page, "general") {
		t.Error("/metrics names a room")
	}
	if line := regexp.MustCompile(`.*"/readyz".*`).FindString(log); !strings.Contains(line, `"level":"DEBUG"`) {
		t.Errorf("a health check is logged so: %q", line)
	}
	if !strings.Contains(log, `"level":"INFO","msg":"request","method":"GET","route":"/api/config"`) {
		t.Error("a request is not logged")
	}
	if reply, err := http.Get("http://" + h.addr + "/metrics"); err != nil || reply.Header.Get("Content-Type") != "text/html; charset=utf-8" && reply.StatusCode == 200 {
		t.Errorf("the public address answers /metrics: %v", err)
	}
}

// While the database is away the page is still served, without the figure that
// only the database knows.
func TestMetricsOutliveTheDatabase(t *testing.T) {
	cluster := storetest.Private(t)
	h := newHome(t, 1, 1, "DATABASE_URL="+cluster.URL())
	cluster.StopImmediate()
	page := get(t, "http://"+h.ops.addr+"/metrics")
	if !strings.Contains(page, "muster_sockets_open 0\n") || strings.Contains(page, "muster_jobs{") {
		t.Error("the page is wrong")
	}
	cluster.Start()
}

func TestMetricsTellTheBus(t *testing.T) {
	h := newHome(t, 1, 1)
	url := fmt.Sprint("http://", h.ops.addr, "/metrics")
	if strings.Contains(get(t, url), "muster_bus_up ") {
		t.Error("a node without a bus tells of one")
	}
	f := figures{&house{db: h.db, hub: h.hub, sockets: h.sockets, jobs: h.jobs, edge: h.edge, log: h.house.log}}
	for state, want := range map[string]string{"up": "muster_bus_up 1\n", "down": "muster_bus_up 0\n"} {
		f.busState = func() string { return state }
		m := newMetrics()
		m.watch(f.house)
		if page := gathered(t, m); !strings.Contains(page, want) {
			t.Errorf("%s: no %q", state, want)
		}
	}
}

// gathered is the page that m would serve.
func gathered(t *testing.T, m *metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}
