package pglocal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"strings"
	"syscall"
)

// account is who the server runs as.
type account struct {
	name       string
	uid, gid   int
	credential *syscall.Credential // nil: as ourselves
}

func self() account {
	uid := os.Geteuid()
	return account{name: userName(uid), uid: uid, gid: os.Getegid()}
}

// serverAccount says who the server of a data folder runs as: ourselves, but as root, whom PostgreSQL refuses, the owner of
// the data if there is any, else postgres, else nobody.
func serverAccount(pgdata string) (account, error) {
	me := self()
	uid, gid, err := owner(pgdata)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return account{}, err
	}
	if err == nil && me.uid == 0 && uid != 0 {
		return other(userName(uid), uid, gid), nil
	}
	if err == nil && me.uid != 0 && uid != me.uid {
		return account{}, fmt.Errorf("%s belongs to user %s: run as that user or as root, or choose another place with --data-dir",
			pgdata, userName(uid))
	}
	if me.uid != 0 {
		return me, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errU := strconv.Atoi(u.Uid)
		gid, errG := strconv.Atoi(u.Gid)
		if errU == nil && errG == nil && uid != 0 {
			return other(name, uid, gid), nil
		}
	}
	return account{}, errors.New("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody to run it as")
}

// other is an account that root changes to; it keeps none of root's groups.
func other(name string, uid, gid int) account {
	return account{name: name, uid: uid, gid: gid,
		credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// own hands a file that root made over to the account.
func (a account) own(path string) error {
	if a.credential == nil {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// owner is who a file belongs to, by number.
func owner(path string) (uid, gid int, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, 0, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, fmt.Errorf("%s: its owner is unknown", path)
	}
	return int(stat.Uid), int(stat.Gid), nil
}

func userName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return strconv.Itoa(uid)
}

// serverEnv is our environment without what would change the server's behaviour: PGPORT, PGDATA and the like, and the
// locale, so that messages are in English.
func serverEnv() []string {
	env := []string{"LC_ALL=C"}
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "PG") && !strings.HasPrefix(kv, "LC_") && !strings.HasPrefix(kv, "LANG") {
			env = append(env, kv)
		}
	}
	return env
}
