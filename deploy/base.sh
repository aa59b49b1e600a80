#!/bin/sh
# Makes the image localhost/debian:bookworm from Debian's packages, as root, with mmdebstrap and buildah from Debian.
set -eu
folder=$(mktemp -d /var/tmp/noretreat-base.XXXXXX)
trap 'rm -rf "$folder"' EXIT
mmdebstrap --quiet --mode=root --variant=minbase --include=ca-certificates bookworm "$folder/base.tar" ${APT_SOURCES:-}
container=$(buildah from scratch)
buildah add --quiet "$container" "$folder/base.tar" / >/dev/null
buildah config --cmd /bin/sh "$container"
buildah commit --quiet --rm "$container" localhost/debian:bookworm
