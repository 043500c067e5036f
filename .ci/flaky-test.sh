#!/usr/bin/env bash
# Tests flaky.sh, and that flaky.txt itself holds nothing that is past its date.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
list=$(mktemp) wrong=0
trap 'rm -f "$list"' EXIT
cat >"$list" <<'LIST'
# package | test | until | cause
muster/actors | TestSlow | 2030-01-31 | the machine's clock jumps
muster/actors | TestOther | 2030-01-31 |
muster/actors | TestEndless | never | no date
LIST

# expect VERDICT DAY PACKAGE TEST... wants 0 for listed and 1 for not.
expect() {
	local want=$1 day=$2
	shift 2
	TODAY=$day ./flaky.sh "$list" "$@" >/dev/null
	local got=$?
	if ((got != want)); then
		echo "on $day, $*: $got, want $want"
		wrong=1
	fi
}
expect 0 2030-01-31 muster/actors TestSlow
expect 1 2030-02-01 muster/actors TestSlow
expect 1 2030-01-31 muster/http TestSlow
expect 1 2030-01-31 muster/actors TestUnknown
expect 1 2030-01-31 muster/actors TestSlow TestUnknown
expect 1 2030-01-31 muster/actors TestOther
expect 1 2030-01-31 muster/actors TestEndless

while IFS= read -r line; do
	if [[ -z $line || $line == '#'* ]]; then continue; fi
	IFS='|' read -r package test _ <<<"$line"
	./flaky.sh flaky.txt "${package// /}" "${test// /}" >/dev/null || {
		echo "flaky.txt: past its date or without a cause: $line"
		wrong=1
	}
done <flaky.txt
exit "$wrong"
