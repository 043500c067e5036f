// The alarms command: the rules that Prometheus is to watch a community with.
package main

import (
	_ "embed"
	"flag"
	"fmt"
)

//go:embed alarms.yaml
var alarms string

// alarmRules prints the ready-made rules file for the metrics of the nodes.
func (p program) alarmRules(args []string) error {
	if err := p.flags("alarms", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	_, err := fmt.Fprint(p.out, alarms)
	return err
}
