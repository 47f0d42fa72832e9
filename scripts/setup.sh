#!/bin/sh
# setup.sh NAME...: installs those of postgresql, cc and chromium that are named and missing.
set -eu

# The folders are those that jdbclog looks in.
have_postgresql() {
	(
		IFS=:
		for dir in $PATH /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /opt/homebrew/opt/postgresql@*/bin \
			/usr/local/opt/postgresql@*/bin /usr/local/pgsql/bin /usr/libexec/postgresql*; do
			if [ -x "$dir/initdb" ] && [ -x "$dir/postgres" ]; then exit 0; fi
		done
		exit 1
	)
}

have_cc() {
	echo '#include <stdlib.h>' | "$(go env CC)" -E - >/dev/null 2>&1
}

have_chromium() {
	for browser in chromium chromium-browser google-chrome; do
		if command -v "$browser" >/dev/null; then return 0; fi
	done
	return 1
}

packages=
missing=
want() {
	name=$1
	shift
	if ! "have_$name"; then
		missing="$missing $name"
		packages="$packages $*"
	fi
}

for name in "$@"; do
	case $name in
	postgresql) want postgresql postgresql ;;
	cc) want cc gcc libc6-dev ;;
	chromium) want chromium chromium ;;
	*)
		echo "setup: $name: not one of postgresql, cc, chromium" >&2
		exit 2
		;;
	esac
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "setup: missing:$missing. Here is no apt-get; please install them as your system does." >&2
	exit 1
fi
if [ "$(id -u)" = 0 ]; then
	root() { "$@"; }
elif command -v sudo >/dev/null; then
	root() { sudo "$@"; }
else
	echo "setup: missing:$missing. Without root or sudo they cannot be installed; as root: apt-get install$packages" >&2
	exit 1
fi

# The binaries are wanted, not a server of the system's that listens on port 5432.
clusters=/etc/postgresql-common/createcluster.d
root mkdir -p "$clusters"
echo 'create_main_cluster = false' | root tee "$clusters/jdbclog.conf" >/dev/null
trap 'root rm -f "$clusters/jdbclog.conf"' EXIT

root apt-get update -q
# Words are meant to be split.
# shellcheck disable=SC2086
root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages

for name in $missing; do
	"have_$name" || {
		echo "setup: $name is still missing after apt-get install$packages" >&2
		exit 1
	}
done
