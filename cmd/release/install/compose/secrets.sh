#!/bin/sh
# Makes the files of secrets/ that are not there yet. They can be read inside the containers,
# whose users have other numbers; the folder keeps everybody else out.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets

# once NAME VALUE writes a file that is not there.
once() {
	if [ ! -s "secrets/$1" ]; then
		printf '%s\n' "$2" >"secrets/$1"
		chmod 444 "secrets/$1"
		echo "made secrets/$1"
	fi
}

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

once muster_secret "$(random)"
once owner_password "$(random)"
once server_password "$(random)"
once database_owner_url "postgres://muster:$(cat secrets/owner_password)@postgres:5432/muster"
once database_url "postgres://muster_server:$(cat secrets/server_password)@postgres:5432/muster"
if [ ! -s secrets/smtp_url ]; then
	echo "write secrets/smtp_url yourself: smtp://user:password@host:587 in one line, mode 444" >&2
	exit 1
fi
echo "all secrets are there; keep a copy of secrets/muster_secret apart from the backups"
