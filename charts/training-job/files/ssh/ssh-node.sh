# Runs a node: sshd, whose sessions have the environment of this container (ssh-session.sh reads it back).
# usage: ssh-node.sh PORT OWN_FOLDER
set -eu
sshd=$(PATH="$PATH:/usr/sbin" command -v sshd) || { echo "the image has no sshd: install the OpenSSH server" >&2; exit 1; }
(umask 077 && export PWD && export -p >"$2/environment")
# Debian's sshd wants this folder where it starts as root; only a booting machine would have made it.
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
exec "$sshd" -D -e -p "$1" -f "${0%/*}/sshd_config"
