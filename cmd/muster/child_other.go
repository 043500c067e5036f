//go:build !linux

package main

import "syscall"

// dieWithParent: only Linux can; elsewhere an orphan must be ended by hand.
func dieWithParent(*syscall.SysProcAttr) {}
