#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests, or nothing.
set -uo pipefail

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome \
	"/Applications/Chromium.app/Contents/MacOS/Chromium" \
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
	if [[ -n $name ]] && command -v "$name"; then
		exit 0
	fi
done
