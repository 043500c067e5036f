package telemetry

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"muster/cmd/muster/internal/loadtest"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	"muster/store/roomlog"
)

// keptSpans is an exporter that keeps what it is given.
type keptSpans struct {
	mu    sync.Mutex
	spans []sdktrace.ReadOnlySpan
}

func (k *keptSpans) ExportSpans(_ context.Context, spans []sdktrace.ReadOnlySpan) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.spans = append(k.spans, spans...)
	return nil
}

func (k *keptSpans) Shutdown(context.Context) error { return nil }

// An append is a span, the SQL statements within it are its children, and no
// span carries a text, a parameter or the words of an error.
func TestTracesHoldNothingPrivate(t *testing.T) {
	ctx := context.Background()
	kept := &keptSpans{}
	provider := newTraces(sdktrace.NewSimpleSpanProcessor(redactingExporter{kept}), "test")
	db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t), Tracer: QueryTracer(provider)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	made, err := loadtest.Prepare(ctx, db.Pool(), time.Hour, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	caller, err := members.New(db).Authenticate(ctx, made[0].Token)
	if err != nil {
		t.Fatal(err)
	}
	act := roomlog.Command{Kind: roomlog.MessageSent, Room: "load-1", Member: made[0].ID, Session: caller.Session.ID,
		MessageID: "0198c1de-0000-7000-8000-000000000001", Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "a word in confidence"}}
	log := TraceLog(logs.New(db), provider)
	if verdicts, err := log.Append(ctx, []roomlog.Command{act}); err != nil || verdicts[0].Err != nil {
		t.Fatal(err, verdicts)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := log.Append(over, []roomlog.Command{act}); err == nil {
		t.Fatal("a canceled append was recorded")
	}

	kept.mu.Lock()
	defer kept.mu.Unlock()
	i := slices.IndexFunc(kept.spans, func(s sdktrace.ReadOnlySpan) bool { return s.Name() == "append" })
	if i < 0 || !slices.Contains(kept.spans[i].Attributes(), attribute.Int("muster.acts", 1)) {
		t.Fatalf("no span of the append among %d", len(kept.spans))
	}
	children, failed := 0, 0
	for _, s := range kept.spans {
		if s.Parent().SpanID() == kept.spans[i].SpanContext().SpanID() {
			children++
		}
		if s.Status().Code == codes.Error {
			failed++
		}
		said := s.Name() + s.Status().Description
		for _, a := range s.Attributes() {
			said += " " + string(a.Key) + "=" + a.Value.String()
		}
		for _, private := range []string{"confidence", made[0].ID, made[0].Token, "127.0.0.1", "postgres://"} {
			if strings.Contains(said, private) {
				t.Errorf("a span says %q: %s", private, said)
			}
		}
		if len(s.Events()) > 0 {
			t.Errorf("%s has events", s.Name())
		}
	}
	if children == 0 || failed == 0 {
		t.Errorf("%d statements within the append, %d failures", children, failed)
	}
}

func TestTracesNeedAnAddress(t *testing.T) {
	for _, wrong := range []string{"collector:4318", "/path", "::"} {
		if _, err := OpenTraces(context.Background(), wrong, "test"); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
