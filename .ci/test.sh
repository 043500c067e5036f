#!/usr/bin/env bash
# test.sh runs the tests that a person runs after a change: Go, client, browser. They are to
# take twelve minutes on two cores where nothing is compiled yet, so what takes long for what
# it shows is in the other.
# test.sh endure runs the others: faults, crowds, deploys, the rest of the browser's walks,
# and analyses that need another build. Every step runs even when one before it
# failed, unless it stands on that one; each prints when it has ended, and the end lists
# them all.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

# A developer's own settings must not steer the tests.
for name in ${!MUSTER_*} ${!TWILIO_*} ${!STRIPE_*} ${!FACE_*} ${!CREATOR_*} ${!PG*} ${!OTEL_*} \
	DATABASE_URL DATABASE_OWNER_URL REDIS_URL MEDIA_URL SMTP_URL MAIL_FROM PORT GIPHY_API_KEY COMMUNITY_NAME SUPPORT_EMAIL \
	RESERVED_USERNAME_TERMS COMMUNITY_TIME_ZONE CHAT_RATE_PER_SECOND CHAT_BURST SESSION_IDLE SESSION_MAX \
	SOCKETS_MAX SOCKETS_PER_ADDRESS DEFAULT_ROOM GIF_HOSTS DATABASE_CONNECTIONS LOGIN_CODES_PER_ADDRESS \
	VAPID_PUBLIC_KEY VAPID_PRIVATE_KEY VAPID_SUBJECT CHAT_TITLE EMERGENCY_ESCALATE_AFTER CHECKIN_CURVE \
	INACTIVITY_PENALTY MEDIA_LINK_TTL CONTRIBUTOR_WINDOW EVENTS_KEPT SENDS_KEPT AUDIT_KEPT GIF_PROVIDER \
	GIPHY_BASE_URL LINK_PREVIEWS; do
	if [[ $name != MUSTER_POSTGRES_BIN ]]; then unset "$name"; fi
done

# The profile that guides the shipped build would have everything compiled again, and so
# would another folder. Without debugger's tables, and the libraries without inlining,
# compiling takes a third less; what these run is the same. Of the patterns that match a
# package the last one counts.
export GOFLAGS="${GOFLAGS:-} -trimpath -pgo=off '-gcflags=all=-dwarf=false -l' -gcflags=std=-dwarf=false -gcflags=muster/...=-dwarf=false"

# Some seventy programs are linked. Without its symbol table each takes a sixth less; the
# traces of a panic and of a race do not need it.
GOFLAGS+=" '-ldflags=-s -w'"

# Libraries that compute on pictures, matrices and sources of Go, each call on its own, are
# not looked at for races, which made them up to ten times as dear. Our own packages around
# them are.
for library in image/... compress/... golang.org/x/image/... gonum.org/... go/... golang.org/x/tools/...; do
	GOFLAGS+=" '-gcflags=$library=-dwarf=false -race=false'"
done

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# alone COMMAND... runs one command while no other step prints.
alone() {
	until mkdir "$logs/lock" 2>/dev/null; do sleep 0.1; done
	"$@"
	rmdir "$logs/lock"
}

# report VERDICT SECONDS CPU-SECONDS NAME LOG prints a step that has ended and notes it.
report() {
	echo
	echo "== $4"
	cat "$5"
	printf '%-4s %4d s %6.1f s of CPU  %s\n' "$1" "$2" "$3" "$4" >>"$logs/results"
	if [[ $1 != ok ]]; then mv "$5" "$logs/failed ${4//\// }"; fi
}

# step NAME COMMAND... runs one step and remembers how it went.
step() {
	local name=$1 began=$SECONDS verdict=ok log cpu TIMEFORMAT='%U %S'
	shift
	log=$(mktemp "$logs/step.XXXXXX")
	# Of its own processes: what they leave running, as a database, is not counted.
	cpu=$({ time "$@" >"$log" 2>&1; } 2>&1) || verdict=FAIL
	alone report "$verdict" $((SECONDS - began)) "$(awk '{print $1 + $2}' <<<"$cpu")" "$name" "$log"
	[[ $verdict == ok ]]
}

# blocked NAME REASON counts a step that cannot run as failed.
blocked() {
	echo "$2" >"$logs/failed $1"
	printf '%-4s       -  %s (%s)\n' FAIL "$1" "$2" >>"$logs/results"
}

