package redis

import (
	"context"
	"crypto/tls"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"muster/store/certtest"
	"muster/store/logtest"
	"muster/store/redis/redistest"
)

// A Redis that cannot be reached at the start is logged once, in a line that says
// how the node goes on. Nothing was logged before, because a bus begins down.
func TestRedisUnreachableAtStartIsLogged(t *testing.T) {
	log := &logtest.Buffer{}
	b, err := Open(Config{URL: "redis://:kkkk@127.0.0.1:1", Namespace: "test", Key: testKey, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = b.Close(ctx) // nobody reads the error
	})
	b.Listen(&gapCounter{})
	const line = "redis: cannot be reached, polling the log until it answers"
	eventually(t, "the log says so", func() bool { return strings.Contains(log.String(), line) })
	if said := log.String(); strings.Count(said, line) != 1 || strings.Contains(said, "kkkk") {
		t.Errorf("said %q", said)
	}
}

// The password was changed at Redis while a node ran: the log names the reason. It said that
// the subscription was lost, and nothing of why it did not come back.
func TestPasswordChangedAtRedisIsNamed(t *testing.T) {
	server, log := redistest.Start(t), &logtest.Buffer{}
	b := openLogged(t, server.URL(), testKey, log)
	b.Listen(&gapCounter{})
	eventually(t, "it is up", func() bool { return b.State() == Up })
	operator := goredis.NewClient(&goredis.Options{Addr: server.Addr()})
	t.Cleanup(func() { operator.Close() })
	for _, do := range [][]any{{"config", "set", "requirepass", "kkkk"}, {"client", "kill", "type", "pubsub"}} {
		if err := operator.Do(t.Context(), do...).Err(); err != nil {
			t.Fatal(err)
		}
	}
	const reason = `reason="it refuses the user or the password"`
	eventually(t, "the reason is logged", func() bool { return strings.Contains(log.String(), reason) })
	if err := operator.Do(t.Context(), "config", "set", "requirepass", "").Err(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is up again", func() bool { return strings.Count(log.String(), "subscription is up") == 2 })
	if said := log.String(); strings.Count(said, reason) != 1 {
		t.Errorf("said %q", said)
	}
}

// A certificate that has ended is named as the reason, with its dates.
func TestRedisCertificateThatEndedIsNamed(t *testing.T) {
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certtest.Ended(t, "127.0.0.1")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go certtest.Refuse(listener)
	for _, url := range []string{"rediss://" + listener.Addr().String(), "rediss://" + listener.Addr().String() + "?master_name=muster"} {
		log := &logtest.Buffer{}
		openLogged(t, url, testKey, log).Listen(&gapCounter{})
		eventually(t, "the log names the dates", func() bool {
			return strings.Contains(log.String(), "redis: cannot be reached") && strings.Contains(log.String(), "its certificate is valid from 2001-02-03T04:05:06Z to 2002-03-04T05:06:07Z")
		})
	}
}

// The operator's alarm goes by the certificate that Redis showed last, a renewed one too.
func TestCertificateOfRedisIsNoted(t *testing.T) {
	until := time.Date(2040, 1, 2, 3, 4, 5, 0, time.UTC)
	renewed := until.AddDate(1, 0, 0)
	var shown atomic.Pointer[tls.Certificate]
	show := func(until time.Time) {
		certificate := certtest.Until(t, "127.0.0.1", until)
		shown.Store(&certificate)
	}
	show(until)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return shown.Load(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go certtest.Refuse(listener)
	b := openLogged(t, "rediss://"+listener.Addr().String()+"?skip_verify=true", testKey, &logtest.Buffer{})
	b.Listen(&gapCounter{})
	eventually(t, "it is noted", func() bool { return b.CertificateEnd().Equal(until) })
	show(renewed)
	eventually(t, "the renewed one is noted", func() bool { return b.CertificateEnd().Equal(renewed) })
	// A connection for ever would keep the alarm on after the certificate was renewed.
	if life := b.client.Options().ConnMaxLifetime; life != time.Hour {
		t.Errorf("a connection lives %v", life)
	}
}

// A URL of Sentinels keeps the password of the master and that of the Sentinels, and every
// certificate is checked by the name of its own machine.
func TestSentinelURL(t *testing.T) {
	to, err := parse("rediss://watcher:seen@one.example:26379/2?master_name=muster&addr=two.example:26379&username=app&password=kept")
	if err != nil {
		t.Fatal(err)
	}
	o := to.failover
	if o == nil || o.MasterName != "muster" || o.DB != 2 || o.Username != "app" || o.Password != "kept" || o.SentinelUsername != "watcher" || o.SentinelPassword != "seen" ||
		len(o.SentinelAddrs) != 2 || o.TLSConfig == nil || o.TLSConfig.ServerName != "" || o.TLSConfig.InsecureSkipVerify {
		t.Errorf("%+v", o)
	}
	for url, plain := range map[string]bool{"redis://127.0.0.1:26379?master_name=m": true, "rediss://one.example?master_name=m": false, "redis://127.0.0.1:6379": false} {
		if Plaintext(url) != plain {
			t.Errorf("%s: plaintext %v", url, !plain)
		}
	}
	for _, url := range []string{"redis://h?master_name=", "redis://h?master_name=m&replica_only=true", "redis://h?master_name=m&addr=nowhere"} {
		if CheckURL(url) == nil {
			t.Errorf("%s is taken", url)
		}
	}
	// A password was cut at a character that is not escaped, and its beginning taken for a port,
	// or for all of it.
	for _, url := range []string{"redis://app:12#kept@h:6379", "redis://kept#12@h:6379", "redis://app:12?kept@h", "redis://app:12/kept@h", "redis://h?master_name=m&password=kept#12"} {
		if CheckURL(url) == nil {
			t.Errorf("%s is taken", url)
		}
	}
	if to, err := parse("redis://app:12%23kept@h:6379"); err != nil || to.single.Password != "12#kept" {
		t.Errorf("escaped: %v", err)
	}
}
