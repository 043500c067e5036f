package redistest

import (
	"testing"

	"muster/store"
)

// The bus of the tests keeps the contract of the real one.
func TestExchangeConforms(t *testing.T) {
	Conform(t, func(t *testing.T) Kind {
		x := NewExchange()
		return Kind{
			Node: func(t *testing.T) store.Bus {
				s := x.Seat()
				t.Cleanup(s.Close)
				return s
			},
			Break: x.Cut, Mend: func() { x.Mend(true) },
		}
	})
}
