//go:build !unix

package faceprocess

import "syscall"

// ownSession: such a system has none.
func ownSession() *syscall.SysProcAttr { return nil }

// lowerPriority leaves the priority as it is: only Unix has this call.
func lowerPriority() error { return nil }
