#!/bin/sh
# Makes the database of a site that install.sh has put on this host, and starts everything; it may be run again.
set -eu

echo "Database"
systemctl start postgresql
as_owner() { su postgres -s /bin/sh -c "cd / && psql -qtAc \"$1\""; }
[ -n "$(as_owner "SELECT 1 FROM pg_roles WHERE rolname = 'noretreat'")" ] || as_owner "CREATE ROLE noretreat LOGIN"
[ -n "$(as_owner "SELECT 1 FROM pg_database WHERE datname = 'noretreat'")" ] ||
    as_owner "CREATE DATABASE noretreat OWNER noretreat ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"

echo "Start"
systemctl daemon-reload
systemctl restart noretreat noretreat-worker noretreat-backup.timer
systemctl reload-or-restart caddy
for _ in $(seq 60); do
    if /opt/noretreat/bin/python -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8123/health/ready")' 2>/dev/null
    then
        echo "No Retreat! runs."
        exit
    fi
    sleep 1
done
echo "The server is not ready after a minute: journalctl -u noretreat" >&2
exit 1
