# Runs what was asked for over ssh in the environment of the node's container: sshd gives its sessions another PATH and
# none of the container's variables, so that a launcher would not even be found.
# usage: ssh-session.sh OWN_FOLDER, with SSH_ORIGINAL_COMMAND
. "$1/environment"
cd "$PWD"
exec "${SHELL:-/bin/sh}" -c "${SSH_ORIGINAL_COMMAND:?runs commands only}"
