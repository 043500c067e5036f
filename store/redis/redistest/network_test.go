package redistest

import (
	"testing"

	"muster/store/bus"
)

// The bus of the tests keeps the contract of the real one.
func TestNetworkConforms(t *testing.T) {
	Conform(t, func(t *testing.T) Harness {
		x := NewNetwork()
		return Harness{
			Node: func(t *testing.T) bus.Bus {
				s := x.AddNode()
				t.Cleanup(s.Close)
				return s
			},
			Break: x.Cut, Repair: func() { x.Repair(true) },
		}
	})
}
