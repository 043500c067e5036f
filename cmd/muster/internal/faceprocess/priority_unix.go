//go:build unix

package faceprocess

import (
	"fmt"
	"syscall"
)

// ownSession gives the process a session, whose priority it lowers.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// lowerPriority lowers the priority of the whole process group.
func lowerPriority() error {
	if err := syscall.Setpriority(syscall.PRIO_PGRP, 0, niceness); err != nil {
		return fmt.Errorf("lower the priority: %w", err)
	}
	return nil
}
