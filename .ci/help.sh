#!/usr/bin/env bash
# Lists the Makefile's targets by the text after their "##".
set -euo pipefail
cd "$(dirname "$0")/.."

while IFS= read -r line; do
	if [[ $line =~ ^([a-z-]+):.*\#\#\ (.*)$ ]]; then
		printf '  make %-10s %s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
	fi
done <Makefile
