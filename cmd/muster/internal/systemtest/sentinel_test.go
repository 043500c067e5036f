package systemtest

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/actors/wire"
	"muster/cmd/muster/internal/systemtest/harness"
	"muster/store/postgres/storetest"
	"muster/store/redis"
	"muster/store/redis/redistest"
)

// The master of Redis is killed while a member writes, and a Sentinel makes its replica the
// master: the nodes follow by themselves, and the member on the other node gets every event,
// in order, once. The same when the old master comes back, as a replica.
func TestRedisMasterIsReplaced(t *testing.T) {
	t.Parallel()
	watched := redistest.StartWatched(t)
	db := storetest.Open(t)
	buses := []*redis.Bus{redisBus(t, watched.URL()), redisBus(t, watched.URL())}
	here, there := startNode(t, db, buses[0]), startNode(t, db, buses[1])
	writer, _ := enter(t, here, soldier(t, db, "ann"), 0)
	_, read := enter(t, there, soldier(t, db, "bob"), 0)
	last := int64(0)
	slowest := time.Duration(0)
	say := func(what string) {
		t.Helper()
		for range 10 {
			last++
			sent := time.Now()
			receive(t, writer, wire.SendMessage{Text: "hello", ClientMsgID: uuid.NewString()})
			read.until(t, what, func(f seen) bool { return f.Type == "message" && f.Seq == last })
			slowest = max(slowest, time.Since(sent))
		}
	}
	carried := func(what string) {
		t.Helper()
		for _, b := range buses {
			harness.Until(t, what, func() bool { return b.State() == redis.Up })
		}
		heard := buses[1].Counts().Received
		harness.Until(t, what+": the bus carries", func() bool {
			say(what)
			return buses[1].Counts().Received > heard
		})
	}
	carried("at first")
	connected := buses[1].Counts().Connected
	watched.KillMaster()
	began := time.Now()
	harness.Until(t, "the nodes are on the new master", func() bool {
		say("without a master")
		return buses[0].State() == redis.Up && buses[1].State() == redis.Up && buses[1].Counts().Connected > connected
	})
	carried("with the new master")
	t.Logf("the bus carried again %s after the master was killed; the slowest message meanwhile took %s", time.Since(began).Round(10*time.Millisecond), slowest.Round(10*time.Millisecond))
	watched.RestartMaster()
	carried("with the old master back")
	got := read.messages()
	for i, seq := range got {
		if seq != int64(i+1) {
			t.Fatalf("event %d came as number %d", seq, i+1)
		}
	}
	if int64(len(got)) != last {
		t.Fatalf("%d events, %d were stored", len(got), last)
	}
}
