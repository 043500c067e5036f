//go:build unix && !linux

package cluster

import "syscall"

// dieWithParent: only Linux can; elsewhere an orphan must be ended by hand.
func dieWithParent(*syscall.SysProcAttr) {}
