//go:build !unix

package cluster

import (
	"context"
	"errors"
	"net"
)

// Run says that this system cannot: the nodes are signalled as Unix does.
func Run(context.Context, Config, net.Listener) error {
	return errors.New("cluster runs on Linux, macOS and other Unix systems only; serve runs here too")
}
