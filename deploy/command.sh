#!/bin/sh
# The command `noretreat` of this site, for root: as the units run it, by their user, with the settings of /etc/noretreat.env.
# Files are looked for in /var/lib/noretreat: noretreat admin measures; noretreat verify day-1.backup
set -eu
way=--pipe
[ ! -t 0 ] || [ ! -t 1 ] || way=--pty # a question can be answered
exec systemd-run --quiet --wait "$way" --collect -p User=noretreat -p EnvironmentFile=/etc/noretreat.env -p UMask=0077 \
    -p WorkingDirectory=/var/lib/noretreat -E "SUDO_USER=${SUDO_USER:-$(id -un)}" -E "COLUMNS=${COLUMNS:-100}" \
    /opt/noretreat/current/bin/python -P -m noretreat "$@"
