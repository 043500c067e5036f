package testfolder

import "os/exec"

// Copy fills a folder with what another holds, its owners and modes kept.
func Copy(from, into string) error { return exec.Command("cp", "-Rp", from+"/.", into).Run() }
