// The dashboard command: what an operator imports into Grafana.
package main

import (
	_ "embed"
	"flag"
	"fmt"
)

//go:embed grafana.json
var grafana string

// dashboard prints the ready-made dashboard for a node's metrics.
func (p program) dashboard(args []string) error {
	if err := p.flags("dashboard", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	_, err := fmt.Fprint(p.out, grafana)
	return err
}
