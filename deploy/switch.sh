#!/bin/sh
# Takes a version into use that install.sh has put into /opt/noretreat: switch.sh VERSION; or goes back: switch.sh --back
#
# Before a new version is let in, the old one makes a backup: /var/lib/noretreat/before-VERSION.backup. If the tables
# change, the site stands still meanwhile; if not, nobody notices. The way back to a version with older tables leads
# through that backup, and what was played since stays in a database of its own: switch.sh --back --from-backup
set -eu
cd /opt/noretreat
case ${1:-} in
--back) version=$(cat previous) ;;
"" | -*)
    echo "usage: $0 VERSION | --back [--from-backup]; there are:" */ready >&2
    exit 2
    ;;
*) version=$1 ;;
esac
[ -e "$version/ready" ] || { echo "there is no version $version in $PWD" >&2; exit 2; }
old=$(readlink current 2>/dev/null || true)

noretreat() { # VERSION COMMAND ...: as the units run it
    program=/opt/noretreat/$1/bin/python
    shift
    systemd-run --quiet --wait --pipe --collect -p User=noretreat -p EnvironmentFile=/etc/noretreat.env -p UMask=0077 \
        "$program" -P -m noretreat "$@"
}
as_owner() { su postgres -s /bin/sh -c "cd / && psql -qtAc \"$1\""; }
new_database() {
    as_owner "CREATE DATABASE noretreat OWNER noretreat ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
}

install -d -o noretreat -g noretreat -m 700 /var/lib/noretreat
if grep -q '^NORETREAT_DATABASE_URL=.*@/noretreat?host=/run/postgresql' /etc/noretreat.env; then
    systemctl start postgresql
    [ -n "$(as_owner "SELECT 1 FROM pg_roles WHERE rolname = 'noretreat'")" ] || as_owner "CREATE ROLE noretreat LOGIN"
    [ -n "$(as_owner "SELECT 1 FROM pg_database WHERE datname = 'noretreat'")" ] || new_database
fi

restart=
if [ "${1:-}" = --back ]; then
    if ! noretreat "$version" migrate --check; then
        backup=/var/lib/noretreat/before-$old.backup
        if [ "${2:-}" != --from-backup ]; then
            echo "$version cannot read the tables of $old: --back --from-backup restores $backup," >&2
            echo "which was made before $old was let in. What was played since is kept in a database of its own." >&2
            exit 1
        fi
        noretreat "$version" verify "$backup"
        restart=yes
        systemctl stop noretreat noretreat-worker
        kept=noretreat_$(date +%Y%m%d_%H%M%S)
        as_owner "ALTER DATABASE noretreat RENAME TO $kept"
        echo "What was played since is in the database $kept."
        new_database
        noretreat "$version" restore "$backup"
    fi
elif [ -n "$old" ] && [ "$old" != "$version" ]; then
    noretreat "$old" backup "/var/lib/noretreat/before-$version.backup"
fi
if ! noretreat "$version" migrate --check >/dev/null; then
    restart=yes
    systemctl stop noretreat noretreat-worker
    noretreat "$version" migrate
fi

echo "Start of $version"
if [ -n "$old" ] && [ "$old" != "$version" ]; then
    echo "$old" >previous
    cmp -s "$old/ready" "$version/ready" || restart=yes # what it is made of differs
fi
ln -sfn "$version" current.new
mv -T current.new current
systemctl daemon-reload
serving() { # the processes of the server, without those that only help it
    for process in $(cat "/proc/$1/task/$1/children"); do
        ! grep -q spawn_main "/proc/$process/cmdline" || echo "$process"
    done
}
running=$(systemctl show -P MainPID noretreat)
if [ -z "$restart" ] && [ "$running" != 0 ]; then
    before=$(serving "$running")
    systemctl reload noretreat
    for _ in $(seq 150); do
        left=
        for process in $before; do
            [ ! -d "/proc/$process" ] || left=$process
        done
        [ -n "$left" ] || break
        sleep 1
    done
    [ -z "$left" ] || restart=yes
fi
[ -z "$restart" ] && [ "$running" != 0 ] || systemctl restart noretreat
systemctl restart noretreat-worker noretreat-backup.timer
systemctl reload-or-restart caddy
for _ in $(seq 60); do
    if current/bin/python -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8123/health/ready")' 2>/dev/null
    then
        echo "No Retreat! runs."
        exit
    fi
    sleep 1
done
echo "The server is not ready after a minute: journalctl -u noretreat" >&2
exit 1
