#!/usr/bin/env bash
# Installs the client's packages when they are missing or of another lock file.
set -euo pipefail
cd "$(dirname "$0")/../client"

stamp=node_modules/.lock-checksum
# Read from standard input, cksum prints no file name.
wanted="$(cksum <package-lock.json) $(node --version)"
if [[ -f $stamp && "$(<"$stamp")" == "$wanted" ]]; then
	exit 0
fi
npm ci --no-audit --no-fund --loglevel=error
echo "$wanted" >"$stamp"
