package embedded

import (
	"path/filepath"
	"sync"
	"testing"
)

var models = filepath.Join("..", "..", "..", packageModels)

var opened = sync.OnceValues(func() (*Engine, error) { return Open(models) })

// engine is the one engine of all tests.
func engine(t testing.TB) *Engine {
	t.Helper()
	e, err := opened()
	if err != nil {
		t.Fatalf("run `npm --prefix client install`: %v", err)
	}
	return e
}
