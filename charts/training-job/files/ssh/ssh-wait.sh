# Waits until every node answers over ssh, and names those that do not.
# usage: ssh-wait.sh SECONDS HOSTFILE; a line of the file begins with a host, and goes on after a blank or a colon
set -u
missing=$(sed 's/[ :].*//' "$2")
deadline=$(($(date +%s) + $1))
count=$(echo "$missing" | wc -l)
before=

# Prints those of its arguments that do not answer; 64 are asked at a time.
silent() {
  asked=0
  for host in "$@"; do
    { ssh -o BatchMode=yes -o ConnectTimeout=5 -o ConnectionAttempts=1 "$host" true >/dev/null 2>&1 || echo "$host"; } &
    asked=$((asked + 1))
    [ $((asked % 64)) -ne 0 ] || wait
  done
  wait
}

while :; do
  missing=$(silent $missing | sort)
  [ -n "$missing" ] || { echo "all $count nodes answer"; exit 0; }
  names=$(echo "$missing" | head -n 20 | tr '\n' ' ')
  left=$(echo "$missing" | wc -l)
  [ "$(date +%s)" -lt "$deadline" ] || break
  [ "$names" = "$before" ] || echo "waiting for $left of $count nodes: $names"
  before=$names
  sleep 2
done
echo "$left of $count nodes did not answer within $1 seconds: $names" >&2
exit 1