# What failed stands at the end once more, where a clipped log still has it.
finish() {
	local log failures=0
	for log in "$logs"/failed*; do
		if [[ ! -f $log ]]; then continue; fi
		failures=$((failures + 1))
		echo
		echo "== failed: ${log##*/failed }"
		grep -v '^ok ' "$log" | tail -n 50
	done
	echo
	echo "== summary, $SECONDS s"
	cat "$logs/results"
	if [[ -s $logs/flaky ]]; then sed 's/^/flaky: /' "$logs/flaky"; fi
	if ((failures > 0)); then
		echo "$failures failed"
		exit 1
	fi
	echo "all passed"
	exit 0
}

formatted() {
	local files
	files=$(gofmt -l actors client/*.go cmd http store) || return 1
	if [[ -n $files ]]; then
		echo "not formatted (run gofmt -w):"
		echo "$files"
		return 1
	fi
}

# The program of the browser tests; bin/muster stays what a person built.
tested_program=$PWD/bin/test/muster

# What every change runs is all built with the race detector, the program for the browser
# too: a second build of the libraries would take as long as half of the tests.
build=(go build -race)
if [[ ${1:-} == endure ]]; then build=(go build); fi

in_client() { npm --prefix client run --silent "$@"; }

browser() {
	CHROMIUM=$(.ci/chromium.sh) || return 1
	export CHROMIUM E2E_PROGRAM=$tested_program
	in_client "${1:-e2e}"
}

# roomy COMMAND... compiles a fifth cheaper: garbage is collected only when 1.5 GiB are in
# use. The tests themselves run as Go is.
roomy() { GOGC=off GOMEMLIMIT=1500MiB "$@"; }

# at_night HOW... prints a pattern of the tests in night.txt that run so.
at_night() { awk -v how=" $* " '!/^#/ && index(how, " " $2 " ") { names = names "|" $1 } END { print "^(" substr(names, 2) ")$" }' .ci/night.txt; }

# night_list fails when a name in night.txt is none of one test.
night_list() {
	local name rest wrong=0
	while read -r name rest; do
		if [[ -z $name || $name == '#' ]]; then continue; fi
		if [[ $rest != race && $rest != plain ]] || (($(grep -rE "^func $name\(" --include='*_test.go' . | wc -l) != 1)); then
			echo "night.txt: $name $rest"
			wrong=1
		fi
	done <.ci/night.txt
	return "$wrong"
}

# The step before has vetted all of it.
go_test() { roomy go test -vet=off -exec 'env -u GOGC -u GOMEMLIMIT' -timeout 30m "$@"; }

# most_again is how many tests that failed are run once more, each package by itself.
most_again=3

# tested FLAGS... -- PACKAGES... runs tests. The few that failed are run again to learn
# whether they fail each time. What passes then is named as flaky and fails the run all the
# same, unless flaky.txt says why it may. What is no matter of time fails at once: a data
# race, a panic, a time-out, a build.
tested() {
	local flags=() log failed package tests wrong=0
	while [[ $1 != -- ]]; do
		flags+=("$1")
		shift
	done
	shift
	log=$(mktemp "$logs/tests.XXXXXX")
	if go_test "${flags[@]}" "$@" >"$log" 2>&1; then
		cat "$log"
		return
	fi
	cat "$log"
	failed=$(failed_tests "$log")
	if grep -qE 'DATA RACE|race detected|^panic: |^fatal error: |\[(build|setup) failed\]' "$log" ||
		[[ -z $failed || $failed == *'?'* ]] || (($(wc -w <<<"$failed") - $(wc -l <<<"$failed") > most_again)); then
		return 1
	fi
	while read -r package tests; do
		echo "again: $tests in $package"
		go_test "${flags[@]}" -run "^(${tests// /|})\$" "$package" </dev/null || return 1
		echo "$tests in $package" >>"$logs/flaky"
		# shellcheck disable=SC2086 # one word each
		.ci/flaky.sh .ci/flaky.txt "$package" $tests || wrong=1
	done <<<"$failed"
	return "$wrong"
}

# failed_tests LOG prints each package that failed and its tests that did; a question mark
# where no test did.
failed_tests() {
	awk '/^--- FAIL: / { names = names " " $3 }
		/^(FAIL|ok)\t/ { if ($1 == "FAIL") print $2 (names == "" ? " ?" : names); names = "" }' "$1"
}

# The tests of calls and of whole nodes are the longest, and wait more than they work: they
# run beside the others.
race_tests() {
	local packages
	mapfile -t packages < <(go list ./... | grep -vE '^muster/(http$|cmd/)')
	tested -race -p 2 -skip "$(at_night race plain)" -- "${packages[@]}"
}
race_tests_of_calls_and_nodes() { tested -race -p 2 -skip "$(at_night race plain)" -- ./http ./cmd/...; }
endurance_tests() { tested -run "$(at_night plain)" -- ./cmd/muster/internal/systemtest ./cmd/othersystems ./cmd/vet; }

# Only packages that hold one of the tests are linked.
endurance_race_tests() {
	local packages
	mapfile -t packages < <(grep -rlE "^func $(at_night race | tr -d '^$')\(" --include='*_test.go' . | xargs -n 1 dirname | sort -u)
	tested -race -p 2 -run "$(at_night race)" -- "${packages[@]}"
}

# The detector does not look into go/types and x/tools, above, so it misses how they order
# what they share, and what it reports is none.
vet() { GORACE="exitcode=0 log_path=$logs/none" roomy go run -race ./cmd/vet -race ./...; }

# go vet itself, which knows of the libraries' functions too, and of the file that is left
# out of what is compiled with the race detector.
vet_with_libraries() { roomy go vet ./...; }

# `go tool` knows nothing of the flags, and so would compile the standard library once more.
staticcheck() (
	tool=$logs/staticcheck
	roomy go build -o "$tool" honnef.co/go/tools/cmd/staticcheck || return 1
	export GOGC=400 GOMEMLIMIT=3GiB
	"$tool" ./... && GOFLAGS="$GOFLAGS -race" "$tool" ./http/socket/nonblocking
)

# other_systems looks at what differs on systems that no test runs on. It stands in
# packages of its own.
other_systems() {
	roomy go run ./cmd/othersystems ./http/socket/nonblocking ./http/socket/openfiles ./store/blob/space \
		./store/postgres/dial ./store/postgres/embedded ./cmd/muster/internal/cluster/process
}

client_steps() {
	if [[ -z $packages ]]; then
		blocked "client checks" "packages were not installed"
		return
	fi
	step "vitest" in_client test
}

browser_steps() {
	if [[ -z $built ]]; then
		blocked "bundle budget, browser tests" "the client was not built"
		return
	fi
	step "bundle budget" in_client budget
	if [[ -n $program ]]; then
		step "browser tests" browser
	else
		blocked "browser tests" "the program was not built"
	fi
}

client_analysis() {
	if [[ -z $packages ]]; then return; fi
	step "biome, tsc" in_client check
	step "knip" in_client knip
}

go_steps() {
	step "generated types are fresh" go run -race ./cmd/typegen -check
	step "vet" vet
	step "go test -race of the rest" race_tests
}

# Two builds at once do not see each other's work: one fills Go's cache while programs are
# installed and the client is made, and what is wrong with it is said by the steps below.
roomy "${build[@]}" ./cmd/muster ./cmd/typegen >/dev/null 2>&1 &
step "programs the tests need" .ci/need.sh test || finish
if [[ ${1:-} != endure ]]; then
	step "gofmt" formatted
	step "list of flaky tests" .ci/flaky-test.sh
	step "list of tests for the night" night_list
fi

packages='' built='' program=''
step "client packages" .ci/client-deps.sh && packages=yes
# The client stands inside the program, so it is built before anything of Go.
if [[ -n $packages ]] && step "client build" in_client bundle; then built=yes; fi
wait
if [[ -n $built ]] && step "program of the browser tests" roomy "${build[@]}" -o "$tested_program" ./cmd/muster; then program=yes; fi

if [[ ${1:-} == endure ]]; then
	step "nodes under faults and crowds" endurance_tests
	step "faults with the race detector" endurance_race_tests
	step "go vet with what libraries say" vet_with_libraries
	step "staticcheck" staticcheck
	step "types on macOS and on Linux on arm64" other_systems
	if [[ -n $program ]]; then
		step "browser tests, the rest" browser endure
	else
		blocked "browser tests, the rest" "the program was not built"
	fi
	finish
fi

# Tests of whole nodes wait more than they work, so the lanes run side by side. A browser
# waits for each step, so its lane goes first where both want the processors: on two of them
# it is through early, and the tests of Go have the rest of the time for themselves.
{
	renice -n 3 $BASHPID >/dev/null
	go_steps
	client_analysis
} &
{
	browser_steps
	client_steps
	step "go test -race of calls and nodes" race_tests_of_calls_and_nodes
} &
wait
finish
