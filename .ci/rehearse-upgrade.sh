#!/usr/bin/env bash
# rehearse-upgrade.sh COMMIT | ARCHIVE: two nodes of an older commit, or of a release as `make
# release` made it (muster-VERSION-SYSTEM-PROCESSOR.tar.gz, beside its SHA256SUMS), carry chat on
# one Postgres and one Redis; the build of this checkout migrates the database, then each node in
# turn is ended and started as that build, while 200 sockets talk and members and an administrator
# call the API through the balancer. Fails when a message is lost, doubled or out of order, when
# a call fails, or when a node does not come up.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 COMMIT | ARCHIVE" >&2; exit 2; }
given=$1
[[ $given != *.tar.gz ]] || given=$(realpath -e -- "$given")
cd "$(dirname "$0")/.."
root=$PWD dir=$(mktemp -d) cluster=
end() {
	[ -z "$cluster" ] || { kill -TERM "$cluster" 2>/dev/null && wait "$cluster"; } || true
	git -C "$root" worktree remove --force "$dir/from" 2>/dev/null || true
	rm -rf "$dir"
}
trap end EXIT
if [[ $given == *.tar.gz ]]; then
	name=$(basename "$given")
	# Its own line alone: the other files of the release need not be here.
	(cd "$(dirname "$given")" && awk -v name="$name" '$2 == name' SHA256SUMS >"$dir/sum")
	[ -s "$dir/sum" ] || { echo "SHA256SUMS beside $name does not name it" >&2; exit 1; }
	(cd "$(dirname "$given")" && sha256sum --check --strict "$dir/sum")
	tar -xzf "$given" -C "$dir"
	mv "$dir/${name%.tar.gz}/muster" "$dir/muster"
else
	from=$(git rev-parse --verify "$given^{commit}")
	git worktree add --quiet --detach "$dir/from" "$from"
	(cd "$dir/from" && go build -o "$dir/muster" ./cmd/muster)
fi
go build -o "$dir/next" ./cmd/muster
echo "from $1"

port=${PORT:-18390} ops=${OPS_PORT:-19390} seconds=${LOAD_SECONDS:-40}
export MUSTER_DATA_DIR=$dir/data
cd "$dir"
./muster load prepare --members 200 --rooms 10 --admins 1 --tokens tokens
sed -n 1p tokens >administrator
sed -n 2p tokens >member
cp next caller # "next" takes the place of "muster" meanwhile
FACE_ENGINE=off PORT=$port MUSTER_OPS_ADDR=127.0.0.1:$ops CHAT_RATE_PER_SECOND=1000 CHAT_BURST=1000 SOCKETS_PER_ADDRESS=1000 \
	./muster cluster --nodes 2 >log 2>&1 &
cluster=$!
ready() {
	for _ in $(seq 300); do
		curl -sf "http://127.0.0.1:$1/readyz" >/dev/null && return
		sleep 0.2
	done
	tail -20 log
	exit 1
}
# The process of a node as it is now: its last start in the log.
process() { sed -n "s/.*msg=\"node started\" node=\"node $1\" pid=\([0-9]*\).*/\1/p" log | tail -1; }
ready "$ops"
ready $((ops + 1))
calls() {
	local file=$1
	shift
	./caller load calls --node "http://localhost:$port" --token "$file" --seconds "$seconds" --at-once 2 --pause 100ms "$@" >"$file.calls" 2>&1
}
./caller load run --nodes "http://localhost:$port" --tokens tokens --sockets 200 --rooms 10 --rate 100 --seconds "$seconds" &
load=$!
calls member --path /api/auth/session --path /api/chat/rooms --path /api/chat/room/load-1/messages --path /api/profile/me \
	--change 'POST /api/chat/room/load-1/read {"seq":1}' --change 'PUT /api/chat/room/load-2/notifications {"level":"mentions","mutedUntil":null}' &
member=$!
calls administrator --path '/api/admin/users?limit=20' --path /api/admin/reports --path /api/admin/analytics/overview \
	--change 'PATCH /api/admin/rooms/load-3 {"description":"while nodes are upgraded"}' &
administrator=$!
sleep 6
./next migrate # the nodes have no right to
mv next muster # the cluster starts what stands there
for node in 1 2; do
	before=$(process $node)
	echo "node $node is upgraded"
	kill -TERM "$before"
	until [ "$(process $node)" != "$before" ]; do sleep 0.2; done
	ready $((ops + node - 1))
	sleep 3
done
status=0
kill -0 "$load" 2>/dev/null || { echo "the upgrade outlasted the load: LOAD_SECONDS=$((2 * seconds)) $0 $1" >&2; status=1; }
wait "$load" || status=1
for who in member administrator; do
	wait "${!who}" || status=1
	echo "calls of the $who"
	cat $who.calls
done
cat ./*.calls | awk '/^[0-9]+ calls, [0-9]+ failed$/ { made += $1; failed += $3 } END { printf "%d calls of both, %d failed\n", made, failed }'
! grep 'level=ERROR' log | grep -v 'msg="node died".*how="exit status 0"' || status=1
exit $status
