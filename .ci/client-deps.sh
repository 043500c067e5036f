#!/usr/bin/env bash
# Installs the client's packages when they are missing or of another lock file.
set -euo pipefail
cd "$(dirname "$0")/../client"

stamp=node_modules/.lock-checksum
wanted="$(cat package.json package-lock.json | cksum) $(node --version)"
if [[ -f $stamp && "$(<"$stamp")" == "$wanted" ]]; then
	exit 0
fi
# Not `npm ci`: it refuses a lock file that lacks the optional packages of other
# operating systems, and not every registry carries those. This one installs
# what is locked, checks it against the lock and leaves the lock as it is. Builders
# are development packages, which NODE_ENV=production of a shell would leave out.
npm install --include=dev --no-save --no-audit --no-fund --loglevel=error
echo "$wanted" >"$stamp"
