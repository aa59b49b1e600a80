#!/bin/sh
# Runs PostgreSQL in a container, with a database `noretreat`; a new one gets the password of NORETREAT_PASSWORD.
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
data=/var/lib/postgresql/data/main
if ! [ -e "$data/PG_VERSION" ]; then
    printf '%s' "$NORETREAT_PASSWORD" >/tmp/password
    "$bin/initdb" --pgdata "$data" --username noretreat --pwfile /tmp/password --auth scram-sha-256 --locale C.UTF-8 >/dev/null
    rm /tmp/password
    echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
    "$bin/pg_ctl" --pgdata "$data" --silent --wait -o "-c listen_addresses= -k /tmp" start
    PGPASSWORD=$NORETREAT_PASSWORD "$bin/createdb" --host /tmp --username noretreat noretreat
    "$bin/pg_ctl" --pgdata "$data" --silent --wait stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
