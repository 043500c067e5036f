#!/usr/bin/env bash
# flaky.sh LIST PACKAGE TEST... succeeds when each test of the package stands in the list
# with a cause and a date that has not passed; it says which does not. TODAY is another day
# than today.
set -uo pipefail
list=$1 package=$2
shift 2
today=${TODAY:-$(date +%F)} wrong=0
for test in "$@"; do
	awk -F ' *[|] *' -v package="$package" -v test="$test" -v today="$today" '
		!/^#/ && $1 == package && $2 == test && $3 ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/ && $3 >= today && $4 != "" { found = 1 }
		END { exit !found }' "$list" && continue
	echo "$test in $package passed only when it was run again, and is not in $list: a race of the product may pass so"
	wrong=1
done
exit "$wrong"
