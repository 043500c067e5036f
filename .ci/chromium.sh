#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests, or nothing. The headless
# shell is the same engine without the windows around it, and a third faster.
set -uo pipefail

for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome \
	"/Applications/Chromium.app/Contents/MacOS/Chromium" \
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
	if [[ -n $name ]] && command -v "$name"; then
		exit 0
	fi
done
