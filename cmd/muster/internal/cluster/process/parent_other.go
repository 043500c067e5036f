//go:build unix && !linux

package process

import "syscall"

// dieWithParent: only Linux can; on other systems an orphan must be ended by hand.
func dieWithParent(*syscall.SysProcAttr) {}
