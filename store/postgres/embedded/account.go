//go:build unix

// The account that Postgres runs as: Postgres refuses root, so root lends it another one.

package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"
)

const probeLimit = 10 * time.Second

// account is the user that initdb and postgres run as.
type account struct {
	uid, gid uint32
	name     string
	lent     bool // another user than ours; only root can lend one
}

// ownAccount is us, or for root the distribution's postgres, else nobody.
// initdb looks its user up, so an id without a name would not do.
func ownAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if found, err := user.Lookup(name); err == nil {
			return lentAccount(found)
		}
	}
	return account{}, errors.New("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody to run it as")
}

// accountOf is the account that must run a cluster made earlier: its owner.
func accountOf(dir string) (account, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return account{}, err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if int(owner.Uid) == os.Geteuid() {
		return ownAccount()
	}
	if os.Geteuid() != 0 {
		return account{}, fmt.Errorf("the database in %s belongs to user id %d: run as that user or as root", dir, owner.Uid)
	}
	found, err := user.LookupId(strconv.FormatUint(uint64(owner.Uid), 10))
	if err != nil {
		return account{}, fmt.Errorf("owner of the database: %w", err)
	}
	return lentAccount(found)
}

func lentAccount(u *user.User) (account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", u.Username, err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", u.Username, err)
	}
	return account{uid: uint32(uid), gid: uint32(gid), name: u.Username, lent: true}, nil
}

// attributes start a process as this account and in a group of its own, so that
// Ctrl-C reaches the server first and it can drain before its database stops.
func (a account) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if a.lent {
		attr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return attr
}

// give makes path the account's own.
func (a account) give(path string) error {
	if !a.lent {
		return nil
	}
	return os.Lchown(path, int(a.uid), int(a.gid))
}

// may checks, as this account, what test(1) says of a path: "-x" execute or enter,
// "-w" write. The permission bits alone are not enough, because every folder above
// counts too.
func (a account) may(what, path string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `test "$1" "$2"`, "sh", what, path)
	cmd.Dir = "/"
	cmd.Env = environment("/bin")
	cmd.SysProcAttr = a.attributes()
	return cmd.Run() == nil
}
