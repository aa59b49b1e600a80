#!/bin/sh
# Sets up a site on a plain Debian 12 or 13, as root: install.sh games.example.org [PACKAGE]
#
# PACKAGE is what pip installs, by default noretreat from PyPI; a wheel will do. It may be run again, for a newer
# version: what stands in /etc/noretreat.env and /etc/caddy/Caddyfile.noretreat by then is kept.
set -eu
site=$1
package=${2:-noretreat}
here=$(dirname "$(readlink -f "$0")")

echo "Packages"
apt-get install -y --no-install-recommends postgresql caddy python3 python3-venv ca-certificates >/dev/null

echo "User, settings, program"
id noretreat >/dev/null 2>&1 || adduser --quiet --system --group --no-create-home --home /nonexistent noretreat
if ! [ -e /etc/noretreat.env ]; then
    install -m 600 "$here/noretreat.env" /etc/noretreat.env
    sed -i "s#^NORETREAT_URL=.*#NORETREAT_URL=https://$site#" /etc/noretreat.env
fi
[ -x /opt/noretreat/bin/python ] || python3 -m venv /opt/noretreat
/opt/noretreat/bin/pip install --quiet --upgrade "$package[site,mail]"
case $package in *.whl) # one of the same version may hold something else
    /opt/noretreat/bin/pip install --quiet --force-reinstall --no-deps "$package" ;;
esac

echo "Units"
for unit in "$here"/*.service "$here"/*.timer; do
    install -m 644 "$unit" /etc/systemd/system/
done
if ! [ -e /etc/caddy/Caddyfile.noretreat ]; then
    sed "s/^games\.example\.org /$site /" "$here/Caddyfile" >/etc/caddy/Caddyfile.noretreat
    grep -qs Caddyfile.noretreat /etc/caddy/Caddyfile || echo "import Caddyfile.noretreat" >/etc/caddy/Caddyfile
fi
systemctl enable --quiet noretreat noretreat-worker noretreat-backup.timer

if [ "$(systemctl is-system-running 2>/dev/null)" = offline ]; then
    echo "systemd does not run here: run $here/start.sh once it does."
    exit
fi
exec "$here/start.sh"
