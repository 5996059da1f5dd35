# Creates this pod's own copy of the run's key: ssh and sshd reject one that others can read, and a Secret's files belong
# to root for any user of the image. Users and hosts have the same key, which identifies pods of this run.
# usage: ssh-keys.sh SECRET_FOLDER OWN_FOLDER     exit status 78: it would fail in the same way after a restart
set -eu
umask 077
command -v ssh-keygen >/dev/null || { echo "the image has no ssh: install the OpenSSH client and server" >&2; exit 78; }
id -un >/dev/null 2>&1 || { echo "the image has no account for user id $(id -u), which OpenSSH requires: add one to its /etc/passwd, or set pod.securityContext.runAsUser to a user of the image" >&2; exit 78; }
# A key that was pasted into a Secret may have lost its last line break, without which OpenSSH cannot read it.
{ cat "$1/ssh-privatekey"; echo; } >"$2/id"
public=$(ssh-keygen -y -P '' -f "$2/id") || { echo "ssh-privatekey of the Secret must be a key without passphrase" >&2; exit 78; }
echo "$public" >"$2/authorized_keys"
echo "* $public" >"$2/known_hosts"
