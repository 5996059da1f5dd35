# Makes this pod's own copy of the run's key: ssh and sshd refuse one that others can read, and a Secret's files belong
# to root whatever user the image has. The key serves users and hosts alike: whoever has it is of this run.
# usage: ssh-keys.sh SECRET_FOLDER OWN_FOLDER
set -eu
umask 077
command -v ssh-keygen >/dev/null || { echo "the image has no ssh: install the OpenSSH client and server" >&2; exit 1; }
# A key that was pasted into a Secret may have lost its last line break, without which OpenSSH cannot read it.
{ cat "$1/ssh-privatekey"; echo; } >"$2/id"
public=$(ssh-keygen -y -P '' -f "$2/id") || { echo "ssh-privatekey of the Secret must be a key without passphrase" >&2; exit 1; }
echo "$public" >"$2/authorized_keys"
echo "* $public" >"$2/known_hosts"
