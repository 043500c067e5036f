package process

import "syscall"

// dieWithParent has the kernel end the process when this one was killed.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
