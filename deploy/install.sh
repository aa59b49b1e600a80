#!/bin/sh
# Sets up a site on a plain Debian 12 or 13, as root, and later installs a newer version: install.sh SITE WHEEL
#
# SITE is the name of the site, games.example.org; WHEEL is made by `python3 tools/setup.py wheel`. Each version gets a
# folder of its own in /opt/noretreat; switch.sh takes it into use, and leads back. Settings that are there are kept.
set -eu
[ $# = 2 ] && [ -f "$2" ] || { echo "usage: $0 SITE WHEEL" >&2; exit 2; }
site=$1
wheel=$(readlink -f "$2")
here=$(dirname "$(readlink -f "$0")")
version=$(basename "$wheel" | cut -d- -f2)-$(sha256sum "$wheel" | cut -c1-8)
folder=/opt/noretreat/$version

echo "Packages"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y --no-install-recommends postgresql caddy python3 python3-venv ca-certificates >/dev/null

echo "User, settings"
id noretreat >/dev/null 2>&1 || adduser --quiet --system --group --no-create-home --home /nonexistent noretreat
if ! [ -e /etc/noretreat.env ]; then
    install -m 600 "$here/noretreat.env" /etc/noretreat.env
    sed -i "s#^NORETREAT_SITE=.*#NORETREAT_SITE=https://$site#" /etc/noretreat.env
fi

echo "Program $version"
if ! [ -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --require-hashes --only-binary :all: -r "$here/requirements.lock"
    "$folder/bin/pip" install --quiet --no-deps --no-index "$wheel"
    cp "$here/requirements.lock" "$folder/ready"
fi

echo "Units"
mkdir -p /opt/noretreat/units
for unit in "$here"/*.service "$here"/*.timer; do
    name=$(basename "$unit")
    there=/etc/systemd/system/$name
    ours=/opt/noretreat/units/$name
    if [ -e "$there" ] && ! cmp -s "$there" "$unit" && ! cmp -s "$there" "$ours"; then
        cp -p "$there" "$there.edited"
        echo "  $there was edited: what it was is in $there.edited; put what you need into 'systemctl edit $name'"
    fi
    install -m 644 "$unit" "$there"
    install -m 644 "$unit" "$ours"
done
if ! [ -e /etc/caddy/Caddyfile.noretreat ]; then
    sed "s/^games\.example\.org /$site /" "$here/Caddyfile" >/etc/caddy/Caddyfile.noretreat
    if ! grep -qs Caddyfile.noretreat /etc/caddy/Caddyfile; then
        [ ! -e /etc/caddy/Caddyfile ] || cp -p /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-noretreat
        echo "import Caddyfile.noretreat" >/etc/caddy/Caddyfile
    fi
fi
install -m 755 "$here/switch.sh" /opt/noretreat/switch.sh
install -m 755 "$here/command.sh" /usr/local/sbin/noretreat
systemctl enable --quiet noretreat noretreat-worker noretreat-backup.timer

if [ "$(systemctl is-system-running 2>/dev/null)" = offline ]; then
    echo "systemd does not run here: run /opt/noretreat/switch.sh $version once it does."
    exit
fi
exec /opt/noretreat/switch.sh "$version"
