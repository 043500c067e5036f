package telemetry_test

import (
	"context"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"muster/store/postgres/storetest"
)

// talk joins a room as the first member and says something there.
func talk(t *testing.T, h *harness.Node, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn := h.Join(ctx, t, 0, "load-1")
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": text})
	harness.Await(ctx, t, conn, "message")
	harness.Write(ctx, conn, map[string]any{"type": "delete_message", "messageId": "0198c1de-0000-7000-8000-000000000000"})
	harness.Await(ctx, t, conn, "error")
	harness.Write(ctx, conn, map[string]any{"type": "no such frame"})
	harness.Await(ctx, t, conn, "error")
}

// What happened on a node can be read on the operators' address, and nothing
// there names a member, a room, an address or a text. The log does not either,
// and health checks do not fill it.
func TestAUTH40MetricsTellWhatHappenedAndOfNobody(t *testing.T) {
	h := harness.Start(t, 2, 1)
	talk(t, h, "a word in confidence")
	harness.Get(t, "http://"+h.Addr+"/api/config")
	harness.Get(t, "http://"+h.Addr+"/readyz")
	page := harness.Get(t, h.OpsURL("/metrics"))
	for _, line := range []string{
		`muster_sockets_open 1`, `muster_sockets_unjoined 0`, `muster_sockets_accepted_total 1`, `muster_sockets_refused_total 0`,
		`muster_people_online 1`, `muster_rooms_live 1`, `muster_acts_waiting 0`, `muster_draining 0`,
		`muster_frames_received_total{type="join_chat"} 1`, `muster_frames_received_total{type="send_message"} 1`,
		`muster_frames_received_total{type="unknown_type"} 1`, `muster_frames_received_total{type="typing_start"} 0`,
		`muster_acts_total{code="ok",kind="message"} 1`, `muster_acts_total{code="not_found",kind="message_deleted"} 1`,
		`muster_append_batch_acts_count 2`, `muster_append_seconds_count 2`, `muster_append_wait_seconds_count 2`,
		`muster_append_failures_total 0`, `muster_lag_seconds_count{stage="committed"} 2`, `muster_lag_seconds_count{stage="announced"} 1`,
		`muster_http_requests_total{method="GET",route="/api/config",status="200"} 1`, `muster_http_request_seconds_count{route="/api/config"} 1`,
		`muster_postgres_connections_max{pool="calls"} 13`, `muster_postgres_connections_max{pool="live"} 8`,
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("/metrics lacks %s", line)
		}
	}
	for _, name := range []string{"muster_poll_age_seconds ", "muster_frames_written_total ", "muster_socket_writes_total ",
		`muster_lag_seconds_count{stage="written"} `, `muster_postgres_connections{pool="live",state="used"} `, "muster_build_info{",
		`muster_jobs{state="available"} `, // of a node that has just started some may wait
		"go_goroutines ", "process_resident_memory_bytes "} {
		if !strings.Contains(page, "\n"+name) {
			t.Errorf("/metrics lacks %s", name)
		}
	}
	log := h.Log.String()
	for _, secret := range []string{h.Members[0].ID, h.Members[0].Username, h.Members[0].Token, "confidence"} {
		if strings.Contains(page, secret) || strings.Contains(log, secret) {
			t.Errorf("%q is shown", secret)
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
	if reply, err := http.Get("http://" + h.Addr + "/metrics"); err != nil || reply.Header.Get("Content-Type") != "text/html; charset=utf-8" && reply.StatusCode == 200 {
		t.Errorf("the public address answers /metrics: %v", err)
	}
}

// While the database is away the page is still served, without the figure that
// only the database knows.
func TestMetricsOutliveTheDatabase(t *testing.T) {
	cluster := storetest.Private(t)
	h := harness.Start(t, 1, 1, harness.OnDatabase(cluster.URL()))
	cluster.StopImmediate()
	page := harness.Get(t, h.OpsURL("/metrics"))
	if !strings.Contains(page, "muster_sockets_open 0\n") || strings.Contains(page, "muster_jobs{") {
		t.Error("the page is wrong")
	}
	cluster.Start()
}

// A node that is alone has no metrics of a bus.
func TestMetricsOfANodeWithoutBus(t *testing.T) {
	h := harness.Start(t, 1, 1)
	if strings.Contains(harness.Get(t, h.OpsURL("/metrics")), "muster_bus_up ") {
		t.Error("a node without a bus has metrics of one")
	}
}
