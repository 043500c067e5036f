#!/bin/bash
# Postgres runs this once, when its database is made: the role that the nodes serve with.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
	--set=password="$(cat /run/secrets/server_password)" <<'SQL'
create role muster_server login password :'password';
SQL
