#!/usr/bin/env bash
# All the tests: Go, client, browser. Every step runs even when one before it
# failed, unless it stands on that one; the end lists them all.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

# A developer's own settings must not steer the tests.
for name in ${!MUSTER_*} ${!TWILIO_*} ${!STRIPE_*} ${!FACE_*} ${!CREATOR_*} ${!PG*} ${!OTEL_*} \
	DATABASE_URL REDIS_URL MEDIA_URL SMTP_URL MAIL_FROM PORT GIPHY_API_KEY COMMUNITY_NAME SUPPORT_EMAIL \
	RESERVED_USERNAME_TERMS COMMUNITY_TIME_ZONE CHAT_RATE_PER_SECOND CHAT_BURST SESSION_IDLE SESSION_MAX \
	SOCKETS_MAX SOCKETS_PER_ADDRESS DEFAULT_ROOM GIF_HOSTS; do
	if [[ $name != MUSTER_POSTGRES_BIN ]]; then unset "$name"; fi
done

# The profile that guides the shipped build would have everything compiled again.
export GOFLAGS="${GOFLAGS:-} -pgo=off"

results=()
failures=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# step NAME COMMAND... runs one step and remembers how it went.
step() {
	local name=$1 began=$SECONDS verdict=ok
	shift
	echo
	echo "== $name"
	if ! "$@" 2>&1 | tee "$logs/now"; then
		verdict=FAIL
		failures=$((failures + 1))
		mv "$logs/now" "$logs/$failures ${name//\// }"
	fi
	results+=("$(printf '%-4s %4d s  %s' "$verdict" $((SECONDS - began)) "$name")")
	[[ $verdict == ok ]]
}

# blocked NAME REASON counts a step that cannot run as failed.
blocked() {
	results+=("$(printf '%-4s       -  %s (%s)' FAIL "$1" "$2")")
	failures=$((failures + 1))
}

# What failed stands at the end once more, where a clipped log still has it.
finish() {
	local log
	for log in "$logs"/[0-9]*; do
		if [[ ! -f $log ]]; then continue; fi
		echo
		echo "== failed: $(sed 's/^[0-9]* //' <<<"${log##*/}")"
		grep -v '^ok ' "$log" | tail -n 50
	done
	echo
	echo "== summary, $SECONDS s"
	printf '%s\n' "${results[@]}"
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

in_client() { npm --prefix client run --silent "$@"; }

browser() {
	CHROMIUM=$(.ci/chromium.sh) || return 1
	export CHROMIUM
	in_client e2e
}

step "programs the tests need" .ci/need.sh test || finish

step "gofmt" formatted
step "go vet" go vet ./...
step "staticcheck" go tool staticcheck ./...
step "generated types are fresh" go run ./cmd/typegen -check

if step "client packages" .ci/client-deps.sh; then
	step "biome, tsc" in_client check
	step "vitest" in_client test
	step "knip" in_client knip
	if step "client build" in_client build; then
		step "bundle budget" in_client budget
		if step "bin/muster" go build -o bin/muster ./cmd/muster; then
			step "browser tests" browser
		else
			blocked "browser tests" "bin/muster was not built"
		fi
	else
		blocked "bundle budget, browser tests" "the client was not built"
	fi
else
	blocked "client checks, build, browser tests" "packages were not installed"
fi

step "go test -race" go test -race -timeout 15m ./...
finish
