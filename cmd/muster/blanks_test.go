package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A secret of Kubernetes made of a file ends with a line break, and pasted lines have blanks:
// the address of the page was refused as one without https, the address of Redis as no
// address, and a blank DATABASE_URL led to another database than the one that is missing.
func TestBlanksAroundSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "port")
	if err := os.WriteFile(path, []byte("4000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	given := []string{"PORT_FILE= " + path + "\n", "SESSION_IDLE= 2h", "CHAT_BURST=7\t", "MUSTER_TRUSTED_PROXIES=10.0.0.1, 10.0.0.2,", "GIF_HOSTS=a.example, b.example", "REDIS_URL=rediss://redis.example\r\n"}
	for _, pair := range safe {
		if strings.HasPrefix(pair, "MUSTER_SECRET=") {
			given = append(given, pair)
			continue
		}
		given = append(given, strings.Replace(pair, "=", "= ", 1)+" \n")
	}
	c, err := readChecked(given, false)
	if err != nil {
		t.Fatal(err)
	}
	if c.Port != 4000 || c.SessionIdle.Hours() != 2 || c.ChatBurst != 7 || len(c.proxies) != 2 || c.public.Host != "chat.example.org" || !slices.Equal(c.GIFHosts, []string{"a.example", "b.example"}) {
		t.Errorf("read %+v", c.settings)
	}
	if status, _, said := run(append(slices.Clone(safe), "DATABASE_URL= "), "serve"); status != 1 || !strings.Contains(said, "DATABASE_URL is missing") {
		t.Errorf("a blank DATABASE_URL: status %d, %s", status, said)
	}
}

// A key keeps its blanks: the nodes that run were started with them, and what they sealed
// would open no more.
func TestBlanksOfASecretAreKept(t *testing.T) {
	s, err := readSettings([]string{"MUSTER_SECRET=" + strings.Repeat("k", 32) + "\n"})
	if err != nil || s.Secret != strings.Repeat("k", 32)+"\n" {
		t.Errorf("%q, %v", s.Secret, err)
	}
}

// A setting with a slip of the pen did nothing, and nobody was warned: REDIS_ULR left nodes
// without Redis.
func TestMisspeltSettingsAreNamed(t *testing.T) {
	lines := misspelt([]string{"REDIS_ULR=redis://:kkkk@redis", "MAIL_FORM=a@b.example", "SESSIONS_IDLE=1h", "STRIPE_SECRET_KEY_FIEL=/x",
		"REDIS_URL=redis://redis", "DATABASE_URL_COMMAND=vault", "PATH=/bin", "HOSTNAME=node", "SHELL=/bin/sh", "AWS_REGION=eu", "OTEL_TRACES_SAMPLER=always_on", "SMTP_HOST=mail"})
	want := []string{"MAIL_FROM", "REDIS_URL", "SESSION_IDLE", "STRIPE_SECRET_KEY_FILE"}
	if len(lines) != len(want) {
		t.Fatalf("%q", lines)
	}
	for i, name := range want {
		if !strings.HasSuffix(lines[i], "is "+name+" meant?") || strings.Contains(lines[i], "kkkk") {
			t.Errorf("%q", lines[i])
		}
	}
}
