#!/usr/bin/env bash
# rehearse-upgrade.sh COMMIT: two nodes of an older commit carry chat on one Postgres and one
# Redis; the build of this checkout migrates the database, then each node in turn is ended and
# started as that build, while 200 sockets talk. Fails when a message is lost, doubled or out of
# order, or a node does not come up.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD from=$(git rev-parse --verify "$1^{commit}") dir=$(mktemp -d) cluster=
end() {
	[ -z "$cluster" ] || { kill -TERM "$cluster" 2>/dev/null && wait "$cluster"; } || true
	git -C "$root" worktree remove --force "$dir/from" 2>/dev/null || true
	rm -rf "$dir"
}
trap end EXIT
git worktree add --quiet --detach "$dir/from" "$from"
(cd "$dir/from" && go build -o "$dir/muster" ./cmd/muster)
go build -o "$dir/next" ./cmd/muster

port=${PORT:-18390} ops=${OPS_PORT:-19390}
export MUSTER_DATA_DIR=$dir/data
cd "$dir"
./muster load prepare --members 200 --rooms 10 --tokens tokens
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
./muster load run --nodes "http://localhost:$port" --tokens tokens --sockets 200 --rooms 10 --rate 100 --seconds 40 &
load=$!
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
wait "$load"
! grep 'level=ERROR' log | grep -v 'msg="node died".*how="exit status 0"'
