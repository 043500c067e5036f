#!/usr/bin/env bash
# release-twice.sh [PLATFORM] makes the release of this commit here and in a clone in another
# folder with an empty cache and another shell's settings, and fails when a checksum differs.
set -euo pipefail
cd "$(dirname "$0")/.."
platform=${1:-linux/amd64} dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" && rm -rf "$dir"' EXIT

make --no-print-directory release PLATFORMS="$platform"
git clone --quiet . "$dir/elsewhere/muster"
# The packages are those of the lock file; installing them again would show nothing more.
cp -a client/node_modules "$dir/elsewhere/muster/client/"
umask 077
TZ=Asia/Kathmandu LC_ALL=C.UTF-8 NODE_ENV=development USER=somebody GOCACHE=$dir/cache make --no-print-directory -C "$dir/elsewhere/muster" release PLATFORMS="$platform"
diff bin/release/SHA256SUMS "$dir/elsewhere/muster/bin/release/SHA256SUMS"
echo "equal byte for byte:"
cat bin/release/SHA256SUMS
