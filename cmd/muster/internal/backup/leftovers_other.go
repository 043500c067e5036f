//go:build !unix

package backup

import "os"

// lock has nothing to do: a file that is open cannot be removed.
func lock(*os.File) {}

// removeUnlocked removes what nobody has open.
func removeUnlocked(path string) { _ = os.Remove(path) }
