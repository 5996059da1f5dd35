# Runs what was asked for over ssh in the environment of the node's container: sshd gives its sessions another PATH and
# none of the container's variables, so that a launcher would not even be found.
# usage: ssh-session.sh OWN_FOLDER, with SSH_ORIGINAL_COMMAND
. "$1/environment"
cd "$PWD"
# As the first shell of a login, bash would read its start-up file now, which may set PATH anew.
export SHLVL=1
exec "${SHELL:-/bin/sh}" -c "${SSH_ORIGINAL_COMMAND:?runs commands only}"
