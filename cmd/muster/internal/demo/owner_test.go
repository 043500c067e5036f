package demo

import (
	"strings"
	"testing"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// A dev node on an empty database with the address of the nodes' role alone says what it lacks.
// It printed twice that permission was denied for a table.
func TestDemoSaysThatItNeedsTheOwner(t *testing.T) {
	url := storetest.URL(t)
	pg, err := postgres.Open(t.Context(), postgres.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	err = Files{Secret: secret, DataDir: t.TempDir(), Few: true}.Seed(t.Context(), &node.Database{DB: pg, URL: url}, "general")
	if err == nil || !strings.HasSuffix(err.Error(), ": give DATABASE_OWNER_URL too") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}
