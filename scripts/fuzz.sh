#!/bin/sh
# fuzz.sh TIME: runs every fuzz target of every package, one after another, TIME each.
set -eu

go=${GO:-go}
count=0
for package in $("$go" list ./...); do
	list=$("$go" test -list '^Fuzz' "$package")
	for target in $list; do
		case $target in Fuzz*) ;; *) continue ;; esac # The last line is go test's own.
		echo "== $package $target"
		"$go" test -run '^$' -fuzz "^$target\$" -fuzztime "$1" "$package"
		count=$((count + 1))
	done
done
echo "$count fuzz targets ran $1 each"
