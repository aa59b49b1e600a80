#!/bin/sh
# Sets up a plain Debian in an empty folder, starts it as a machine of its own, installs a site there as install.sh does
# it on any host, and plays through it: as root, with mmdebstrap and systemd-container from Debian.
#
# try_host.sh WHEEL [FOLDER]     WHEEL: what is installed (python -m build --wheel); FOLDER: empty, or from before
#
# The machine shares this one's network while packages are fetched, and has one of its own, with no way out, afterwards.
# BIND names what pip needs beside its settings, if it does not fetch from PyPI: folders with a space between them.
set -eu
wheel=$(readlink -f "$1")
folder=$(readlink -f "${2:-$(mktemp -d /var/tmp/noretreat-host.XXXXXX)}")
here=$(dirname "$(readlink -f "$0")")
root=$folder/root
site=games.test

echo "1. A plain Debian in $root"
if ! [ -e "$root/etc/debian_version" ]; then
    mkdir -p "$folder"
    mmdebstrap --quiet --mode=root --variant=minbase \
        --include=systemd,systemd-sysv,dbus,iproute2,openssl,adduser,ca-certificates bookworm "$root" ${APT_SOURCES:-}
fi
rm -rf "$root/opt/deploy"
cp -r "$here" "$root/opt/deploy"
cp "$wheel" "$root/opt/"

echo "2. install.sh"
set --
for name in $(env | sed -n 's/^\(PIP_[A-Z_]*\)=.*/\1/p'); do
    set -- "$@" "--setenv=$name"
done
for path in ${BIND:-}; do
    set -- "$@" "--bind-ro=$path"
done
systemd-nspawn --quiet --register=no --keep-unit --pipe -D "$root" "$@" \
    sh -c "apt-get update -qq && /opt/deploy/install.sh $site /opt/$(basename "$wheel")"

echo "3. The machine starts"
systemd-nspawn --quiet --register=no --keep-unit --private-network --boot -D "$root" >"$folder/console.log" 2>&1 &
machine=$!
trap 'kill $machine 2>/dev/null || true; wait $machine 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    leader=$(cat "/proc/$machine/task/$machine/children" 2>/dev/null | tr -d ' ')
    [ -z "$leader" ] || state=$(nsenter -t "$leader" -a systemctl is-system-running 2>/dev/null) || true
    case ${state:-} in running | degraded) break ;; esac
    sleep 0.5
done
inside() { nsenter -t "$leader" -a env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

echo "4. A certificate of its own, and switch.sh"
inside sh -c "
    grep -q $site /etc/hosts || echo 127.0.0.1 $site >>/etc/hosts
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$site -addext subjectAltName=DNS:$site \
        -keyout /etc/caddy/key.pem -out /etc/caddy/cert.pem 2>/dev/null
    chown caddy /etc/caddy/key.pem
    grep -q cert.pem /etc/caddy/Caddyfile.noretreat ||
        sed -i 's#^$site {#&\n\ttls /etc/caddy/cert.pem /etc/caddy/key.pem#' /etc/caddy/Caddyfile.noretreat"
version=$(ls "$root/opt/noretreat" | grep -- - | head -1)
inside /opt/noretreat/switch.sh "$version"

echo "5. A game through TLS"
inside /opt/noretreat/current/bin/python /opt/deploy/try_site.py "https://$site" /etc/caddy/cert.pem
echo "6. Another version, and back"
rm -rf "$root/opt/noretreat/next-1"
cp -r "$root/opt/noretreat/$version" "$root/opt/noretreat/next-1" # a copy: its scripts name the first one, its python does not
inside /opt/noretreat/switch.sh next-1
inside sh -c 'for process in $(cat /proc/$(systemctl show -P MainPID noretreat)/task/*/children); do
    ! grep -q spawn_main /proc/$process/cmdline || grep -q /opt/noretreat/next-1/ /proc/$process/maps || exit 1; done'
inside sh -c "test -s /var/lib/noretreat/before-next-1.backup"
inside /opt/noretreat/switch.sh --back
inside sh -c "test \$(readlink /opt/noretreat/current) = $version"

echo "7. A version with other tables, and back through the backup"
rm -rf "$root/opt/noretreat/next-2"
cp -r "$root/opt/noretreat/$version" "$root/opt/noretreat/next-2"
storage=$(echo "$root"/opt/noretreat/next-2/lib/python3*/site-packages/noretreat/storage)
known=$(sed -n 's/^REVISION.* = "\(.*\)"$/\1/p' "$storage/tables.py")
sed -i 's/^REVISION.*/REVISION = "9999"/' "$storage/tables.py"
cat >"$storage/migrations/versions/v9999_a_trial.py" <<END
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "$known", None, None
def upgrade() -> None:
    op.execute("CREATE TABLE trial (number INTEGER)")
END
inside /opt/noretreat/switch.sh next-2
! inside /opt/noretreat/switch.sh --back
inside /opt/noretreat/switch.sh --back --from-backup
inside su postgres -s /bin/sh -c "psql -qtAc 'SELECT datname FROM pg_database'" | grep -q '^noretreat_'
inside sh -c "test \$(readlink /opt/noretreat/current) = $version"

echo "8. The units"
inside systemd-analyze verify noretreat.service noretreat-worker.service noretreat-backup.service noretreat-backup.timer
for unit in noretreat noretreat-worker noretreat-backup; do
    inside systemd-analyze security --no-pager $unit.service | tail -1
done
echo "All of it works; the machine is in $folder."
